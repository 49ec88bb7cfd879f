import * as records from '@lading/contract/read-records.ts';
import { COPY } from '../copy.ts';

/** Returns `take`'s reason to stop, or what is wrong with the text, or null. */
export function readRecords(
  text: string,
  options: records.RecordOptions,
  take: (record: records.TextRecord) => string | null,
): string | null {
  const end = records.readRecords(text, options, take);
  return end === null || typeof end === 'string' ? end : sentenceOf(end);
}

function sentenceOf({ kind, line }: records.RecordProblem): string {
  const { quoteNeverClosed, cellNeverEnds, tooWide } = COPY.fileProblems;
  if (kind === 'open_quote') return quoteNeverClosed(line);
  return kind === 'endless_cell' ? cellNeverEnds(line) : tooWide(line, records.COLUMN_STOP);
}
