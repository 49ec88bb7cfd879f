import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLint, checkTypes, runTool } from './steps.ts';

interface Tally {
  passed: number;
  failed: number;
  notRun: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

const PARTS: Record<string, () => Promise<Tally>> = {
  types: async () => fromCheck(await checkTypes()),
  lint: async () => fromCheck(await checkLint()),
  'unit and integration': () => runVitest(['contract', 'server', 'web']),
  browser: () => runVitest(['e2e']),
};

const fromCheck = (passed: boolean): Tally => ({
  passed: Number(passed),
  failed: Number(!passed),
  notRun: [],
});

async function runVitest(projects: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-report-'));
  const file = join(folder, 'report.json');
  const selection = projects.flatMap((project) => ['--project', project]);
  const args = ['run', ...selection, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await runTool('vitest', args);
  try {
    return tallyOf(JSON.parse(readFileSync(file, 'utf8')), succeeded);
  } catch {
    return { passed: 0, failed: 1, notRun: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that broke before its first test has no failed test in it, and still must not count as nothing. */
function tallyOf(report: VitestReport, succeeded: boolean): Tally {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const notRun = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status !== 'passed' && test.status !== 'failed')
    .map((test) => test.fullName);
  return { passed: report.numPassedTests, failed: failed === 0 && !succeeded ? 1 : failed, notRun };
}

const chosen = process.argv.slice(2);
const total: Tally = { passed: 0, failed: 0, notRun: [] };
const lines: string[] = [];
for (const [name, run] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n── ${name}`);
  const begun = performance.now();
  const tally = await run().catch((error: Error): Tally => {
    console.error(error.message);
    return { passed: 0, failed: 1, notRun: [] };
  });
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.notRun.push(...tally.notRun);
  lines.push(
    `  ${name}: ${tally.passed} passed, ${tally.failed} failed in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
}

console.log(`\n${lines.join('\n')}`);
for (const name of total.notRun) console.log(`  not run here: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
