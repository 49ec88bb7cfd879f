import type { PostgresPool } from 'kysely';
import { DatabaseUnavailableError, isReader } from './read-only.ts';
import type { PrimaryWatch } from './read-only-watch.ts';

/** After this long without a connection, the primary may be unreachable. */
const LONG_WAIT_MS = 1_000;

/**
 * Connects to the primary. While it is unavailable, fails immediately, except for readers, which get the
 * replica or a read-only primary.
 */
export function readOnlyPool(
  primary: PostgresPool,
  replica: PostgresPool | null,
  watch: PrimaryWatch,
): PostgresPool {
  const connect = async () => {
    if (watch.state !== 'available') {
      const reading = isReader() ? (replica ?? (watch.state === 'read-only' ? primary : null)) : null;
      if (!reading) throw new DatabaseUnavailableError('the database is unavailable');
      return reading.connect();
    }
    const longWait = setTimeout(() => watch.suspect(), LONG_WAIT_MS);
    try {
      return await primary.connect();
    } catch (error) {
      watch.suspect();
      if (replica && isReader()) return replica.connect();
      throw new DatabaseUnavailableError('no connection to the database', { cause: error });
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
