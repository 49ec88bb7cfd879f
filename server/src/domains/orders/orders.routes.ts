import {
  DescribedImportBodySchema,
  ImportOrdersAnswerSchema,
  ImportOrdersBodySchema,
  MAX_ORDER_FILE_BYTES,
  OrderFileAnswerSchema,
  OrderFileQuerySchema,
} from '@lading/contract/orders/import-orders.ts';
import {
  CombineOrdersBodySchema,
  HoldOrderBodySchema,
  OrderAnswerSchema,
  OrderIdsAnswerSchema,
  OrderIdsQuerySchema,
  OrdersAnswerSchema,
  OrdersQuerySchema,
  SplitOrderBodySchema,
  UpdateOrderBodySchema,
  UpdateOrdersAnswerSchema,
  UpdateOrdersBodySchema,
} from '@lading/contract/orders/orders.ts';
import {
  PrintOrdersBodySchema,
  ShipOrdersAnswerSchema,
  ShipOrdersBodySchema,
} from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { requireApiKeyScope } from '../../platform/api-key-scope.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { parallelCalls } from '../../platform/http/parallel-calls.ts';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { BulkDeps } from '../bulk/bulk.deps.ts';
import { combineOrders, resetParcels, splitOrder } from './combine-orders.ts';
import { holdOrder, releaseOrder } from './hold-order.ts';
import { importOrderFile } from './import-order-file.ts';
import { importOrders } from './import-orders.ts';
import { listOrderIds, listOrders } from './list-orders.ts';
import { markShipped, unmarkShipped } from './mark-shipped.ts';
import { type OrderPaperDeps, printOrders } from './print-orders.ts';
import { shipOrders } from './ship-orders.ts';
import { showOrder } from './show-order.ts';
import { updateOrder, updateOrders } from './update-orders.ts';

const KB = 1024;
/** Fits ten thousand IDs. */
const IDS_LIMIT = 512 * KB;
/** Fits a thousand IDs, or five hundred items. */
const LIST_LIMIT = 128 * KB;
/** Fits a hundred orders with many items. */
const IMPORT_LIMIT = 4096 * KB;
/** A change may wait for a lock, and each one that waits has a connection to the database. */
const CHANGES = parallelCalls(3);

const route = routesOf<BulkDeps & OrderPaperDeps>('Orders');

const INBOX_ROUTES = [
  route({
    method: 'GET',
    path: API.orders,
    access: 'user',
    apiKey: 'orders',
    operationId: 'listOrders',
    summary: 'Lists orders of a view, newest first, with the number of orders in each view.',
    parallelPerAccount: 6,
    query: OrdersQuerySchema,
    answer: OrdersAnswerSchema,
    handle: (deps, { actor, query }) => listOrders(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.orderIds,
    access: 'user',
    apiKey: 'orders',
    operationId: 'listOrderIds',
    summary: 'Lists the ids of all orders of a view and filter, up to 10,000.',
    query: OrderIdsQuerySchema,
    answer: OrderIdsAnswerSchema,
    handle: (deps, { actor, query }) => listOrderIds(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.order,
    access: 'user',
    apiKey: 'orders',
    operationId: 'getOrder',
    summary: 'Returns an order with its items and parcels.',
    params: IdSchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params }) => ({ order: await showOrder(deps, actor, params.id) }),
  }),
  route({
    method: 'PATCH',
    path: API.order,
    access: 'user',
    apiKey: 'orders',
    operationId: 'updateOrder',
    summary: 'Changes the recipient, parcel, service, extras or tags of an order.',
    parallelPerAccount: CHANGES,
    params: IdSchema,
    body: UpdateOrderBodySchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      order: await updateOrder(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'PATCH',
    path: API.orders,
    access: 'user',
    apiKey: 'orders',
    operationId: 'updateOrders',
    summary: 'Changes up to 500 orders in the same way.',
    bodyLimit: LIST_LIMIT,
    parallelPerAccount: CHANGES,
    body: UpdateOrdersBodySchema,
    answer: UpdateOrdersAnswerSchema,
    handle: (deps, { actor, body }) => updateOrders(deps, actor, body),
  }),
];

const PREPARATION_ROUTES = [
  route({
    method: 'POST',
    path: API.orderHold,
    access: 'user',
    apiKey: 'orders',
    operationId: 'holdOrder',
    summary: 'Holds an order until a day, or until it is released.',
    parallelPerAccount: CHANGES,
    params: IdSchema,
    body: HoldOrderBodySchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      order: await holdOrder(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.orderHold,
    access: 'user',
    apiKey: 'orders',
    operationId: 'releaseOrder',
    summary: 'Releases an order that is on hold.',
    parallelPerAccount: CHANGES,
    params: IdSchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params }) => ({ order: await releaseOrder(deps, actor, params.id) }),
  }),
  route({
    method: 'POST',
    path: API.orderShipped,
    access: 'user',
    apiKey: 'orders',
    operationId: 'markOrderShipped',
    summary: 'Marks what remains of an order as shipped outside Lading. The store is not told.',
    parallelPerAccount: CHANGES,
    params: IdSchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params }) => ({ order: await markShipped(deps, actor, params.id) }),
  }),
  route({
    method: 'DELETE',
    path: API.orderShipped,
    access: 'user',
    apiKey: 'orders',
    operationId: 'unmarkOrderShipped',
    summary: 'Reopens the units of an order that were marked as shipped.',
    parallelPerAccount: CHANGES,
    params: IdSchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params }) => ({ order: await unmarkShipped(deps, actor, params.id) }),
  }),
  route({
    method: 'POST',
    path: API.ordersCombine,
    access: 'user',
    apiKey: 'orders',
    operationId: 'combineOrders',
    summary: 'Puts orders of the same recipient into one parcel.',
    parallelPerAccount: CHANGES,
    body: CombineOrdersBodySchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, body }) => ({ order: await combineOrders(deps, actor, body) }),
  }),
  route({
    method: 'POST',
    path: API.orderSplit,
    access: 'user',
    apiKey: 'orders',
    operationId: 'splitOrder',
    summary: 'Puts some units of an order into a parcel of their own.',
    parallelPerAccount: CHANGES,
    bodyLimit: LIST_LIMIT,
    params: IdSchema,
    body: SplitOrderBodySchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      order: await splitOrder(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.orderParcels,
    access: 'user',
    apiKey: 'orders',
    operationId: 'resetOrderParcels',
    summary: 'Ships an order in one parcel of its own again, after it was combined or split.',
    parallelPerAccount: CHANGES,
    params: IdSchema,
    answer: OrderAnswerSchema,
    handle: async (deps, { actor, params }) => ({ order: await resetParcels(deps, actor, params.id) }),
  }),
  route({
    method: 'POST',
    path: API.ordersShip,
    access: 'user',
    apiKey: 'labels',
    operationId: 'shipOrders',
    summary:
      'Creates an upload with a row for each parcel of the orders. Orders that are not ready are left out.',
    bodyLimit: IDS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.batches,
    parallelPerAccount: 2,
    headers: ['idempotency-key'],
    body: ShipOrdersBodySchema,
    answer: ShipOrdersAnswerSchema,
    status: 201,
    handle: (deps, call) => shipOrders(deps, call.actor, call.body, idempotencyKeyOf(call)),
  }),
];

const PRINT_ROUTES = [
  route({
    method: 'POST',
    path: API.ordersPrint,
    access: 'user',
    apiKey: 'orders',
    operationId: 'printOrders',
    summary:
      'Prints packing slips, labels with their slips, or a pick list as PDF. Labels need an API key with the scope `labels`.',
    bodyLimit: LIST_LIMIT,
    parallelPerAccount: 2,
    body: PrintOrdersBodySchema,
    handle: async (deps, { actor, body, reply }) => {
      if (body.content === 'labels_and_slips') requireApiKeyScope(actor, 'labels');
      return sendFile(reply, await printOrders(deps, actor, body));
    },
  }),
];

const IMPORT_ROUTES = [
  route({
    method: 'POST',
    path: API.ordersImport,
    access: 'user',
    apiKey: 'orders',
    verifiedEmail: true,
    operationId: 'importOrders',
    summary: 'Adds or changes up to 100 orders by their `external_id`. Each one is answered on its own.',
    bodyLimit: IMPORT_LIMIT,
    rateLimit: [ACCOUNT_LIMITS.orderImports, ACCOUNT_LIMITS.orderImportsPerDay],
    parallelPerAccount: 2,
    body: ImportOrdersBodySchema,
    describedBody: DescribedImportBodySchema,
    answer: ImportOrdersAnswerSchema,
    handle: (deps, { actor, body }) => importOrders(deps, actor, body),
  }),
  route({
    method: 'POST',
    path: API.ordersFile,
    access: 'user',
    apiKey: 'orders',
    verifiedEmail: true,
    operationId: 'importOrderFile',
    summary: 'Imports orders from a CSV file. Orders with problems are reported and skipped.',
    bodyLimit: MAX_ORDER_FILE_BYTES,
    rawBody: ['text/csv'],
    rateLimit: ACCOUNT_LIMITS.orderFiles,
    parallelPerAccount: 1,
    headers: ['content-type'],
    query: OrderFileQuerySchema,
    answer: OrderFileAnswerSchema,
    handle: (deps, { actor, bytes, query, header }) =>
      importOrderFile(deps, actor, {
        contentType: header('content-type'),
        bytes,
        isPreview: query.preview === 'true',
      }),
  }),
];

export const ORDER_ROUTES = [...INBOX_ROUTES, ...PREPARATION_ROUTES, ...PRINT_ROUTES, ...IMPORT_ROUTES];
