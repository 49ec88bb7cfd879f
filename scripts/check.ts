import { checkLint, checkTypes } from './steps.ts';

const runs = [await checkTypes(), await checkLint()];
const passed = runs.every(({ succeeded }) => succeeded);
console.log(passed ? 'Types and lint are clean.' : 'Types or lint failed; see above.');
process.exit(passed ? 0 : 1);
