import type { ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** How long a client may take once the port is closed. */
interface Deadlines {
  /** To send the head and the body of a request. A client that is cut off knows that nothing was done. */
  headMs: number;
  bodyMs: number;
  /** To receive a response that has started, such as a large file. It can be downloaded again. */
  answerMs: number;
}

const DEADLINES: Deadlines = { headMs: 1_000, bodyMs: 8_000, answerMs: 15_000 };

/** Answered until the port closes, whatever the process is about to do. */
const OWN_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

export interface ShutdownDeps {
  /** The process is about to stop and should get no new requests. */
  isDraining: () => boolean;
  /** The port is about to close: a proxy must send requests elsewhere now. */
  isRefusingReads: () => boolean;
}

/** The two steps in which a process leaves the load balancer. */
export class ShutdownSteps implements ShutdownDeps {
  #step: 'serving' | 'draining' | 'refusing reads' = 'serving';

  readonly isDraining = (): boolean => this.#step !== 'serving';
  readonly isRefusingReads = (): boolean => this.#step === 'refusing reads';

  /** Makes the readiness check fail and closes each connection with its next response. */
  startDraining(): void {
    this.#step = 'draining';
  }

  /** Makes reads answer 503, so that a proxy stops using this process. */
  refuseReads(): void {
    this.#step = 'refusing reads';
  }
}

/**
 * Drains connections. Shortly before the port closes, reads answer 503: a proxy without health checks retries
 * them on another process and stops using this one, so that no request that can't be retried arrives too
 * late. While the process is draining, every response closes its connection, so that callers
 * move to other processes. On close, requests in progress finish and idle connections are cut.
 */
export function installGracefulShutdown(
  app: FastifyInstance,
  { isDraining, isRefusingReads }: ShutdownDeps,
  { headMs, bodyMs, answerMs }: Deadlines = DEADLINES,
): void {
  /** The last response of each connection, null before its first request. */
  const connections = new Map<Socket, ServerResponse | null>();
  // Requests over TLS carry the encrypted socket, not the one below it.
  app.server.on(app.server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (request, response) => connections.set(request.socket, response));

  app.addHook('onRequest', async ({ method, url }) => {
    if (isRefusingReads() && (method === 'GET' || method === 'HEAD') && !OWN_PATHS.has(url))
      throw new AppError('NOT_READY', { retryAfterSeconds: 1 });
  });

  let closing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || isDraining()) reply.header('connection', 'close');
    done();
  });

  const cut = (isOverdue: (last: ServerResponse | null) => boolean | undefined) => {
    for (const [socket, last] of connections) if (isOverdue(last)) socket.destroy();
  };
  const isIdle = (last: ServerResponse | null) => last === null || last.writableFinished;
  const timers: NodeJS.Timeout[] = [];
  app.addHook('preClose', async () => {
    closing = true;
    timers.push(
      setTimeout(cut, headMs, isIdle),
      setTimeout(cut, bodyMs, (last) => isIdle(last) || !last?.req.complete),
      setTimeout(cut, answerMs, (last) => isIdle(last) || last?.headersSent),
    );
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
