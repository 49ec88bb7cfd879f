import { type NotNull, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { OPEN_PAYMENT } from './payments.states.ts';

/**
 * The client's cards that were declined since then. Includes earlier ones if another card of the same payment was
 * declined since. `first_declined` is the first of the payments' last declines.
 */
export interface RecentDeclines {
  declines: number;
  first_declined: Date | null;
}

export const recentDeclines = (userId: string, since: Date) => sql<RecentDeclines>`
  SELECT coalesce(sum(declines), 0) AS declines, min(last_declined_at) AS first_declined FROM payments
  WHERE user_id = ${userId} AND last_declined_at > ${since}`;

export async function selectRecentDeclines(db: Handle, userId: string, since: Date): Promise<RecentDeclines> {
  const { rows } = await recentDeclines(userId, since).execute(db);
  return rows[0] ?? { declines: 0, first_declined: null };
}

/** Counts a declined card and returns the new count; null when the payment is no longer open. */
export async function countDecline(db: Handle, id: string, now: Date): Promise<number | null> {
  const counted = await db
    .updateTable('payments')
    .set({ declines: sql`declines + 1`, last_declined_at: now })
    .where('id', '=', id)
    .where('status', 'in', OPEN_PAYMENT)
    .returning('declines')
    .executeTakeFirst();
  return counted?.declines ?? null;
}

/** The client's payments that can be paid at the payment provider. */
export const selectUnpaidWithIntent = (
  db: Handle,
  { userId, provider, limit }: { userId: string; provider: string; limit: number },
) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'created')
    .where('provider', '=', provider)
    .where('intent_id', 'is not', null)
    .limit(limit)
    .$narrowType<{ intent_id: NotNull }>()
    .execute();
