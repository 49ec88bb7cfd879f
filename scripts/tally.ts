import { relative } from 'node:path';

export interface Tally {
  passed: number;
  failed: number;
  /** Repeated at the end: thousands of lines separate a failure from the summary. */
  failures: string[];
  notRun: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

export const noTests: Tally = { passed: 0, failed: 0, failures: [], notRun: [] };

export const tallyOfCheck = (succeeded: boolean, output: string): Tally => ({
  ...noTests,
  passed: Number(succeeded),
  failed: Number(!succeeded),
  failures: succeeded || output === '' ? [] : [`\n${output}`],
});

export const tallyOfError = (reason: string): Tally => ({ ...noTests, failed: 1, failures: [reason] });

export const sum = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
  notRun: [...a.notRun, ...b.notRun],
});

/** A file that fails before its first test reports no failed test, and still counts as a failure. */
export function tallyOfReport(report: VitestReport, succeeded: boolean): Tally {
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
        .map((test) => `${test.fullName}\n${indent(test.failureMessages.join('\n'))}`),
      ...brokenFiles.map((file) => `${file.name}\n${indent(file.message)}`),
    ],
    notRun: tests
      .filter((test) => test.status !== 'passed' && test.status !== 'failed')
      .map((test) => test.fullName),
  };
}

const MAX_LINES = 12;
const indent = (text: string): string =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => `      ${line}`)
    .join('\n');
