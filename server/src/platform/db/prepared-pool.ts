import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Statements are kept by every connection of the server, so their number is bounded; the rest is planned each time. */
const MOST_STATEMENTS = 500;

/**
 * Gives each statement a name, by which PostgreSQL remembers its plan: measured, a look-up of a session then costs a third. A
 * statement that selects whatever columns there are stays nameless, because its remembered plan would break with the next migration.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_STATEMENTS || /\*/.test(text)) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
    return name;
  };

  return {
    connect: async () => {
      const client = await pool.connect();
      const query = (text: unknown, values?: readonly unknown[]) => {
        const name = typeof text === 'string' && values && values.length > 0 ? nameOf(text) : undefined;
        return name === undefined
          ? client.query(text as string, values as unknown[])
          : client.query({ name, text: text as string, values: values as unknown[] });
      };
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
