import { dateIn } from '@lading/contract/calendar-date.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { csvLine } from '../../platform/csv.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import type { ProductDeps } from './manage-products.ts';
import { type StoredProduct, selectProducts } from './products.store.ts';
import { withProtection } from './protected-cells.ts';

/** Everything that is saved is exported, including what concurrent calls added beyond the limit. */
const MAX_EXPORTED = 100_000;

const TITLES = ['SKU', 'Name', 'Customs description', 'Weight (oz)', 'Value (USD)', 'HS code', 'Origin'];

/** All products as CSV. An import reads the file back without a change. */
export async function exportProducts(
  { db, clock, timeZone }: ProductDeps & { timeZone: string },
  { userId }: Actor,
): Promise<SentFile> {
  const products = await selectProducts(db, userId, { search: '', offset: 0, limit: MAX_EXPORTED });
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `lading-products-${dateIn(timeZone, clock.now())}.csv`,
    content: [csvLine(TITLES), ...products.map(lineOf)].join(''),
  };
}

const lineOf = ({ sku, name, description, ...product }: StoredProduct): string =>
  csvLine([
    withProtection(sku),
    withProtection(name),
    withProtection(description),
    product.unit_weight_oz,
    product.unit_value_cents === null ? null : dollarsOf(product.unit_value_cents).toFixed(2),
    product.hs_code,
    product.origin,
  ]);
