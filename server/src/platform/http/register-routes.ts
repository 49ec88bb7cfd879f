import { ErrorBodySchema } from '@lading/contract/errors.ts';
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import type { SignedInActor } from '../actor.ts';
import { hasDisconnected } from './disconnected.ts';
import { originOf } from './origin.ts';
import { limitParallelCalls, parallelCalls, runLimited } from './parallel-calls.ts';
import { refuseUnknownParameters } from './query-parameters.ts';
import { ACCOUNT_LIMITS, type RateLimit, type RateLimits } from './rate-limits.ts';
import type { Call, Route } from './route.ts';
import type { HttpServer } from './schema-compilers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by the guards. */
    permission?: Route['permission'];
    apiKey?: Route['apiKey'];
    proof?: Route['proof'];
    beforeSecondFactor?: Route['beforeSecondFactor'];
    verifiedEmail?: Route['verifiedEmail'];
    background?: Route['background'];
    /** Read by the API description. */
    described?: Pick<Route, 'headers' | 'rawBody' | 'sends' | 'describedBody'>;
  }
}

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
  /** Null switches all limits off. */
  limits: RateLimits | null,
): void {
  // Open streams would delay the shutdown; their clients reconnect to another server.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  for (const route of routes) {
    const add = (scope: HttpServer) =>
      scope.route({
        ...optionsOf(route, guards, limits),
        method: route.method,
        url: route.path,
        handler: async (request, reply) => {
          const work = async () => route.handle(deps, callOf(route, guards, request, reply, stopping.signal));
          const answer = await (route.parallelPerAccount ? runLimited(request, reply, work) : work());
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
 * Limits and guards need only the headers. They run before the body is read, so a rejected caller costs little
 * and learns nothing about the input that the route expects.
 */
function optionsOf(route: Route<never>, guards: Guards, limits: RateLimits | null): RouteShorthandOptions {
  const { access, beforeBody, bodyLimit } = route;
  const given = limitsOf(route);
  const name = `${route.method} ${route.path}`;
  const accountOf = (request: FastifyRequest) => guards.actorOf(request).userId;
  const byAddress = given.filter(({ perAccount, perId }) => !perAccount && !perId);
  const byId = given.filter(({ perId }) => perId);
  const onRequest: onRequestAsyncHookHandler[] = [];
  if (limits) onRequest.push(...byAddress.map((limit) => limits.byAddress(limit, name)));
  if (limits) onRequest.push(...byId.map((limit) => limits.byId(limit, name)));
  if (beforeBody) onRequest.push(beforeBody);
  const isGuarded = access === 'user' || access === 'admin';
  if (isGuarded) {
    onRequest.push(guards[access]);
    const perAccount = [ACCOUNT_LIMITS.general, ...given.filter((limit) => limit.perAccount)];
    if (limits) onRequest.push(...perAccount.map((limit) => limits.byAccount(limit, name, accountOf)));
    const { parallelPerAccount: parallel } = route;
    if (limits && parallel)
      onRequest.push(
        limitParallelCalls(typeof parallel === 'number' ? parallelCalls(parallel) : parallel, accountOf),
      );
  }
  return {
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    onRequest,
    ...(checksQuery(route) ? { preValidation: refuseUnknownParameters(route.query) } : {}),
    config: {
      ownLimit: route.rateLimit === false || byAddress.length > 0,
      described: route,
      ...(isGuarded ? { accountOf } : {}),
      ...requirementsOf(route),
    },
    schema: schemaOf(route),
  };
}

/** A filter or page that is ignored would go unnoticed. Other programs may add parameters to hidden routes. */
const checksQuery = ({ query, method, hidden }: Route<never>): boolean =>
  !hidden && (method === 'GET' || query !== undefined);

/** What the guards read about a route. */
const requirementsOf = (route: Route<never>): FastifyContextConfig => {
  const { permission, apiKey, proof, beforeSecondFactor, verifiedEmail, background } = route;
  return {
    ...(permission ? { permission } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(proof ? { proof } : {}),
    ...(beforeSecondFactor ? { beforeSecondFactor } : {}),
    ...(verifiedEmail ? { verifiedEmail } : {}),
    ...(background ? { background } : {}),
  };
};

const limitsOf = ({ rateLimit }: Route<never>): readonly RateLimit[] =>
  rateLimit === undefined || rateLimit === false ? [] : [rateLimit].flat();

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
          ...(route.access === 'public' ? {} : { security: securityOf(route) }),
          ...(route.apiKey ? { 'x-api-key-scope': route.apiKey } : {}),
          ...(route.permission ? { 'x-permission': route.permission } : {}),
        }),
  };
}

const securityOf = ({ apiKey }: Route<never>) => [{ token: [] }, ...(apiKey ? [{ apiKey: [] }] : [])];

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
    bytes: Buffer.isBuffer(request.body) ? request.body : undefined,
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
      if (hasDisconnected(reply)) disconnected.abort();
      else reply.raw.once('close', () => disconnected.abort());
      return AbortSignal.any([disconnected.signal, stopping]);
    },
  };
}
