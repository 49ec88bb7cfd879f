import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isWriteRefused } from './read-only.ts';

/** Statements are kept by every connection of the server, so their number is bounded; the rest is planned each time. */
const MAX_STATEMENTS = 500;

/** An error of the statement leaves the connection as it was; any other means that there is none any more. */
const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';

/** A statement that takes so long may be waiting for a server that is silent. */
const LONG_STATEMENT_MS = 2_000;

/** The driver keeps its socket to itself, and closes it only with words that a silent server never hears. */
const cut = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

export interface PreparedPool extends PostgresPool {
  /** Ends all connections as if the server had gone: whoever waits for an answer has waited long enough. */
  cutAll(): void;
}

/**
 * Gives each statement a name, by which PostgreSQL remembers its plan: measured, a look-up of a session then costs a third. A
 * statement that selects whatever columns there are stays nameless, because its remembered plan would break with the next migration.
 * Tells when the server seems to be in trouble: a connection was lost, an answer is long in coming, or a write was refused.
 */
export function preparedPool(pool: pg.Pool, onTrouble: () => void = () => {}): PreparedPool {
  const names = new Map<string, string>();
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client as pg.PoolClient));

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS || /\*/.test(text)) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
    return name;
  };

  return {
    connect: async () => {
      const client = await pool.connect();
      let isBroken = false;
      const run = async (text: string, values: readonly unknown[] = []) => {
        const name = values.length > 0 ? nameOf(text) : undefined;
        const long = setTimeout(onTrouble, LONG_STATEMENT_MS);
        try {
          return await client.query({ ...(name && { name }), text, values: [...values] });
        } catch (error) {
          // A server that takes no write may have been the primary once; the next connection leads to whoever is it now.
          isBroken ||= endsConnection(error) || isWriteRefused(error);
          if (isBroken) onTrouble();
          throw error;
        } finally {
          clearTimeout(long);
        }
      };
      // Anything but text, such as a cursor, runs itself.
      const query = (text: unknown, values?: readonly unknown[]) =>
        typeof text === 'string' ? run(text, values) : client.query(text as never);
      // The pool itself notices a dead connection only when its socket has closed, and would hand it to the next one before that.
      return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient;
    },
    cutAll: () => {
      for (const client of open) cut(client);
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
