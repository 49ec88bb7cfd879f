import pg from 'pg';
import { NO_TIME_LIMITS } from './migrate.ts';

/**
 * Totals are kept by days in the operator's time zone. Changing it rebuilds all totals, which takes a while.
 */
export async function keepOperatorCalendar(ownerUrl: string, timeZone: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A lost connection rejects the running statement; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(NO_TIME_LIMITS);
    await client.query('SELECT keep_operator_calendar($1)', [timeZone]);
  } finally {
    await client.end();
  }
}
