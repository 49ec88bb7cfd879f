import { columnTitle } from './column-names.ts';
import type { BulkColumn } from './columns.ts';
import type { RowFindings } from './row-findings.ts';

/** The words of a cell for each value, without spaces and punctuation. */
export const words = <V>(table: readonly (readonly [V, string])[]): ReadonlyMap<string, V> =>
  new Map(
    table.flatMap(([value, spellings]) => spellings.split(' ').map((word): [string, V] => [word, value])),
  );

export const NO = 'no none false 0 n';
export const YES = 'yes true 1 y x';

/** Undefined if the cell is empty or has another word, which is a problem of the row. */
export function readChoice<V>(
  findings: RowFindings,
  column: BulkColumn,
  values: ReadonlyMap<string, V>,
  choices: string,
): V | undefined {
  const text = findings.value(column);
  if (text === '') return undefined;
  const value = values.get(text.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
  if (value === undefined) findings.problem(column, 'text', `${columnTitle(column)}: Please use ${choices}.`);
  return value;
}
