import type { ErrorCode } from '@lading/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { occupyUntilClosed } from './disconnected.ts';
import type { RefusalDelays } from './refusal-delays.ts';

const URL_LIMIT = 8 * 1024;
const MAX_HEADERS = 100;
/** Everyone may send a body of this size. Larger ones belong to routes that need a token. */
export const SMALL_BODY = 16 * 1024;
/** A small body that takes longer occupies a connection on purpose. */
const SMALL_BODY_MS = 5_000;
/**
 * The rest of a refused body up to this size is read and dropped, so that the caller gets the response. The
 * connection of a larger one is closed.
 */
const MAX_DROPPED = 2 * 1024 * 1024;
/** All bodies beyond the small size that requests in progress may occupy together. */
const MAX_LARGE_BODIES = 64 * 1024 * 1024;

/** Rejects requests by their shape, before anything else looks at them. */
export function installRequestLimits(
  app: FastifyInstance,
  delays: RefusalDelays,
  { smallBodyMs = SMALL_BODY_MS, maxLargeBodies = MAX_LARGE_BODIES } = {},
): void {
  // Node drops the headers beyond this number, so one more shows that there were too many.
  app.server.maxHeadersCount = MAX_HEADERS + 1;
  app.addHook('onRequest', async (request, reply) => {
    const code = problemOf(request);
    if (!code) return;
    reply.header('connection', 'close');
    await delays.wait(request.ip);
    throw new AppError(code);
  });

  app.addHook('preParsing', async (request, reply) => {
    const { raw, routeOptions } = request;
    if (raw.complete !== false || raw.destroyed || (routeOptions.bodyLimit ?? 0) > SMALL_BODY) return;
    const late = setTimeout(() => endReading(request, reply), smallBodyMs);
    raw.once('close', () => clearTimeout(late));
    raw.once('end', () => clearTimeout(late));
  });

  boundLargeBodies(app, maxLargeBodies);
  app.addHook('onSend', async (request, reply) => {
    if (!hasUnreadBody(request)) return;
    const { statusCode } = reply;
    if (statusCode === 429 || statusCode === 408 || isLargerThan(MAX_DROPPED, request))
      reply.header('connection', 'close');
    // Only a program sends large bodies repeatedly without a valid token.
    if (statusCode === 401 && isLargerThan(SMALL_BODY, request)) await delays.wait(request.ip);
  });
}

/** If Fastify is reading the body, it answers with an error. Otherwise the connection is closed, because nothing needs the body. */
function endReading({ raw }: FastifyRequest, { sent }: FastifyReply): void {
  // Without a listener, the event would end the process.
  if (!sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('REQUEST_TIMEOUT'));
  else raw.socket.destroy();
}

/**
 * A body is in memory until its response is sent. No matter how many accounts send large bodies, they must not use up the
 * memory of the process.
 */
function boundLargeBodies(app: FastifyInstance, max: number): void {
  let occupied = 0;
  app.addHook('preParsing', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit ?? SMALL_BODY;
    if (limit <= SMALL_BODY || !isLargerThan(SMALL_BODY, request)) return;
    const bytes = Math.min(Number(request.headers['content-length'] ?? limit), limit);
    if (occupied + bytes > max) throw new AppError('OVERLOADED', { retryAfterSeconds: 2 });
    const add = (change: number) => () => {
      occupied += change;
    };
    occupyUntilClosed(reply, add(bytes), add(-bytes));
  });
}

function problemOf({ url, raw }: FastifyRequest): ErrorCode | undefined {
  if (url.length > URL_LIMIT) return 'URL_TOO_LONG';
  if (raw.rawHeaders.length > MAX_HEADERS * 2) return 'HEADERS_TOO_LARGE';
  // Version 0.9 has no headers, so its callers cannot read an answer.
  if (raw.httpVersionMajor < 1) return 'BAD_REQUEST';
  return undefined;
}

const hasUnreadBody = ({ raw, headers }: FastifyRequest) =>
  raw.complete === false &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined);

const isLargerThan = (bytes: number, { headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > bytes;
