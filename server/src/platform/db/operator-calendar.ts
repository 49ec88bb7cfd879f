import pg from 'pg';
import { StartError } from '../app-error.ts';
import { NO_TIME_LIMITS } from './migrate.ts';

/** For processes that do not change the database: days, totals and invoices would follow another time zone than the pages. */
export async function requireOperatorCalendar(databaseUrl: string, timeZone: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ time_zone: string }>('SELECT time_zone FROM operator_calendar');
    const kept = rows[0]?.time_zone;
    if (kept !== timeZone)
      throw new StartError(
        `TIME_ZONE is ${timeZone}, but the database keeps its days in ${kept}. Restore the setting, or stop all processes and run "npm run migrate".`,
      );
  } finally {
    await client.end();
  }
}

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
