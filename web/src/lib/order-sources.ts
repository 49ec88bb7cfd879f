import {
  AuthorizationAnswerSchema,
  AuthorizeSourceAnswerSchema,
  type AuthorizeSourceBody,
} from '@lading/contract/orders/authorize-source.ts';
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
export const ORDERS_KEY = 'orders';

/** The first call to a shop can be slow. */
const CONNECT_LIMIT_MS = 60_000;

const listSources = (signal?: AbortSignal) =>
  apiRequest(OrderSourcesAnswerSchema, API.orderSources, { signal });

/** Returns the URL where the client signs in to the store. */
export const authorizeSource = async (body: AuthorizeSourceBody) =>
  (
    await apiRequest(AuthorizeSourceAnswerSchema, API.orderSourceAuthorize, {
      method: 'POST',
      body,
      setsCookie: true,
    })
  ).url;

/** Asks until the store is connected or refused. */
export const useAuthorization = (id: string | null, askEveryMs: number) =>
  useQuery({
    queryKey: ['order-source-authorization', id],
    queryFn: ({ signal }) =>
      apiRequest(AuthorizationAnswerSchema, path(API.orderSourceAuthorization, { id: id ?? '' }), { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : askEveryMs),
  });

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

/**
 * The client's stores, and the kinds of stores that clients can sign in to. Pass `refreshMs` to poll while the state
 * is on screen.
 */
export const useOrderSources = (refreshMs?: number) =>
  useQuery({
    queryKey: [SOURCES_KEY],
    queryFn: ({ signal }) => listSources(signal),
    ...(refreshMs && { refetchInterval: refreshMs }),
  });
