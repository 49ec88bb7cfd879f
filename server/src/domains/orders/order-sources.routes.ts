import {
  CheckSourceAnswerSchema,
  CheckSourceBodySchema,
  ConnectSourceBodySchema,
  OrderSourceAnswerSchema,
  OrderSourcesAnswerSchema,
  RetryReportsAnswerSchema,
  UpdateSourceBodySchema,
} from '@lading/contract/orders/order-sources.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { checkSource } from './check-source.ts';
import { connectSource } from './connect-source.ts';
import { disconnectSource } from './disconnect-source.ts';
import { listSources } from './list-sources.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import { receiveAppHook, receiveHook } from './receive-hook.ts';
import { retryReports } from './retry-reports.ts';
import { syncSource } from './sync-source.ts';
import { updateSource } from './update-source.ts';

/** A malformed ID is an unknown one. */
const HookIdSchema = z.object({ id: z.string() });
const DisconnectedSchema = z.object({ disconnected: z.literal(true) });

/** Each call makes Lading call an address that the client chose. */
export const CONNECT_LIMIT = {
  max: 60,
  timeWindow: '1 hour',
  perAccount: true,
  name: 'connect store',
} as const;
const SYNC_LIMIT = { max: 60, timeWindow: '1 minute', perAccount: true } as const;

const HOOK_BODY_LIMIT = 1024 * 1024;
/** Some kinds of stores send the webhooks of all their merchants from a few addresses. */
const HOOK_ADDRESS_LIMIT = { max: 6000, timeWindow: '1 minute' } as const;
const HOOK_SOURCE_LIMIT = { max: 600, timeWindow: '1 minute', perId: true } as const;

const route = routesOf<OrderSourceDeps>('Orders');

const SOURCE_ROUTES = [
  route({
    method: 'GET',
    path: API.orderSources,
    access: 'user',
    operationId: 'listOrderSources',
    summary:
      'Lists the connected stores with their health, oldest first, and the kinds of stores that a client can sign in to.',
    answer: OrderSourcesAnswerSchema,
    handle: (deps, { actor }) => listSources(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.orderSources,
    access: 'user',
    verifiedEmail: true,
    operationId: 'connectOrderSource',
    summary: 'Connects a store that accepts the credentials. Its open orders are imported in the background.',
    rateLimit: CONNECT_LIMIT,
    parallelPerAccount: 2,
    body: ConnectSourceBodySchema,
    answer: OrderSourceAnswerSchema,
    status: 201,
    handle: async (deps, { actor, body }) => ({ source: await connectSource(deps, actor, body) }),
  }),
  route({
    method: 'POST',
    path: API.orderSourceCheck,
    access: 'user',
    verifiedEmail: true,
    operationId: 'checkOrderSource',
    summary: 'Tests the credentials of a store. Stores nothing.',
    rateLimit: CONNECT_LIMIT,
    parallelPerAccount: 2,
    body: CheckSourceBodySchema,
    answer: CheckSourceAnswerSchema,
    handle: (deps, { body }) => checkSource(deps, body),
  }),
  route({
    method: 'PATCH',
    path: API.orderSource,
    access: 'user',
    operationId: 'updateOrderSource',
    summary: 'Renames, pauses or resumes a store, changes its settings, or replaces its credentials.',
    rateLimit: CONNECT_LIMIT,
    parallelPerAccount: 2,
    params: IdSchema,
    body: UpdateSourceBodySchema,
    answer: OrderSourceAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      source: await updateSource(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.orderSource,
    access: 'user',
    operationId: 'disconnectOrderSource',
    summary: 'Disconnects a store and deletes its credentials. Its orders stay.',
    params: IdSchema,
    answer: DisconnectedSchema,
    handle: async (deps, { actor, params }) => {
      await disconnectSource(deps, actor, params.id);
      return { disconnected: true as const };
    },
  }),
  route({
    method: 'POST',
    path: API.orderSourceSync,
    access: 'user',
    operationId: 'syncOrderSource',
    summary: 'Reads a store within seconds instead of minutes. A store that was refused is tried again.',
    rateLimit: SYNC_LIMIT,
    params: IdSchema,
    answer: OrderSourceAnswerSchema,
    handle: async (deps, { actor, params }) => ({ source: await syncSource(deps, actor, params.id) }),
  }),
];

const REPORT_ROUTES = [
  route({
    method: 'POST',
    path: API.orderReports,
    access: 'user',
    operationId: 'retryOrderReports',
    summary: 'Resends the tracking numbers that the store refused or did not confirm.',
    params: IdSchema,
    answer: RetryReportsAnswerSchema,
    handle: (deps, { actor, params }) => retryReports(deps, actor, params.id),
  }),
];

const HOOK_ROUTES = [
  route({
    method: 'POST',
    path: API.etsyHooks,
    access: 'public',
    operationId: 'receiveEtsyHook',
    summary: 'Receives a webhook of an Etsy shop, for the operator’s app.',
    hidden: true,
    bodyLimit: HOOK_BODY_LIMIT,
    rateLimit: HOOK_ADDRESS_LIMIT,
    rawBody: true,
    answer: z.object({}),
    handle: async (deps, { body, reply }) => {
      if (!Buffer.isBuffer(body)) throw new AppError('BAD_REQUEST');
      await receiveAppHook(deps, 'etsy', { headers: reply.request.headers, body });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: API.orderHooks,
    access: 'public',
    operationId: 'receiveOrderHook',
    summary: 'Receives a webhook of a store.',
    hidden: true,
    bodyLimit: HOOK_BODY_LIMIT,
    rateLimit: [HOOK_ADDRESS_LIMIT, HOOK_SOURCE_LIMIT],
    rawBody: true,
    params: HookIdSchema,
    answer: z.object({}),
    handle: async (deps, { params, body, reply }) => {
      if (!Buffer.isBuffer(body)) throw new AppError('BAD_REQUEST');
      await receiveHook(deps, params.id, { headers: reply.request.headers, body });
      return {};
    },
  }),
];

export const ORDER_SOURCE_ROUTES = [...SOURCE_ROUTES, ...REPORT_ROUTES, ...HOOK_ROUTES];
