import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Route } from './route.ts';

const EXPOSED_HEADERS = ['x-request-id', 'retry-after', 'content-disposition'];
const MAX_AGE_SECONDS = 600;
/** Browsers set these themselves and never ask for them in a preflight. */
const SET_BY_BROWSERS = new Set(['user-agent']);

/**
 * Lets the listed origins call the API, without cookies or other ambient credentials. Methods and headers
 * follow from the routes, so a new route cannot be left out. Without any origin there is no CORS at all.
 */
export async function installCors(
  app: FastifyInstance,
  origins: readonly string[],
  routes: readonly Route<never>[],
): Promise<void> {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  const called = routes.filter(({ hidden }) => !hidden);
  const options = {
    methods: [...new Set(called.map(({ method }) => method))],
    allowedHeaders: [...new Set(called.flatMap(requestHeadersOf))],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  };
  await app.register(cors, {
    delegator: ({ url, headers: { origin = '' } }, done) =>
      done(null, { ...options, origin: url?.startsWith('/api/') && allowed.has(origin) ? origin : false }),
  });
}

const requestHeadersOf = ({ access, body, headers = [] }: Route<never>) => [
  ...(access === 'public' ? [] : ['authorization', 'x-background']),
  ...(body ? ['content-type'] : []),
  ...headers.filter((name) => !SET_BY_BROWSERS.has(name)),
];
