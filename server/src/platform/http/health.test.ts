import { fastify } from 'fastify';
import { type DatabaseConnection, DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { installHealthRoutes } from './health.ts';

/** A database whose queries wait until `open` is called. */
function heldDatabase() {
  const held = Promise.withResolvers<void>();
  let queries = 0;
  class HeldDriver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return {
        executeQuery: async () => {
          queries += 1;
          await held.promise;
          return { rows: [] };
        },
        async *streamQuery() {},
      };
    }
  }
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new HeldDriver(),
      createIntrospector: () => {
        throw new Error('not used');
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Database;
  return { db, open: held.resolve, queries: () => queries };
}

it('any number of readiness checks at the same time use one database connection', async () => {
  const { db, open, queries } = heldDatabase();
  const app = fastify();
  installHealthRoutes(app, {
    db,
    databaseMode: () => 'ready',
    isDraining: () => false,
    disk: () => ({ freeBytes: 1, isLow: false }),
  });
  const checks = Array.from({ length: 20 }, () => app.inject({ url: '/readyz' }));
  await expect.poll(queries).toBeGreaterThan(0);
  open();
  for (const answer of await Promise.all(checks)) expect(answer.statusCode).toBe(200);
  expect(queries()).toBe(1);
  // The next check asks the database again.
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(queries()).toBe(2);
  await app.close();
});
