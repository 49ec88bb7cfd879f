import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkLint, checkTypes, runTool } from './steps.ts';

interface Tally {
  passed: number;
  failed: number;
  /** What failed and how, to be said again at the end: thousands of lines lie between a failure and the summary. */
  failures: string[];
  notRun: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
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
  failures: [],
  notRun: [],
});

const broken = (why: string): Tally => ({ passed: 0, failed: 1, failures: [why], notRun: [] });

async function runVitest(projects: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-report-'));
  const file = join(folder, 'report.json');
  const selection = projects.flatMap((project) => ['--project', project]);
  const args = ['run', ...selection, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await runTool('vitest', args);
  try {
    return tallyOf(JSON.parse(readFileSync(file, 'utf8')), succeeded);
  } catch (error) {
    return broken(`no report: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that broke before its first test has no failed test in it, and still must not count as nothing. */
function tallyOf(report: VitestReport, succeeded: boolean): Tally {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      ...test,
      fullName: `${relative(process.cwd(), file.name)}: ${test.fullName}`,
    })),
  );
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    failures: [
      ...tests
        .filter((test) => test.status === 'failed')
        .map((test) => `${test.fullName}\n${indented(test.failureMessages.join('\n'))}`),
      ...brokenFiles.map((file) => `${file.name}\n${indented(file.message)}`),
    ],
    notRun: tests
      .filter((test) => test.status !== 'passed' && test.status !== 'failed')
      .map((test) => test.fullName),
  };
}

const MAX_LINES = 12;
const indented = (text: string): string =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => `      ${line}`)
    .join('\n');

const chosen = process.argv.slice(2);
const total: Tally = { passed: 0, failed: 0, failures: [], notRun: [] };
const lines: string[] = [];
for (const [name, run] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n── ${name}`);
  const begun = performance.now();
  const tally = await run().catch((error: Error): Tally => {
    return broken(error.message);
  });
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.failures.push(...tally.failures);
  total.notRun.push(...tally.notRun);
  lines.push(
    `  ${name}: ${tally.passed} passed, ${tally.failed} failed in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
}

console.log(`\n${lines.join('\n')}`);
for (const failure of total.failures) console.log(`  failed: ${failure}`);
for (const name of total.notRun) console.log(`  not run here: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
