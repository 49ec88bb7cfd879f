import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { asReader, type DatabaseMode, isDatabaseUnavailable, isWriteRefused } from '../db/read-only.ts';

const RETRY_AFTER_SECONDS = 5;

const isRead = ({ method }: Pick<FastifyRequest, 'method'>) =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** While the database accepts no writes, serves reads and rejects everything else before it starts. */
export function installReadOnlyMode(app: FastifyInstance, mode: () => DatabaseMode): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isRead(request)) {
      asReader(done);
      return;
    }
    const now = mode();
    if (now === 'ready') done();
    else
      done(
        new AppError(now === 'read-only' ? 'READ_ONLY' : 'NOT_READY', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        }),
      );
  });
}

/**
 * The error for a database failure during a request. A read that tried to write has certainly changed
 * nothing; the outcome of any other request is unknown.
 */
export function databaseProblem(error: unknown, request: Pick<FastifyRequest, 'method'>): AppError | null {
  const refused = isWriteRefused(error);
  if (!refused && !isDatabaseUnavailable(error)) return null;
  return new AppError(refused && isRead(request) ? 'READ_ONLY' : 'NOT_READY', {
    cause: error,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
