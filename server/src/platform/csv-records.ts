import { type RecordProblem, readRecords, type TextRecord } from '@lading/contract/read-records.ts';

/** The message is for the person who made the file. */
export class UnreadableCsvError extends Error {}

/** Records need much more memory than their text: ten megabytes can be millions of lines. */
const MAX_RECORDS = 50_000;
const TOO_LONG = `A file can have up to ${MAX_RECORDS.toLocaleString('en-US')} lines. Please split it.`;

const PROBLEMS: Record<RecordProblem['kind'], string> = {
  open_quote: 'The closing quotation mark is missing.',
  endless_cell: 'A cell is too long. Its closing quotation mark may be missing.',
  too_wide: 'The line has too many columns.',
};

export const problemText = ({ kind, line }: RecordProblem): string => `Line ${line}: ${PROBLEMS[kind]}`;

/** Spreadsheets write UTF-8 or the code page of Windows. */
export function decodeCsv(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Reads a whole file, with the delimiter of its first line. Leaves out empty lines. */
export function readCsv(text: string, delimiter: Delimiter = delimiterOf(text)): TextRecord[] {
  const records: TextRecord[] = [];
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const problem = readRecords<'too_long'>(text, { delimiter, start }, (record) => {
    if (record.cells.every((value) => value.trim() === '')) return null;
    return records.push(record) > MAX_RECORDS ? 'too_long' : null;
  });
  if (problem) throw new UnreadableCsvError(problem === 'too_long' ? TOO_LONG : problemText(problem));
  return records;
}

/** The most frequent one of the first line. Spreadsheets in many countries write semicolons. */
export function delimiterOf(text: string): Delimiter {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}
