import {
  AuthorizationAnswerSchema,
  AuthorizeSourceAnswerSchema,
  AuthorizeSourceBodySchema,
} from '@lading/contract/orders/authorize-source.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { authorizationCookie, browserSecretIn } from './authorization-cookie.ts';
import { type AuthorizationResult, finishAuthorization, receiveKey } from './finish-authorization.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import { CONNECT_LIMIT } from './order-sources.routes.ts';
import { showAuthorization } from './show-authorization.ts';
import { startAuthorization } from './start-authorization.ts';

const route = routesOf<OrderSourceDeps>('Orders');

/** As the store wrote them: signatures cover the order and the values. */
const queryOf = ({ url }: FastifyRequest): [string, string][] => [
  ...new URLSearchParams(url.split('?').slice(1).join('?')),
];

/** With `connected`, `refused` or `waiting`: the page says how it ended. */
const pageAfter = ({ publicUrl }: OrderSourceDeps, result: AuthorizationResult): string =>
  `${publicUrl()}${PAGES.orderSources}?${new URLSearchParams(result)}`;

export const ORDER_AUTHORIZATION_ROUTES = [
  route({
    method: 'POST',
    path: API.orderSourceAuthorize,
    access: 'user',
    verifiedEmail: true,
    operationId: 'authorizeOrderSource',
    summary:
      'Returns the URL where the client signs in to a store. The store then redirects the browser back, and the store is connected.',
    rateLimit: CONNECT_LIMIT,
    body: AuthorizeSourceBodySchema,
    answer: AuthorizeSourceAnswerSchema,
    handle: async (deps, { actor, body, reply }) => {
      const started = await startAuthorization(deps, actor, body);
      reply.header('set-cookie', authorizationCookie(deps, started));
      return { url: started.url };
    },
  }),
  route({
    method: 'GET',
    path: API.orderSourceAuthorization,
    access: 'user',
    background: true,
    operationId: 'showOrderSourceAuthorization',
    summary: 'Returns whether a store that the client signed in to is connected.',
    params: IdSchema,
    answer: AuthorizationAnswerSchema,
    handle: (deps, { actor, params }) => showAuthorization(deps, actor, params.id),
  }),
  route({
    method: 'GET',
    path: API.orderSourceAuthorized,
    access: 'public',
    operationId: 'finishOrderSourceAuthorization',
    summary: 'Receives the redirect from a store, and connects the store.',
    hidden: true,
    handle: async (deps, { reply, origin }) => {
      const { request } = reply;
      const result = await finishAuthorization(deps, origin, {
        query: queryOf(request),
        browserSecretOf: (id) => browserSecretIn(deps, request.headers.cookie, id),
      });
      return reply.redirect(pageAfter(deps, result));
    },
  }),
  route({
    method: 'POST',
    path: API.orderSourceAuthorized,
    access: 'public',
    operationId: 'receiveOrderSourceKey',
    summary: 'Receives the key that the server of a store sends.',
    hidden: true,
    rawBody: true,
    answer: z.object({}),
    handle: async (deps, { reply, body }) => {
      await receiveKey(deps, queryOf(reply.request), jsonOf(body));
      return {};
    },
  }),
];

function jsonOf(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) throw new AppError('BAD_REQUEST');
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new AppError('BAD_REQUEST', { cause });
  }
}
