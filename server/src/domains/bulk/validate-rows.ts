import type { BulkCells, ItemColumn } from '@lading/contract/bulk/columns.ts';
import { completeItems, itemKey } from '@lading/contract/bulk/complete-items.ts';
import { readItems } from '@lading/contract/bulk/item-cells.ts';
import { isCustomsProblem } from '@lading/contract/bulk/row.ts';
import type { Product } from '@lading/contract/products.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findProductsBySku } from '../products/find-products-by-sku.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { StoredBatch } from './bulk-batches.store.ts';
import { checkContext, type ValidatedRow, validateRow } from './validate-row.ts';

interface WrittenRow {
  number: number;
  cells: BulkCells;
}

/** A row with the columns that the product list filled. */
type CompletedRow = ValidatedRow & { filled: readonly ItemColumn[] };

/**
 * Checks rows and completes their declarations from the product list, which is read once for all rows, or not at all
 * if every declaration is complete.
 */
export async function validateRows(
  deps: BulkDeps,
  trx: Trx,
  batch: StoredBatch,
  rows: readonly WrittenRow[],
): Promise<CompletedRow[]> {
  const context = checkContext(deps, batch);
  const validate = ({ number, cells }: WrittenRow) => validateRow(batch.user_id, context, number, cells);
  const validated = rows.map(validate);
  const incomplete = validated.filter(({ problems }) => problems.some(isCustomsProblem));
  const products = await productsFor(trx, batch.user_id, incomplete);
  return validated.map((row) => {
    const completed =
      products.size > 0 && row.problems.some(isCustomsProblem)
        ? completeItems(row.cells, context.decimalComma, (key) => products.get(key))
        : null;
    if (!completed) return { ...row, filled: [] };
    return { ...validate({ number: row.number, cells: completed.cells }), filled: completed.filled };
  });
}

async function productsFor(trx: Trx, userId: string, rows: readonly WrittenRow[]) {
  const skus = new Set(
    rows
      .flatMap(({ cells }) => readItems(cells))
      .map(({ item_sku }) => item_sku)
      .filter((sku) => sku !== ''),
  );
  const products =
    skus.size > 0 ? await findProductsBySku(trx, userId, [...skus]) : new Map<string, Product>();
  return new Map([...products.values()].map((product) => [itemKey(product), product]));
}
