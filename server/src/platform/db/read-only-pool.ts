import type { PostgresPool } from 'kysely';
import { DatabaseAwayError, isReader } from './read-only.ts';
import type { PrimaryWatch } from './read-only-watch.ts';

/** Somebody who waits this long for a connection may be waiting for a primary that is silent. */
const LONG_WAIT_MS = 1_000;

/**
 * Connections to the primary, and while it takes no work none at all: whoever wants one hears it at once. Only readers are then let on to
 * the replica, or to a primary that still answers them.
 */
export function readOnlyPool(
  primary: PostgresPool,
  replica: PostgresPool | null,
  watch: PrimaryWatch,
): PostgresPool {
  const connect = async () => {
    if (watch.state !== 'here') {
      const reading = isReader() ? (replica ?? (watch.state === 'read-only' ? primary : null)) : null;
      if (!reading) throw new DatabaseAwayError('the database is away');
      return reading.connect();
    }
    const longWait = setTimeout(() => watch.suspect(), LONG_WAIT_MS);
    try {
      return await primary.connect();
    } catch (error) {
      watch.suspect();
      if (replica && isReader()) return replica.connect();
      throw new DatabaseAwayError('no connection to the database', { cause: error });
    } finally {
      clearTimeout(longWait);
    }
  };
  return {
    connect,
    end: async () => {
      await watch.close();
      await primary.end();
      await replica?.end();
    },
    options: primary.options,
  };
}
