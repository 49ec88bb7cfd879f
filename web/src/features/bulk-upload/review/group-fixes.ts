import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import type { RowEdit } from '../batch/edit-queue.ts';

export const groupKey = ({ kind, column }: Pick<BulkProblem, 'kind' | 'column'>): string =>
  `${kind}:${column}`;

/** Each row of a group with the fix that was offered to it; rows without one are left out. */
export function fixesOf(group: ProblemGroup, row: (number: number) => BulkRow | undefined): RowEdit[] {
  return group.numbers.flatMap((number) => {
    const fix = row(number)?.problems.find((problem) => groupKey(problem) === group.key)?.fix;
    return fix ? { number, cells: fix.cells } : [];
  });
}

/** One value for the cell of every row of a group. */
export const setForAll = (
  { column, numbers }: Pick<ProblemGroup, 'column' | 'numbers'>,
  value: string,
): RowEdit[] => numbers.map((number) => ({ number, cells: { [column]: value } }));
