import {
  type ConnectSourceBody,
  OrderSourceAnswerSchema,
  OrderSourcesAnswerSchema,
  type UpdateSourceBody,
} from '@lading/contract/orders/order-sources.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiRequest } from './api-client.ts';

export const SOURCES_KEY = 'order-sources';

/** The first call to a shop can be slow. */
const CONNECT_LIMIT_MS = 60_000;

const listSources = async (signal?: AbortSignal) =>
  (await apiRequest(OrderSourcesAnswerSchema, API.orderSources, { signal })).sources;

export const connectSource = async (body: ConnectSourceBody) =>
  (
    await apiRequest(OrderSourceAnswerSchema, API.orderSources, {
      method: 'POST',
      body,
      timeLimitMs: CONNECT_LIMIT_MS,
    })
  ).source;

export const updateSource = async (id: string, body: UpdateSourceBody) =>
  (
    await apiRequest(OrderSourceAnswerSchema, path(API.orderSource, { id }), {
      method: 'PATCH',
      body,
      timeLimitMs: CONNECT_LIMIT_MS,
    })
  ).source;

export const disconnectSource = (id: string) =>
  apiRequest(z.unknown(), path(API.orderSource, { id }), { method: 'DELETE' });

export const syncSource = (id: string) =>
  apiRequest(OrderSourceAnswerSchema, path(API.orderSourceSync, { id }), { method: 'POST' });

/** The client's stores. `refreshMs` while their state is on the screen. */
export const useOrderSources = (refreshMs?: number) =>
  useQuery({
    queryKey: [SOURCES_KEY],
    queryFn: ({ signal }) => listSources(signal),
    ...(refreshMs && { refetchInterval: refreshMs }),
  });
