import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { asReader, type DatabaseMode, isDatabaseAway, isWriteRefused } from '../db/read-only.ts';

const AGAIN_AFTER_SECONDS = 5;

const isRead = ({ method }: Pick<FastifyRequest, 'method'>) =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** While the database takes no writes, reads go where they can, and everything else is refused before it has begun. */
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
          retryAfterSeconds: AGAIN_AFTER_SECONDS,
        }),
      );
  });
}

/**
 * What a database in trouble means to a caller. Of a read that wanted to write something it is certain that nothing was changed; of any
 * other call that was under way nobody knows how far it got.
 */
export function databaseProblem(error: unknown, request: Pick<FastifyRequest, 'method'>): AppError | null {
  const refused = isWriteRefused(error);
  if (!refused && !isDatabaseAway(error)) return null;
  return new AppError(refused && isRead(request) ? 'READ_ONLY' : 'NOT_READY', {
    cause: error,
    retryAfterSeconds: AGAIN_AFTER_SECONDS,
  });
}
