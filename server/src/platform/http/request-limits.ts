import type { ErrorCode } from '@lading/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { callerOf } from '../caller-of.ts';
import { occupyUntilClosed } from './disconnected.ts';
import type { RefusalDelays } from './refusal-delays.ts';

const URL_LIMIT = 8 * 1024;
const MAX_HEADERS = 100;
/** Everyone may send a body of this size. Larger ones belong to routes that need a token, and to webhooks. */
export const SMALL_BODY = 16 * 1024;
/** A small body that takes longer occupies a connection on purpose. */
const SMALL_BODY_MS = 5_000;
/** The same for a larger body without a token. Other servers send those. */
const PUBLIC_BODY_MS = 15_000;
/**
 * The rest of a refused body up to this size is read and dropped, so that the caller gets the response. The
 * connection of a larger one is closed.
 */
const MAX_DROPPED = 2 * 1024 * 1024;
/** Bytes that large bodies of requests in progress may occupy together, with and without a token. */
interface LargeBodies {
  accounts: number;
  strangers: number;
}
const LARGE_BODIES: LargeBodies = { accounts: 64 * 1024 * 1024, strangers: 8 * 1024 * 1024 };
const RETRY_SECONDS = 2;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The account of the caller. Absent for routes that need no token. */
    accountOf?: (request: FastifyRequest) => string;
  }
}

/** Rejects requests by their shape, before anything else looks at them. */
export function installRequestLimits(
  app: FastifyInstance,
  delays: RefusalDelays,
  { smallBodyMs = SMALL_BODY_MS, publicBodyMs = PUBLIC_BODY_MS, largeBodies = LARGE_BODIES } = {},
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
    const isLarge = (routeOptions.bodyLimit ?? 0) > SMALL_BODY;
    if (raw.complete !== false || raw.destroyed || (isLarge && routeOptions.config.accountOf)) return;
    const late = setTimeout(() => endReading(request, reply), isLarge ? publicBodyMs : smallBodyMs);
    raw.once('close', () => clearTimeout(late));
    raw.once('end', () => clearTimeout(late));
  });

  boundLargeBodies(app, largeBodies);
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
 * A body is in memory until its response is sent. No matter how many callers send large bodies, they must not use up the
 * memory of the process, and none may use up the room of the others.
 */
function boundLargeBodies(app: FastifyInstance, { accounts, strangers }: LargeBodies): void {
  const [ofAccounts, ofStrangers] = [new BodyRoom(accounts), new BodyRoom(strangers)];
  app.addHook('preParsing', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit ?? SMALL_BODY;
    if (limit <= SMALL_BODY || !isLargerThan(SMALL_BODY, request)) return;
    const bytes = Math.min(Number(request.headers['content-length'] ?? limit), limit);
    const account = request.routeOptions.config.accountOf?.(request);
    const room = account === undefined ? ofStrangers : ofAccounts;
    const caller = account ?? callerOf(request.ip);
    room.check(caller, bytes);
    occupyUntilClosed(
      reply,
      () => room.occupy(caller, bytes),
      () => room.occupy(caller, -bytes),
    );
  });
}

/** Memory for the bodies of several callers, each of which gets half of it at most. */
class BodyRoom {
  readonly #max: number;
  readonly #ofCaller = new Map<string, number>();
  #occupied = 0;

  constructor(max: number) {
    this.#max = max;
  }

  check(caller: string, bytes: number): void {
    if ((this.#ofCaller.get(caller) ?? 0) + bytes > this.#max / 2)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS });
    if (this.#occupied + bytes > this.#max)
      throw new AppError('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS });
  }

  occupy(caller: string, bytes: number): void {
    this.#occupied += bytes;
    const own = (this.#ofCaller.get(caller) ?? 0) + bytes;
    if (own > 0) this.#ofCaller.set(caller, own);
    else this.#ofCaller.delete(caller);
  }
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
