import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export interface Failures {
  failures: number;
  window_ends_at: Date;
  last_failed_at: Date | null;
}

export async function selectFailures(db: Handle, keys: string[], now: Date): Promise<Map<string, Failures>> {
  const rows = await db
    .selectFrom('login_failures')
    .select(['key', 'failures', 'window_ends_at', 'last_failed_at'])
    .where('key', 'in', keys)
    .where('window_ends_at', '>', now)
    .execute();
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Increments each counter, or restarts it when its window has ended. Sorted keys prevent deadlocks. */
export async function addFailures(
  db: Handle,
  keys: string[],
  now: Date,
  windowEndsAt: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('login_failures')
    .values(
      [...keys]
        .sort()
        .map((key) => ({ key, failures: 1, window_ends_at: windowEndsAt, last_failed_at: now })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`CASE WHEN login_failures.window_ends_at > ${now} THEN login_failures.failures + 1 ELSE 1 END`,
        window_ends_at: sql`CASE WHEN login_failures.window_ends_at > ${now} THEN login_failures.window_ends_at ELSE excluded.window_ends_at END`,
        last_failed_at: now,
      }),
    )
    .returning(['key', 'failures'])
    .execute();
  return new Map(rows.map(({ key, failures }) => [key, failures]));
}

export async function deleteFailures(db: Handle, keys: string[]): Promise<void> {
  await db.deleteFrom('login_failures').where('key', 'in', keys).execute();
}
