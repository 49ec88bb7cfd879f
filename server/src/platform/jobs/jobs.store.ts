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

/** Lets an active job wait. It keeps its retries, because pg-boss counts only runs that follow a `started_on`. */
export async function postponeJob(boss: PgBoss, queue: string, id: string, seconds: number): Promise<void> {
  await boss.getDb().executeSql(
    `UPDATE ${JOBS_SCHEMA}.job
     SET state = 'retry', started_on = NULL, heartbeat_on = NULL, start_after = now() + $3 * interval '1 second'
     WHERE name = $1 AND id = $2 AND state = 'active'`,
    [queue, id, seconds],
  );
}
