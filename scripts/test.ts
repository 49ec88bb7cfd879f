import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLint, checkTypes, runTool, type ToolOptions, type ToolRun } from './steps.ts';
import { noTests, sum, type Tally, tallyOfCheck, tallyOfError, tallyOfReport } from './tally.ts';

/**
 * `npm test [-- <parts>]` runs the quick tier, with `--shuffle` or `--shuffle=<seed>` in random order. `npm run test:all`
 * passes --all, which adds the long tests.
 */
const FULL_TIER = '--all';
const SHUFFLE = '--shuffle';
const given = process.argv.slice(2);
const shuffle = given.find((argument) => argument.split('=')[0] === SHUFFLE);
const chosen = given.filter((argument) => argument !== FULL_TIER && argument !== shuffle);
const isFullTier = given.includes(FULL_TIER);
const tier = isFullTier ? fullTier() : quickTier();

interface Tier {
  env: Record<string, string>;
  args: string[];
}

/** Random order and random data. The printed seed repeats both. */
function fullTier(): Tier {
  const seed = process.env.LADING_TEST_SEED ?? randomSeed();
  console.log(`LADING_TEST_SEED=${seed} repeats this run.`);
  return { env: { LADING_TEST_TIER: 'all', LADING_TEST_SEED: seed }, args: inRandomOrder(seed) };
}

function quickTier(): Tier {
  if (!shuffle) return { env: {}, args: [] };
  const seed = shuffle.split('=')[1] ?? randomSeed();
  console.log(`${SHUFFLE}=${seed} repeats this order.`);
  return { env: {}, args: inRandomOrder(seed) };
}

function randomSeed(): string {
  return String(Date.now() % 1_000_000_000);
}

function inRandomOrder(seed: string): string[] {
  return ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
}

type Part = () => Promise<Tally>;

/** Only one part writes to the terminal; the others collect their output. */
const PARTS: Record<string, Part> = {
  types: () => runCheck(checkTypes),
  lint: () => runCheck(checkLint),
  'unit and integration': () => runVitest(['contract', 'server', 'web']),
  // React's development build takes twice the time and draws the same screens.
  browser: () =>
    runVitest(['components', 'e2e'], { env: { NODE_ENV: 'production' }, quiet: parts.length > 1 }),
};
const unknown = chosen.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}". The parts are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
const parts = Object.entries(PARTS).filter(([name]) => chosen.length === 0 || chosen.includes(name));

async function runCheck(check: (options: { quiet: boolean }) => Promise<ToolRun>): Promise<Tally> {
  const { succeeded, output } = await check({ quiet: true });
  return tallyOfCheck(succeeded, output);
}

async function runVitest(projects: string[], { env = {}, quiet = false }: ToolOptions = {}): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-report-'));
  const file = join(folder, 'report.json');
  const selection = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { succeeded, output } = await runTool('vitest', ['run', ...selection, ...reporters, ...tier.args], {
    env: { ...env, ...tier.env },
    quiet,
  });
  collected.push(output);
  try {
    return tallyOfReport(JSON.parse(readFileSync(file, 'utf8')), succeeded);
  } catch (error) {
    return tallyOfError(`no report: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const summary: string[] = [];
/** The output of the parts that did not write to the terminal. */
const collected: string[] = [];

async function runPart(name: string, run: Part): Promise<Tally> {
  const startedAt = performance.now();
  const tally = await run().catch((error: Error) => tallyOfError(error.message));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  summary.push(`  ${name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`);
  return tally;
}

const startedAt = performance.now();
console.log(`\n── ${parts.map(([name]) => name).join(', ')}`);
let total = noTests;
// Each part alone leaves the processor idle while it waits. The long tests also measure, so they run one after the other.
if (isFullTier) for (const part of parts) total = sum(total, await runPart(...part));
else total = (await Promise.all(parts.map((part) => runPart(...part)))).reduce(sum, noTests);
process.stdout.write(collected.join(''));

console.log(`\n${summary.join('\n')}`);
for (const failure of total.failures) console.log(`  failed: ${failure}`);
for (const name of total.notRun) console.log(`  not run: ${name}`);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${total.passed} passed, ${total.failed} failed in ${minutes} min`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
