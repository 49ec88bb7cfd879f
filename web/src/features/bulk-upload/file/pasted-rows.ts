import { TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { type Match, matchColumns } from './match-columns.ts';

/** Rows without a header use the template's column order if they are as wide as it; otherwise the person maps them. */
export function pastedMatch(width: number): { header: string[]; match: Match } {
  const header =
    width === TEMPLATE_COLUMNS.length
      ? [...TEMPLATE_COLUMNS]
      : Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
  return { header, match: matchColumns(header) };
}
