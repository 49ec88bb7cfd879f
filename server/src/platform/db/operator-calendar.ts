import pg from 'pg';

/** The days by which totals are kept are the operator's. Another time zone than before makes all totals anew, which takes a while. */
export async function keepOperatorCalendar(ownerUrl: string, timeZone: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('SELECT keep_operator_calendar($1)', [timeZone]);
  } finally {
    await client.end();
  }
}
