import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Trx } from '../db/database.ts';

/** The schema of pg-boss. */
export const JOBS_SCHEMA = 'jobs';

export async function deleteJobs(trx: Trx, queue: string, payload: object): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(`${JOBS_SCHEMA}.job`)}
    WHERE name = ${queue} AND data @> ${JSON.stringify(payload)}::jsonb`.execute(trx);
}

/** Lets active jobs wait. They keep their retries, because pg-boss counts only runs that follow a `started_on`. */
export async function postponeJobs(
  boss: PgBoss,
  queue: string,
  waits: readonly { id: string; seconds: number }[],
): Promise<void> {
  if (waits.length === 0) return;
  await boss.getDb().executeSql(
    `UPDATE ${JOBS_SCHEMA}.job j
     SET state = 'retry', started_on = NULL, heartbeat_on = NULL, start_after = now() + w.seconds * interval '1 second',
         keep_until = now() + w.seconds * interval '1 second' + (j.keep_until - j.start_after)
     FROM jsonb_to_recordset($2::jsonb) AS w(id uuid, seconds double precision)
     WHERE j.name = $1 AND j.id = w.id AND j.state = 'active'`,
    [queue, JSON.stringify(waits)],
  );
}
