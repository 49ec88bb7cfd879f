import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import type { BulkCells, BulkColumn } from '@lading/contract/bulk/columns.ts';
import type { CheckContext } from '@lading/contract/bulk/row.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';

/** Checks a row with edited cells as the server will. Earlier address checks and rates no longer apply. */
export function checkEditedRow(row: BulkRow, cells: BulkCells, context: CheckContext): BulkRow {
  const columns = Object.keys(cells) as BulkColumn[];
  if (columns.every((column) => cells[column] === (row.cells[column] ?? ''))) return row;
  const all = { ...row.cells, ...cells };
  const { problems } = checkBulkRow(all, { ...context, hasMaskedTaxIds: true });
  const isValid = problems.length === 0;
  return {
    ...row,
    cells: all,
    problems,
    isValid,
    status: isValid ? 'pending' : 'invalid',
    error: problems[0]?.message ?? null,
    work: isValid ? 'addresses' : null,
    selectedRateId: null,
    rate: null,
    rateCount: 0,
  };
}
