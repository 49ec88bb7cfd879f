import { TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { type Match, matchColumns } from './match-columns.ts';

/** Rows with as many columns as the template use its order; the user must map all others. */
export function pastedMatch(width: number): { header: string[]; match: Match } {
  const header =
    width === TEMPLATE_COLUMNS.length
      ? [...TEMPLATE_COLUMNS]
      : Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
  return { header, match: matchColumns(header) };
}
