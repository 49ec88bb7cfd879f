import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import { unwrapFormula } from '@lading/contract/bulk/unwrap-cell.ts';

/** The order number as the check of the row reads it: spreadsheets export `="1001"`. */
export const orderRefOf = ({ order_ref }: Pick<BulkCells, 'order_ref'>): string | undefined =>
  order_ref === undefined ? undefined : unwrapFormula(order_ref.trim());
