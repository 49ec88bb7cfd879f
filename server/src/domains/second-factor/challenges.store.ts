import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { FactorChallengesTable } from './second-factor.tables.ts';

type StoredChallenge = Selectable<FactorChallengesTable>;
type Purpose = StoredChallenge['purpose'];

export async function insertChallenge(
  db: Handle,
  challenge: Insertable<FactorChallengesTable>,
): Promise<void> {
  await db.insertInto('factor_challenges').values(challenge).execute();
}

/** Uses up one try, before anything is checked, so that parallel tries count too. */
export function takeTry(
  db: Handle,
  { hash, purpose, now }: { hash: Buffer; purpose: Purpose; now: Date },
): Promise<StoredChallenge | undefined> {
  return db
    .updateTable('factor_challenges')
    .set({ tries_left: sql`tries_left - 1` })
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returningAll()
    .executeTakeFirst();
}

/** True for exactly one caller: a challenge counts once. */
export async function deleteChallenge(db: Handle, hash: Buffer): Promise<boolean> {
  const result = await db
    .deleteFrom('factor_challenges')
    .where('challenge_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteChallengesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
}

export async function deleteExpiredChallenges(db: Handle, now: Date): Promise<void> {
  await db.deleteFrom('factor_challenges').where('expires_at', '<=', now).execute();
}

/**
 * Counts a try as a failure before the code is checked; `clearFailures` or `uncountTry` undoes it. Undefined while the account
 * is blocked. Every `blockEvery` failures block for twice as long as the last time.
 */
export async function countTry(
  db: Handle,
  userId: string,
  limits: { now: Date; blockEvery: number; firstBlockMs: number; longestBlockMs: number },
): Promise<number | undefined> {
  const { now, blockEvery, firstBlockMs, longestBlockMs } = limits;
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO factor_failures AS known (user_id, failures) VALUES (${userId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET
      failures = known.failures + 1,
      blocked_until = CASE WHEN (known.failures + 1) % ${blockEvery}::int = 0 THEN
        ${now}::timestamptz + least(
          ${firstBlockMs}::float8 * 2 ^ least((known.failures + 1) / ${blockEvery}::int - 1, 20),
          ${longestBlockMs}::float8
        ) * interval '1 millisecond' END
    WHERE known.blocked_until IS NULL OR known.blocked_until <= ${now}
    RETURNING failures`.execute(db);
  return rows[0]?.failures;
}

/** Also ends the block if this try started it. */
export async function uncountTry(db: Handle, userId: string, blockEvery: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('factor_failures')
    .where('user_id', '=', userId)
    .where('failures', '=', 1)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await sql`
    UPDATE factor_failures SET
      failures = failures - 1,
      blocked_until = CASE WHEN failures % ${blockEvery}::int > 0 THEN blocked_until END
    WHERE user_id = ${userId} AND failures > 1`.execute(db);
}

export async function blockedUntil(db: Handle, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('factor_failures')
    .select('blocked_until')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

export async function clearFailures(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('factor_failures').where('user_id', '=', userId).execute();
}
