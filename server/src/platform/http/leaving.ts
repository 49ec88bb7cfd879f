import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How long a client may take to send a request once the port is closed. A client that is cut off knows that nothing was
 * done.
 */
interface LeavingDeadlines {
  headMs: number;
  bodyMs: number;
}

const DEADLINES: LeavingDeadlines = { headMs: 1_000, bodyMs: 8_000 };

/**
 * Ends connections in good order: while the process leaves, each answer is the last of its connection, so that callers move on to
 * other processes; when it closes, requests in hand are finished, and whoever sends nothing holds up nobody.
 */
export function installLeaving(
  app: FastifyInstance,
  isLeaving: () => boolean,
  { headMs, bodyMs }: LeavingDeadlines = DEADLINES,
): void {
  /** The last answer of each connection, null before its first request. */
  const connections = new Map<Socket, ServerResponse | null>();
  app.server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (request, response) => connections.set(request.socket, response));

  let closing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || isLeaving()) reply.header('connection', 'close');
    done();
  });

  const cut = (isOverdue: (last: ServerResponse | null) => boolean) => {
    for (const [socket, last] of connections) if (isOverdue(last)) socket.destroy();
  };
  const isAtRest = (last: ServerResponse | null) => last === null || last.writableFinished;
  const timers: NodeJS.Timeout[] = [];
  app.addHook('preClose', async () => {
    closing = true;
    timers.push(
      setTimeout(cut, headMs, isAtRest),
      setTimeout(cut, bodyMs, (last) => isAtRest(last) || !last?.req.complete),
    );
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
