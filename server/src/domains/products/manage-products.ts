import { paginationOf } from '@lading/contract/paging.ts';
import {
  MAX_PRODUCTS,
  PRODUCTS,
  type Product,
  type ProductBody,
  type ProductsAnswer,
  type ProductsQuery,
} from '@lading/contract/products.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { findProductsBySku } from './find-products-by-sku.ts';
import { toProduct, toStored } from './product-fields.ts';
import {
  countProducts,
  deleteProduct,
  insertProduct,
  selectProducts,
  updateProduct,
} from './products.store.ts';

export interface ProductDeps {
  db: Database;
  clock: Clock;
}

const PAGE_SIZE = 50;

export async function listProducts(
  { db }: ProductDeps,
  { userId }: Actor,
  { skus, search = '', page = 1, limit = PAGE_SIZE }: ProductsQuery,
): Promise<ProductsAnswer> {
  if (skus !== undefined) return listBySku(db, userId, skus);
  const [total, rows] = await Promise.all([
    countProducts(db, userId, search),
    selectProducts(db, userId, { search, offset: (page - 1) * limit, limit }),
  ]);
  return { products: rows.map(toProduct), pagination: paginationOf(total, page, limit) };
}

/** In the order of the query, on one page. */
async function listBySku(db: Database, userId: string, skus: string): Promise<ProductsAnswer> {
  const wanted = skus.split(',').map((sku) => sku.trim());
  const found = await findProductsBySku(db, userId, wanted);
  const products = new Map([...found.values()].map((product) => [product.id, product]));
  return {
    products: [...products.values()],
    pagination: paginationOf(products.size, 1, Math.max(products.size, PAGE_SIZE)),
  };
}

export async function addProduct(
  { db, clock }: ProductDeps,
  { userId }: Actor,
  body: ProductBody,
): Promise<Product> {
  const product = toStored(newId(), body);
  const added = await refuseSameSku(() =>
    insertProduct(db, { userId, product, now: clock.now() }, MAX_PRODUCTS),
  );
  if (!added) throw new AppError('LIMIT_REACHED', { message: PRODUCTS.limitReached });
  return toProduct(product);
}

export async function changeProduct(
  { db, clock }: ProductDeps,
  { userId }: Actor,
  id: string,
  body: ProductBody,
): Promise<Product> {
  const product = toStored(id, body);
  const changed = await refuseSameSku(() => updateProduct(db, { userId, product, now: clock.now() }));
  if (!changed) throw new AppError('NOT_FOUND');
  return toProduct(product);
}

/** Also succeeds if the product is already deleted, so that a retry is safe. */
export const removeProduct = ({ db }: ProductDeps, { userId }: Actor, id: string): Promise<void> =>
  deleteProduct(db, userId, id);

async function refuseSameSku<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'products_sku')) throw error;
    const message = PRODUCTS.skuTaken;
    throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'sku', message }] });
  }
}
