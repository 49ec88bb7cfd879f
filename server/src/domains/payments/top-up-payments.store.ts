import { sql } from 'kysely';
import { minutes } from '../../platform/clock.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { fromNow, nextCheck } from '../../platform/db/database-time.ts';
import { OPEN_PAYMENT } from './payments.states.ts';
import { PAYMENT_COLUMNS, type StoredPayment } from './payments.store.ts';

const CHARGE_AT_LEAST_EVERY_MS = minutes(5);
const OPEN = OPEN_PAYMENT.map((status) => sql.lit(status));

type NewTopUp = Pick<
  StoredPayment,
  | 'id'
  | 'user_id'
  | 'provider'
  | 'amount_cents'
  | 'description'
  | 'automatic'
  | 'card_id'
  | 'customer_id'
  | 'saves_card'
  | 'created_at'
>;

/** The sweep leaves the payment alone for `holdMs`, while its first charge runs. */
export const insertTopUp = (trx: Trx, topUp: NewTopUp, holdMs: number): Promise<StoredPayment> =>
  trx
    .insertInto('payments')
    .values({ ...topUp, purpose: 'top_up', next_check_at: fromNow(holdMs) })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();

/** Top-ups by stored card whose charge has no answer yet and that are due, at growing intervals. */
export const claimUncharged = (db: Handle, firstMs: number, limit: number): Promise<StoredPayment[]> =>
  db
    .updateTable('payments')
    .set({ checks: sql`checks + 1`, next_check_at: nextCheck(firstMs, CHARGE_AT_LEAST_EVERY_MS) })
    .where('id', 'in', (due) =>
      due
        .selectFrom('payments')
        .select('id')
        .where('status', 'in', OPEN)
        .where('next_check_at', '<=', sql<Date>`now()`)
        .where('card_id', 'is not', null)
        .where('intent_id', 'is', null)
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(PAYMENT_COLUMNS)
    .execute();

/** The client's automatic top-up in progress. */
export const selectAutomaticInProgress = (db: Handle, userId: string): Promise<StoredPayment | undefined> =>
  db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('user_id', '=', userId)
    .where('automatic', '=', true)
    .where('status', 'in', OPEN)
    .executeTakeFirst();

/** What automatic top-ups have charged or may still charge this month, and when the month ends for the operator. */
export async function selectAutomaticOfMonth(
  db: Handle,
  userId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ cents: number; monthEnds: Date }> {
  const { rows } = await sql<{ cents: number; month_ends: Date }>`
    WITH month AS (SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE ${timeZone}) AS begins)
    SELECT (month.begins + interval '1 month') AT TIME ZONE ${timeZone} AS month_ends,
           (SELECT coalesce(sum(amount_cents), 0)::bigint FROM payments
            WHERE user_id = ${userId} AND automatic AND status <> 'canceled'
              AND created_at >= month.begins AT TIME ZONE ${timeZone}) AS cents
    FROM month`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A SELECT of one row returned none');
  return { cents: row.cents, monthEnds: row.month_ends };
}

/** When a stored card of the client was last charged successfully, since then. */
export const selectLastCharge = async (db: Handle, userId: string, since: Date): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(succeeded_at) AS at FROM payments
    WHERE user_id = ${userId} AND created_at >= ${since} AND card_id IS NOT NULL AND status = 'succeeded'`.execute(
    db,
  );
  return rows[0]?.at ?? null;
};

/** Succeeded top-ups that can still be refunded, newest first, locked. Disputed ones are left out. */
export async function lockPayableTopUps(
  trx: Trx,
  userId: string,
  provider: string,
): Promise<{ id: string; left_cents: number }[]> {
  const { rows: locked } = await sql<{ id: string }>`
    SELECT p.id FROM payments p WHERE ${refundableTopUps(userId, provider)}
    ORDER BY p.succeeded_at DESC, p.id DESC FOR UPDATE`.execute(trx);
  // A dispute or a failed refund that this statement waited for is visible only to the next one.
  const { rows } = await sql<{ id: string; left_cents: number }>`
    SELECT p.id, p.amount_cents - p.refund_reserved_cents AS left_cents FROM payments p
    WHERE p.id = ANY(${locked.map(({ id }) => id)}::uuid[]) AND ${payableTopUps(userId, provider)}
    ORDER BY p.succeeded_at DESC, p.id DESC`.execute(trx);
  return rows;
}

export async function selectPayableCents(db: Handle, userId: string, provider: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(p.amount_cents - p.refund_reserved_cents), 0)::bigint AS cents FROM payments p
    WHERE ${payableTopUps(userId, provider)}`.execute(db);
  return rows[0]?.cents ?? 0;
}

const refundableTopUps = (userId: string, provider: string) => sql`
  p.user_id = ${userId} AND p.provider = ${provider} AND p.status = 'succeeded' AND p.purpose = 'top_up'
  AND p.refund_reserved_cents < p.amount_cents`;

/** After a failed refund of a top-up, an admin must act. */
const payableTopUps = (userId: string, provider: string) => sql`
  ${refundableTopUps(userId, provider)}
  AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state IN ('open', 'lost'))
  AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'failed')`;

/** Instead of being credited, a top-up with a charge that is not ours is refunded. See `refundMismatch`. */
const selectUncredited = (db: Handle) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('payments.purpose', '=', 'top_up')
    .where('refunds.kind', '=', 'surplus')
    .limit(1);

export const isUncredited = async (db: Handle, paymentId: string): Promise<boolean> =>
  (await selectUncredited(db).where('payments.id', '=', paymentId).executeTakeFirst()) !== undefined;

export const hasUncreditedAutomatic = async (db: Handle, userId: string, since: Date): Promise<boolean> =>
  (await selectUncredited(db)
    .where('payments.user_id', '=', userId)
    .where('payments.automatic', '=', true)
    .where('payments.created_at', '>=', since)
    .executeTakeFirst()) !== undefined;

export const selectTopUp = (db: Handle, userId: string, id: string): Promise<StoredPayment | undefined> =>
  db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('purpose', '=', 'top_up')
    .executeTakeFirst();

/** The refunds of one payout, by one of them. */
export const selectPayout = (db: Handle, refundId: string) =>
  db
    .selectFrom('refunds as first')
    .innerJoin('payments as p', 'p.id', 'first.payment_id')
    .innerJoin('payments as q', 'q.user_id', 'p.user_id')
    .innerJoin('refunds as r', (join) =>
      join.onRef('r.payment_id', '=', 'q.id').onRef('r.created_at', '=', 'first.created_at'),
    )
    .select(['r.id', 'r.payment_id', 'r.cents'])
    .where('first.id', '=', refundId)
    .where('r.kind', '=', 'payout')
    .execute();

export async function selectLastPayoutAt(db: Handle, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(r.created_at) AS at FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE p.user_id = ${userId} AND p.purpose = 'top_up' AND r.kind = 'payout'`.execute(db);
  return rows[0]?.at ?? null;
}
