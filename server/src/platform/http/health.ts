import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseMode } from '../db/read-only.ts';

const READY_WITHIN_MS = 2_000;

export interface HealthDeps {
  db: Database;
  databaseMode: () => DatabaseMode;
  /** The process is about to stop, and wants no new requests. */
  isLeaving: () => boolean;
}

/** `/healthz`: the process answers. `/readyz`: it can also do its work, be it only reading, and will go on doing so. */
export function installHealthRoutes(app: FastifyInstance, { db, databaseMode, isLeaving }: HealthDeps): void {
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (isLeaving()) throw new AppError('NOT_READY', { retryAfterSeconds: 5 });
    const ping = sql`SELECT 1`.execute(db);
    const late = new Promise((_, reject) => setTimeout(reject, READY_WITHIN_MS, new Error('late')).unref());
    try {
      await Promise.race([ping, late]);
    } catch (error) {
      ping.catch(() => {});
      throw new AppError('NOT_READY', { cause: error, retryAfterSeconds: 5 });
    }
    return reply.header('cache-control', 'no-store').send({ status: databaseMode() });
  });
}
