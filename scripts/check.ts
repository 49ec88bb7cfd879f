import { checkLint, checkTypes } from './steps.ts';

/** The quick half of `npm test`: types and lint. */
const passed = [await checkTypes(), await checkLint()].every(Boolean);
console.log(passed ? 'Types and lint are clean.' : 'There is something to mend above.');
process.exit(passed ? 0 : 1);
