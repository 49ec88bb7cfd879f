import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** The schema of pg-boss. */
export const JOBS_SCHEMA = 'jobs';

export async function deleteJobs(trx: Trx, queue: string, payload: object): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(`${JOBS_SCHEMA}.job`)}
    WHERE name = ${queue} AND data @> ${JSON.stringify(payload)}::jsonb`.execute(trx);
}
