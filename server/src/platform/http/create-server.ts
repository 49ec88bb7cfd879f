import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorBody, type ErrorCode } from '@lading/contract/errors.ts';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { sendError } from './error-answers.ts';
import type { Metrics } from './metrics.ts';

const BODY_LIMIT = 1024 * 1024;
const URL_LIMIT = 8 * 1024;
const HEADER_LIMIT = 16 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;

/** Creates a server with limits on the size and duration of everything a caller sends. */
export function createServer(log: Log, metrics: Metrics, trustedProxies: string[]): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Requests on open connections still get a normal response, which also closes the connection.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    http: { maxHeaderSize: HEADER_LIMIT, headersTimeout: HEADERS_TIMEOUT_MS },
    clientErrorHandler: answerProtocolError,
    frameworkErrors: (error, request, reply) =>
      sendError(request, reply, new AppError(error.statusCode === 414 ? 'URL_TOO_LONG' : 'BAD_REQUEST')),
  }) as unknown as FastifyInstance;

  app.addHook('onRequest', async (request) => {
    if (request.url.length > URL_LIMIT) throw new AppError('URL_TOO_LONG');
  });
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

const PROTOCOL_ERRORS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Answers a malformed request on the raw socket and closes it. */
function answerProtocolError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = PROTOCOL_ERRORS[error.code ?? ''] ?? 'BAD_REQUEST';
  const { status, message } = ERRORS[code];
  const body: ErrorBody = { error: code, message, requestId: newId() };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
