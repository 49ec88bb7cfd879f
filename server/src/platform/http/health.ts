import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Database } from '../db/database.ts';
import { ping } from '../db/ping.ts';
import type { DatabaseMode } from '../db/read-only.ts';
import type { DiskSpace } from '../disk-space.ts';

const READY_TIMEOUT_MS = 2_000;

export interface HealthDeps {
  db: Database;
  databaseMode: () => DatabaseMode;
  /** The process is about to stop and should get no new requests. */
  isDraining: () => boolean;
  disk: () => DiskSpace;
}

/**
 * `/healthz`: the process answers. `/readyz`: the process can serve requests, at least reads, and is not
 * about to stop.
 */
export function installHealthRoutes(
  app: FastifyInstance,
  { db, databaseMode, isDraining, disk }: HealthDeps,
): void {
  // Anyone may ask, so all checks together use one database connection.
  let running: Promise<void> | null = null;
  const sharedPing = () => {
    if (running) return running;
    const started = ping(db).finally(forget);
    // A connection that hangs must not answer for later ones.
    const expiry = setTimeout(forget, READY_TIMEOUT_MS).unref();
    function forget() {
      clearTimeout(expiry);
      if (running === started) running = null;
    }
    running = started;
    return started;
  };
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (isDraining()) throw new AppError('NOT_READY', { retryAfterSeconds: 5 });
    const answered = sharedPing();
    const timedOut = new Promise((_, reject) =>
      setTimeout(reject, READY_TIMEOUT_MS, new Error('The database did not answer in time')).unref(),
    );
    try {
      await Promise.race([answered, timedOut]);
    } catch (error) {
      answered.catch(() => {});
      throw new AppError('NOT_READY', { cause: error, retryAfterSeconds: 5 });
    }
    const warning = disk().isLow ? { disk: 'low' } : {};
    return reply.header('cache-control', 'no-store').send({ status: databaseMode(), ...warning });
  });
}
