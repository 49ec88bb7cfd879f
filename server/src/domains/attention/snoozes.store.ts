import type { AttentionKind } from '@lading/contract/attention.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { dayEnd } from '../../platform/db/operator-days.ts';

/**
 * Snoozes a row until the operator's day is over. Snoozing the row again on the same day also covers what is new since
 * then.
 */
export async function upsertSnooze(
  trx: Trx,
  { kind, subject }: { kind: AttentionKind; subject: string },
  { now, today }: { now: Date; today: string },
): Promise<void> {
  await sql`
    INSERT INTO attention_snoozes (kind, subject, snoozed_at, until) VALUES (${kind}, ${subject}, ${now}, ${dayEnd(today)})
    ON CONFLICT (kind, subject) DO UPDATE SET snoozed_at = excluded.snoozed_at, until = excluded.until`.execute(
    trx,
  );
}

export async function deleteEndedSnoozes(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('attention_snoozes').where('until', '<=', now).execute();
}

export const countSnoozes = async (
  db: Handle,
  kinds: readonly AttentionKind[],
  now: Date,
): Promise<number> => {
  const { count } = await db
    .selectFrom('attention_snoozes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', 'in', kinds)
    .where('until', '>', now)
    .executeTakeFirstOrThrow();
  return count;
};

/** Returns how many were in force. */
export async function deleteSnoozes(trx: Trx, now: Date): Promise<number> {
  const deleted = await trx.deleteFrom('attention_snoozes').returning('until').execute();
  return deleted.filter(({ until }) => until > now).length;
}

export async function deleteSnoozesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('attention_snoozes').where('subject', '=', userId).execute();
}

/**
 * A condition of another query: the row is not snoozed. With `since`, a snooze covers only what was there when an
 * admin snoozed it.
 */
export const notSnoozed = (
  kind: AttentionKind,
  now: Date,
  subject: RawBuilder<unknown>,
  since?: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`NOT EXISTS (
  SELECT FROM attention_snoozes z WHERE z.kind = ${sql.lit(kind)} AND z.subject = ${subject} AND z.until > ${now}
    AND ${since ? sql`z.snoozed_at >= ${since}` : sql`true`})`;
