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

interface DeclinedCard {
  paymentId: string;
  provider: string;
  eventId: string;
  at: Date;
}

/**
 * Counts a declined card and marks its event as processed. Several processes may handle the event, so only the one that marks it counts.
 * Returns the new count; null when the card was counted before or the payment is no longer open.
 */
export async function countDecline(
  db: Handle,
  { paymentId, provider, eventId, at }: DeclinedCard,
): Promise<number | null> {
  const { rows } = await sql<{ declines: number }>`
    WITH processed AS (
      UPDATE payment_events SET processed_at = ${at}
      WHERE provider = ${provider} AND event_id = ${eventId} AND processed_at IS NULL
      RETURNING event_id
    )
    UPDATE payments SET declines = declines + 1, last_declined_at = ${at}
    WHERE id = ${paymentId} AND status = ANY(${[...OPEN_PAYMENT]}::text[]) AND EXISTS (SELECT FROM processed)
    RETURNING declines`.execute(db);
  return rows[0]?.declines ?? null;
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
