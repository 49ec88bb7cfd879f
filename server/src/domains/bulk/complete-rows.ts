import { completeItems, itemKey } from '@lading/contract/bulk/complete-items.ts';
import type { Batch, CompleteItemsBody, ItemAnswer } from '@lading/contract/bulk.ts';
import type { Product, ProductBody } from '@lading/contract/products.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findProductsBySku } from '../products/find-products-by-sku.ts';
import { EVERY_FIELD, saveProducts } from '../products/save-products.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { selectRowsWithoutDeclaration } from './bulk-rows.store.ts';
import { changeOwnRows } from './change-batch.ts';
import { replaceAndCheck } from './edit-rows.ts';
import { openCells } from './stored-row.ts';

/**
 * Fills in missing customs data of all unpaid rows that contain an item, and saves it to the product list if the client
 * wants that.
 */
export function completeRows(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { answers }: CompleteItemsBody,
): Promise<Batch> {
  const values = new Map(answers.map((answer) => [keyOf(answer), answer.values]));
  return changeOwnRows(deps, actor, id, async (trx, batch, by) => {
    await keepProducts(deps, trx, actor.userId, answers);
    const rows = await selectRowsWithoutDeclaration(trx, id);
    const completed = rows.flatMap(({ number, cells }) => {
      const answer = completeItems(openCells(by, cells), batch.decimal_comma, (key) => values.get(key));
      return answer ? [{ number, cells: answer.cells }] : [];
    });
    await replaceAndCheck(deps, trx, { batch, by }, completed);
  });
}

const keyOf = ({ sku, description }: ItemAnswer) =>
  itemKey({ sku: sku.trim(), description: description.trim() });

const MAX_NAME = 100;

/** Only items with a SKU can be saved. Values in the product list stay unless the answer has new ones. */
async function keepProducts(
  deps: BulkDeps,
  trx: Trx,
  userId: string,
  answers: readonly ItemAnswer[],
): Promise<void> {
  const kept = answers.filter(({ saveProduct, sku }) => saveProduct && sku.trim() !== '');
  if (kept.length === 0) return;
  const known = await findProductsBySku(
    trx,
    userId,
    kept.map(({ sku }) => sku.trim()),
  );
  const products = kept.map((answer) => productOf(answer, known.get(answer.sku.trim())));
  await saveProducts(deps, trx, { userId, products, fields: EVERY_FIELD });
}

function productOf({ sku, description, values }: ItemAnswer, known: Product | undefined): ProductBody {
  const name = description.trim() || values.description || sku;
  return {
    sku: sku.trim(),
    name: known?.name ?? name.slice(0, MAX_NAME).toWellFormed().trim(),
    description: values.description || known?.description || '',
    unitWeight: values.unitWeight ?? known?.unitWeight ?? null,
    unitValue: values.unitValue ?? known?.unitValue ?? null,
    hsCode: values.hsCode || known?.hsCode || '',
    origin: values.origin || known?.origin || '',
  };
}
