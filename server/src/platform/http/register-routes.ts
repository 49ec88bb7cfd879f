import { ErrorBodySchema } from '@lading/contract/errors.ts';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { SignedInActor } from '../actor.ts';
import { originOf } from './origin.ts';
import type { Call, Route } from './route.ts';
import type { HttpServer } from './schema-compilers.ts';

/** Checks access. Passed in, because sessions belong to the identity domain. */
export interface Guards {
  user: (request: FastifyRequest) => Promise<void>;
  admin: (request: FastifyRequest) => Promise<void>;
  /** The account that a guard accepted. */
  actorOf: (request: FastifyRequest) => SignedInActor;
}

export function registerRoutes<Deps>(
  app: HttpServer,
  routes: readonly Route<Deps>[],
  deps: Deps,
  guards: Guards,
): void {
  // Open streams would delay the shutdown; their clients reconnect to another server.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  for (const route of routes) {
    const add = (scope: HttpServer) =>
      scope.route({
        ...optionsOf(route, guards),
        method: route.method,
        url: route.path,
        handler: async (request, reply) => {
          const answer = await route.handle(deps, callOf(route, guards, request, reply, stopping.signal));
          if (route.answer) reply.code(statusOf(route, answer));
          return answer;
        },
      });
    if (route.rawBody) app.register(async (scope) => void add(withRawBodies(scope)));
    else add(app);
  }
}

function withRawBodies(scope: HttpServer): HttpServer {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return scope;
}

/**
 * Guards run before validation, so a rejected caller learns nothing about the input that the route expects.
 */
function optionsOf(route: Route<never>, guards: Guards): RouteShorthandOptions {
  const { access, beforeBody, bodyLimit } = route;
  return {
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(beforeBody ? { onRequest: beforeBody } : {}),
    ...(access === 'user' || access === 'admin' ? { preValidation: guards[access] } : {}),
    config: rateLimitOf(route, guards),
    schema: schemaOf(route),
  };
}

function rateLimitOf({ rateLimit }: Route<never>, { actorOf }: Guards): FastifyContextConfig {
  if (rateLimit === undefined) return {};
  if (rateLimit === false) return { rateLimit };
  const { perAccount, ...limit } = rateLimit;
  if (!perAccount) return { rateLimit: limit };
  // The account is known only after the guard has run.
  return {
    rateLimit: { ...limit, hook: 'preHandler', keyGenerator: (request) => actorOf(request).userId },
  };
}

function schemaOf(route: Route<never>): NonNullable<RouteShorthandOptions['schema']> {
  const { params, query, body, answer, status = 200, isPending } = route;
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: {
      ...(answer ? { [status]: answer } : {}),
      ...(answer && isPending ? { 202: answer } : {}),
      '4xx': ErrorBodySchema,
    },
    ...(route.hidden
      ? { hide: true }
      : {
          tags: [route.tag],
          summary: route.summary,
          operationId: route.operationId,
          ...(route.deprecated ? { deprecated: true } : {}),
          ...(route.access === 'public' ? {} : { security: [{ token: [] }] }),
        }),
  };
}

const statusOf = ({ status, isPending }: Route<never>, answer: unknown) =>
  isPending?.(answer) ? 202 : (status ?? 200);

function callOf(
  { access }: Route<never>,
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): Call {
  return {
    actor: access === 'user' || access === 'admin' ? guards.actorOf(request) : undefined,
    origin: originOf(request),
    params: request.params,
    query: request.query,
    body: request.body,
    reply,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    authenticate: async () => {
      await guards.user(request);
      return guards.actorOf(request);
    },
    abortSignal: () => {
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      return AbortSignal.any([disconnected.signal, stopping]);
    },
  };
}
