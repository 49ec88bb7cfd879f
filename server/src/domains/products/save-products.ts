import { MAX_PRODUCTS, PRODUCTS, type ProductBody } from '@lading/contract/products.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { toStored } from './product-fields.ts';
import { countProducts, type OptionalField, type SavedCounts, upsertProducts } from './products.store.ts';

export const EVERY_FIELD: ReadonlySet<OptionalField> = new Set([
  'description',
  'unit_weight_oz',
  'unit_value_cents',
  'hs_code',
  'origin',
]);

export async function saveProducts(
  { clock }: { clock: Clock },
  trx: Trx,
  {
    userId,
    products,
    fields,
  }: { userId: string; products: readonly ProductBody[]; fields: ReadonlySet<OptionalField> },
): Promise<SavedCounts> {
  const stored = products.map((body) => toStored(newId(), body));
  const counts = await upsertProducts(trx, userId, stored, fields, clock.now());
  if (counts.added > 0 && (await countProducts(trx, userId, '')) > MAX_PRODUCTS)
    throw new AppError('LIMIT_REACHED', { message: PRODUCTS.limitReached });
  return counts;
}
