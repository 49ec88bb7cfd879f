import {
  type Product,
  ProductAnswerSchema,
  type ProductBody,
  type ProductImportAnswer,
  ProductImportAnswerSchema,
  ProductsAnswerSchema,
  type ProductsQuery,
} from '@lading/contract/products.ts';
import { API, path } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { apiRequest } from './api-client.ts';
import { fetchFile, saveFile } from './download-file.ts';
import { http } from './http.ts';
import { serverChanged } from './server-changes.ts';

/** Importing 20,000 products takes a while. */
const FILE_LIMIT_MS = 120_000;

export const listProducts = (query: ProductsQuery, signal?: AbortSignal) =>
  apiRequest(ProductsAnswerSchema, API.products, { query, signal });

export const addProduct = async (body: ProductBody): Promise<Product> =>
  (await apiRequest(ProductAnswerSchema, API.products, { method: 'POST', body })).product;

export const changeProduct = async (id: string, body: ProductBody): Promise<Product> =>
  (await apiRequest(ProductAnswerSchema, path(API.product, { id }), { method: 'PUT', body })).product;

export const removeProduct = (id: string) =>
  apiRequest(z.unknown(), path(API.product, { id }), { method: 'DELETE' });

/** Sends the file as it is: the server knows the encodings of spreadsheets. */
export async function importProducts(file: File): Promise<ProductImportAnswer> {
  const headers = { accept: 'application/json', 'content-type': 'text/csv' };
  const options = { method: 'POST', headers, body: file, timeLimitMs: FILE_LIMIT_MS } as const;
  const { content } = await http(API.productsFile, options, (response) => response.json()).finally(
    serverChanged.emit,
  );
  return ProductImportAnswerSchema.parse(content);
}

export async function downloadProducts(): Promise<void> {
  saveFile(await fetchFile(API.productsFile), 'products.csv');
}

/** A list of SKUs is separated by commas, so a SKU that contains one is searched for instead. */
async function findBySku(sku: string): Promise<Product | undefined> {
  const { products } = await listProducts(sku.includes(',') ? { search: sku } : { skus: sku });
  return products.find((product) => product.sku.toLowerCase() === sku.toLowerCase());
}

const isKnown = (value: unknown) => value !== '' && value !== null;

/**
 * Adds the product, or completes the one with the same SKU. Keeps its name and any value that the caller does not
 * provide.
 */
export async function saveProduct(body: ProductBody): Promise<Product> {
  const found = await findBySku(body.sku);
  if (!found) return addProduct(body);
  const { id, ...before } = found;
  const known = Object.entries(body).filter(([, value]) => isKnown(value));
  return changeProduct(id, { ...before, ...Object.fromEntries(known), name: before.name });
}
