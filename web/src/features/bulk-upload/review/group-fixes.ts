import { isItemColumn } from '@lading/contract/bulk/columns.ts';
import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import type { RowEdit } from '../batch/edit-queue.ts';

export const groupKey = ({ kind, column }: Pick<BulkProblem, 'kind' | 'column'>): string =>
  `${kind}:${column}`;

/** The suggested fix of each row in a group; rows without one are skipped. */
export function fixesOf(group: ProblemGroup, row: (number: number) => BulkRow | undefined): RowEdit[] {
  return group.numbers.flatMap((number) => {
    const fix = row(number)?.problems.find((problem) => groupKey(problem) === group.key)?.fix;
    return fix ? { number, cells: fix.cells } : [];
  });
}

/**
 * False for a failed address or rate request, which can only be retried, and for item columns, which differ by row
 * and are handled by the customs panel.
 */
export const canSetForAll = ({ kind, column }: Pick<ProblemGroup, 'kind' | 'column'>): boolean =>
  kind !== 'address_check' && kind !== 'rates' && !isItemColumn(column);

/** Sets one value in every row of a group. */
export const setForAll = (
  { column, numbers }: Pick<ProblemGroup, 'column' | 'numbers'>,
  value: string,
): RowEdit[] => numbers.map((number) => ({ number, cells: { [column]: value } }));
