import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** Statements are kept by every connection of the server, so their number is bounded; the rest is planned each time. */
const MOST_STATEMENTS = 500;

/** An error of the statement leaves the connection as it was; any other means that there is none any more. */
const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';

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
      let isBroken = false;
      const run = async (text: string, values: readonly unknown[] = []) => {
        const name = values.length > 0 ? nameOf(text) : undefined;
        try {
          return await client.query({ ...(name && { name }), text, values: [...values] });
        } catch (error) {
          isBroken ||= endsConnection(error);
          throw error;
        }
      };
      // Anything but text, such as a cursor, runs itself.
      const query = (text: unknown, values?: readonly unknown[]) =>
        typeof text === 'string' ? run(text, values) : client.query(text as never);
      // The pool itself notices a dead connection only when its socket has closed, and would hand it to the next one before that.
      return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
