import {
  HsSearchAnswerSchema,
  HsSearchQuerySchema,
  MAX_PRODUCT_FILE_BYTES,
  ProductAnswerSchema,
  ProductBodySchema,
  ProductImportAnswerSchema,
  ProductsAnswerSchema,
  ProductsQuerySchema,
} from '@lading/contract/products.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { exportProducts } from './export-products.ts';
import { importProducts } from './import-products.ts';
import {
  addProduct,
  changeProduct,
  listProducts,
  type ProductDeps,
  removeProduct,
} from './manage-products.ts';
import { searchHs } from './search-hs.ts';

const BODY_LIMIT = 16 * 1024;
const DeletedSchema = z.object({ deleted: z.literal(true) });

const route = routesOf<ProductDeps & { timeZone: string }>('Products');

const LIST_ROUTES = [
  route({
    method: 'GET',
    path: API.products,
    access: 'user',
    apiKey: 'orders',
    operationId: 'listProducts',
    summary: 'Lists the products, by SKU.',
    query: ProductsQuerySchema,
    answer: ProductsAnswerSchema,
    handle: (deps, { actor, query }) => listProducts(deps, actor, query),
  }),
  route({
    method: 'POST',
    path: API.products,
    access: 'user',
    apiKey: 'orders',
    operationId: 'createProduct',
    summary: 'Saves a product.',
    bodyLimit: BODY_LIMIT,
    body: ProductBodySchema,
    answer: ProductAnswerSchema,
    status: 201,
    handle: async (deps, { actor, body }) => ({ product: await addProduct(deps, actor, body) }),
  }),
  route({
    method: 'PUT',
    path: API.product,
    access: 'user',
    apiKey: 'orders',
    operationId: 'updateProduct',
    summary: 'Updates a product.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: ProductBodySchema,
    answer: ProductAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      product: await changeProduct(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.product,
    access: 'user',
    apiKey: 'orders',
    operationId: 'deleteProduct',
    summary: 'Deletes a product.',
    params: IdSchema,
    answer: DeletedSchema,
    handle: async (deps, { actor, params }) => {
      await removeProduct(deps, actor, params.id);
      return { deleted: true as const };
    },
  }),
];

const FILE_ROUTES = [
  route({
    method: 'GET',
    path: API.productsFile,
    access: 'user',
    apiKey: 'orders',
    operationId: 'exportProducts',
    summary: 'Downloads all products as CSV.',
    parallelPerAccount: 1,
    handle: async (deps, { actor, reply }) => sendFile(reply, await exportProducts(deps, actor)),
  }),
  route({
    method: 'POST',
    path: API.productsFile,
    access: 'user',
    apiKey: 'orders',
    operationId: 'importProducts',
    summary: 'Imports products from a CSV file by SKU. Rows with problems are reported and skipped.',
    bodyLimit: MAX_PRODUCT_FILE_BYTES,
    rawBody: ['text/csv'],
    parallelPerAccount: 1,
    headers: ['content-type'],
    answer: ProductImportAnswerSchema,
    handle: (deps, { actor, bytes, header }) =>
      importProducts(deps, actor, { contentType: header('content-type'), bytes }),
  }),
];

const HS_ROUTES = [
  route({
    method: 'GET',
    path: API.hsSearch,
    access: 'user',
    apiKey: 'orders',
    operationId: 'searchHsCodes',
    summary: 'Finds HS codes by words or by the first digits. Returns at most 20, the best first.',
    rateLimit: ACCOUNT_LIMITS.hsSearch,
    query: HsSearchQuerySchema,
    answer: HsSearchAnswerSchema,
    handle: async (_deps, { query }) => ({ matches: await searchHs(query.search) }),
  }),
];

export const PRODUCT_ROUTES = [...LIST_ROUTES, ...FILE_ROUTES, ...HS_ROUTES];
