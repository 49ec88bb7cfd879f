import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How long a client may take to send a request once the port is closed. A client that is cut off knows that
 * nothing was done.
 */
interface Deadlines {
  headMs: number;
  bodyMs: number;
}

const DEADLINES: Deadlines = { headMs: 1_000, bodyMs: 8_000 };

/**
 * Drains connections. While the process is draining, every response closes its connection, so that callers
 * move to other processes. On close, requests in progress finish and idle connections are cut.
 */
export function installGracefulShutdown(
  app: FastifyInstance,
  isDraining: () => boolean,
  { headMs, bodyMs }: Deadlines = DEADLINES,
): void {
  /** The last response of each connection, null before its first request. */
  const connections = new Map<Socket, ServerResponse | null>();
  app.server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (request, response) => connections.set(request.socket, response));

  let closing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || isDraining()) reply.header('connection', 'close');
    done();
  });

  const cut = (isOverdue: (last: ServerResponse | null) => boolean) => {
    for (const [socket, last] of connections) if (isOverdue(last)) socket.destroy();
  };
  const isIdle = (last: ServerResponse | null) => last === null || last.writableFinished;
  const timers: NodeJS.Timeout[] = [];
  app.addHook('preClose', async () => {
    closing = true;
    timers.push(
      setTimeout(cut, headMs, isIdle),
      setTimeout(cut, bodyMs, (last) => isIdle(last) || !last?.req.complete),
    );
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
