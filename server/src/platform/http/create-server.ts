import type { Socket } from 'node:net';
import { ERRORS, type ErrorBody, type ErrorCode } from '@lading/contract/errors.ts';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { sendError } from './error-answers.ts';
import { installJsonBodies } from './json-bodies.ts';
import type { Metrics } from './metrics.ts';
import { RefusalDelays } from './refusal-delays.ts';
import { installRequestLimits, SMALL_BODY } from './request-limits.ts';
import { reloadCertificates, type TlsFiles, tlsOptions } from './tls.ts';

const HEADER_LIMIT = 16 * 1024;
/** Long enough for a large upload over a slow connection. Slow small bodies end earlier (`request-limits.ts`). */
const REQUEST_TIMEOUT_MS = 120_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for requests that take too long. */
const CHECK_CONNECTIONS_MS = 2_000;
/** How long a caller may keep sending after a malformed request was answered. */
const DROPPING_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;

const LIMITS = {
  maxHeaderSize: HEADER_LIMIT,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
};

/** Creates a server with limits on the size and duration of everything a caller sends. */
export function createServer(
  log: Log,
  metrics: Metrics,
  trustedProxies: string[],
  tls: TlsFiles | null = null,
): FastifyInstance {
  const delays = new RefusalDelays();
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: SMALL_BODY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Requests on open connections still get a normal response, which also closes the connection.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    ...(tls === null ? { http: LIMITS } : { https: { ...LIMITS, ...tlsOptions(tls) } }),
    clientErrorHandler: protocolErrors(delays, metrics),
    frameworkErrors: (error, request, reply) =>
      sendError(request, reply, new AppError(error.statusCode === 414 ? 'URL_TOO_LONG' : 'BAD_REQUEST')),
  }) as unknown as FastifyInstance;

  if (tls !== null) reloadCertificates(app, tls, log);
  installRequestLimits(app, delays);
  installJsonBodies(app, delays);
  warnOfIgnoredProxy(app, log);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1000;
    metrics.observeRequest(request.method, route, reply.statusCode, seconds);
    // Log the route pattern, never the URL: it may contain a token or a name.
    request.log.info(
      {
        event: 'http.request',
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'Request',
    );
  });
  return app;
}

/** Behind a proxy that is not listed, all callers have its address and share one limit. */
function warnOfIgnoredProxy(app: FastifyInstance, log: Log): void {
  let isLogged = false;
  app.addHook('onRequest', async ({ headers, ip, raw }) => {
    if (isLogged || headers['x-forwarded-for'] === undefined || ip !== raw.socket.remoteAddress) return;
    isLogged = true;
    log.warn(
      { event: 'http.forwarded_for_ignored', address: ip },
      'X-Forwarded-For was ignored, because TRUST_PROXY does not list the address that sent it; if that is your proxy, all callers share its limits',
    );
  });
}

const PROTOCOL_ERRORS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Answers a malformed request on the raw socket and closes it. Counts them instead of logging them. */
function protocolErrors(delays: RefusalDelays, metrics: Metrics) {
  /** What arrives after the error is an error again. */
  const refused = new WeakSet<Socket>();
  return async (error: NodeJS.ErrnoException, socket: Socket): Promise<void> => {
    if (refused.has(socket)) return;
    refused.add(socket);
    // Reads nothing more of what cannot be understood.
    socket.pause();
    const code = PROTOCOL_ERRORS[error.code ?? ''] ?? 'BAD_REQUEST';
    const { status, message } = ERRORS[code];
    metrics.observeRequest('unknown', 'unknown', status, 0);
    const isAnswered = error.code !== 'ECONNRESET' && (await delays.wait(socket.remoteAddress ?? ''));
    if (!isAnswered || !socket.writable) {
      socket.destroy();
      return;
    }
    const body: ErrorBody = { error: code, message, requestId: newId() };
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      () => {
        // Drops what is still arriving: closing earlier would discard the answer on its way to the caller.
        socket.resume();
        setTimeout(() => socket.destroy(), DROPPING_MS).unref();
      },
    );
  };
}
