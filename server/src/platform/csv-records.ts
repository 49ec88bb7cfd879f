import { type RecordProblem, readRecords, type TextRecord } from '@lading/contract/read-records.ts';

export class UnreadableCsvError extends Error {
  readonly problem: RecordProblem;

  constructor(problem: RecordProblem) {
    super(`${problem.kind} on line ${problem.line}`);
    this.problem = problem;
  }
}

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Reads a whole file, with the delimiter of its first line. Leaves out empty lines. */
export function readCsv(text: string, delimiter: Delimiter = delimiterOf(text)): TextRecord[] {
  const records: TextRecord[] = [];
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const problem = readRecords<never>(text, { delimiter, start }, (record) => {
    if (record.cells.some((value) => value.trim() !== '')) records.push(record);
    return null;
  });
  if (problem) throw new UnreadableCsvError(problem);
  return records;
}

/** The most frequent one of the first line. Spreadsheets in many countries write semicolons. */
export function delimiterOf(text: string): Delimiter {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}
