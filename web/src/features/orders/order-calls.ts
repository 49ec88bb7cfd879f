import { type OrderFileAnswer, OrderFileAnswerSchema } from '@lading/contract/orders/import-orders.ts';
import { RetryReportsAnswerSchema } from '@lading/contract/orders/order-sources.ts';
import {
  type HoldOrderBody,
  OrderAnswerSchema,
  OrderIdsAnswerSchema,
  OrdersAnswerSchema,
  type OrdersQuery,
  type SplitOrderBody,
  type UpdateOrderBody,
  UpdateOrdersAnswerSchema,
  type UpdateOrdersBody,
} from '@lading/contract/orders/orders.ts';
import {
  type PrintOrdersBody,
  type ShipOrdersAnswer,
  ShipOrdersAnswerSchema,
} from '@lading/contract/orders/ship-orders.ts';
import { API, path } from '@lading/contract/routes.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { saveResponse } from '../../lib/download-file.ts';

/** For thousands of orders, or a large file. */
const LONG_LIMIT_MS = 120_000;

type Query = Partial<Record<keyof OrdersQuery, string | number>>;

export const listOrders = (query: Query, signal?: AbortSignal) =>
  apiRequest(OrdersAnswerSchema, API.orders, { query, signal });

/** The ids of all orders of a list, on every page. */
export const listOrderIds = (query: Query) => apiRequest(OrderIdsAnswerSchema, API.orderIds, { query });

export const getOrder = async (id: string, signal?: AbortSignal) =>
  (await apiRequest(OrderAnswerSchema, path(API.order, { id }), { signal })).order;

export const changeOrder = (id: string, body: UpdateOrderBody) =>
  apiRequest(OrderAnswerSchema, path(API.order, { id }), { method: 'PATCH', body });

export const changeOrders = (body: UpdateOrdersBody) =>
  apiRequest(UpdateOrdersAnswerSchema, API.orders, { method: 'PATCH', body });

export const holdOrder = (id: string, body: HoldOrderBody) =>
  apiRequest(OrderAnswerSchema, path(API.orderHold, { id }), { method: 'POST', body });

export const releaseOrder = (id: string) =>
  apiRequest(OrderAnswerSchema, path(API.orderHold, { id }), { method: 'DELETE' });

export const markShipped = (id: string) =>
  apiRequest(OrderAnswerSchema, path(API.orderShipped, { id }), { method: 'POST' });

export const unmarkShipped = (id: string) =>
  apiRequest(OrderAnswerSchema, path(API.orderShipped, { id }), { method: 'DELETE' });

export const combineOrders = (orderIds: string[]) =>
  apiRequest(OrderAnswerSchema, API.ordersCombine, { method: 'POST', body: { orderIds } });

export const splitOrder = (id: string, body: SplitOrderBody) =>
  apiRequest(OrderAnswerSchema, path(API.orderSplit, { id }), { method: 'POST', body });

/** Undoes combining and splitting: the planned parcels of the order are dropped. */
export const separateOrder = (id: string) =>
  apiRequest(OrderAnswerSchema, path(API.orderParcels, { id }), { method: 'DELETE' });

export const retryReports = (id: string) =>
  apiRequest(RetryReportsAnswerSchema, path(API.orderReports, { id }), { method: 'POST' });

export const shipOrders = (orderIds: string[], idempotencyKey: string): Promise<ShipOrdersAnswer> =>
  apiRequest(ShipOrdersAnswerSchema, API.ordersShip, {
    method: 'POST',
    body: { orderIds },
    idempotencyKey,
    timeLimitMs: LONG_LIMIT_MS,
  });

/** Saves the PDF under the file name that the server sends. */
export function printOrders(body: PrintOrdersBody): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    timeLimitMs: LONG_LIMIT_MS,
  } as const;
  return saveResponse(API.ordersPrint, request, 'orders.pdf');
}

/** Sends the file as it is: the server knows the encodings of spreadsheets. */
export const importFile = (file: File): Promise<OrderFileAnswer> =>
  apiRequest(OrderFileAnswerSchema, API.ordersFile, {
    method: 'POST',
    file: { content: file, type: 'text/csv' },
    timeLimitMs: LONG_LIMIT_MS,
  });
