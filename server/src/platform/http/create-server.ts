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

/** A server with limits on everything a stranger can make large or slow, and nothing else. */
export function createServer(log: Log, metrics: Metrics, trustedProxies: string[]): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // What still arrives on an open connection is answered as ever; the answer also closes the connection.
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
    // The route's pattern, never the address itself: that may hold a token or a name.
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}

const PROTOCOL_ERRORS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** What cannot even be read as a request is answered on the bare connection, which is then closed. */
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
