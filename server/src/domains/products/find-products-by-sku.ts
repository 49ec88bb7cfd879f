import type { Product } from '@lading/contract/products.ts';
import type { Handle } from '../../platform/db/database.ts';
import { toProduct } from './product-fields.ts';
import { selectProductsBySku } from './products.store.ts';

/** The client's products by SKU, ignoring case. Unknown SKUs are left out. */
export async function findProductsBySku(
  db: Handle,
  userId: string,
  skus: readonly string[],
): Promise<Map<string, Product>> {
  const wanted = [...new Set(skus)].filter((sku) => sku !== '');
  if (wanted.length === 0) return new Map();
  const rows = await selectProductsBySku(db, userId, wanted);
  return new Map(rows.map((row) => [row.wanted, toProduct(row)]));
}
