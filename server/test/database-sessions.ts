import pg from 'pg';
import type { TestApp } from './build-test-app.ts';

/** Counts the application's database sessions that meet a condition on pg_stat_activity. */
export async function countSessions({ ownerUrl }: TestApp, condition: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rowCount } = await owner.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lading' AND ${condition}`,
  );
  await owner.end();
  return rowCount ?? 0;
}
