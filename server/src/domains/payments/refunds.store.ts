import { type RawBuilder, sql } from 'kysely';
import { hours } from '../../platform/clock.ts';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { nextCheck } from '../../platform/db/database-time.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { SourceOf } from '../../platform/state-machine.ts';
import type { RefundKind } from './payments.tables.ts';
import { OPEN_REFUND, type REFUND_MOVES } from './refunds.states.ts';

export type StoredRefund = Row<'refunds'>;

const RETRY_AT_LEAST_EVERY_MS = hours(1);

/** Reserves the amount before we call the payment provider; false when less is left. */
export function reserveRefund(
  trx: Trx,
  paymentId: string,
  cents: number,
  kind: RefundKind,
): Promise<boolean> {
  const surplus = kind === 'surplus' ? cents : 0;
  return updatedOne(
    trx
      .updateTable('payments')
      .set({
        refund_reserved_cents: sql`refund_reserved_cents + ${cents}`,
        surplus_returned_cents: sql`surplus_returned_cents + ${surplus}`,
        // A fully refunded payment no longer blocks its quotes, so they can be paid for again.
        quotes_key: sql`CASE WHEN surplus_returned_cents + ${surplus} < amount_cents THEN quotes_key END`,
      })
      .where('id', '=', paymentId)
      .where('status', '=', 'succeeded')
      .where(sql<boolean>`refund_reserved_cents + ${cents} <= amount_cents`)
      .where(sql<boolean>`allocated_cents + surplus_returned_cents + ${surplus} <= amount_cents`),
  );
}

/**
 * The amount still refundable for a bought label, else 0. Lock the payment first, or two callers may both use
 * it.
 */
export async function selectRefundable(db: Handle, shipmentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT s.total_cents - coalesce((SELECT sum(cents) FROM refunds WHERE shipment_id = s.id AND state <> 'failed'), 0)::bigint AS cents
    FROM shipments s WHERE s.id = ${shipmentId} AND s.purchased_at IS NOT NULL`.execute(db);
  return rows[0]?.cents ?? 0;
}

export const selectSameRefund = (
  db: Handle,
  request: { shipmentId: string; cents: number; reason: string; requestedBy: string },
  since: Date,
) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('shipment_id', '=', request.shipmentId)
    .where('cents', '=', request.cents)
    .where('reason', '=', request.reason)
    .where('requested_by', '=', request.requestedBy)
    .where('state', '<>', 'failed')
    .where('created_at', '>', since)
    .executeTakeFirst();

export const selectRefund = (db: Handle, id: string): Promise<StoredRefund> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Compares as text, because the payment provider may send a key that is not a UUID. */
export const selectRefundOfPayment = (db: Handle, paymentId: string, id: string) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst();

export async function releaseRefund(trx: Trx, refund: StoredRefund): Promise<void> {
  const surplus = refund.kind === 'surplus' ? refund.cents : 0;
  await trx
    .updateTable('payments')
    .set({
      refund_reserved_cents: sql`refund_reserved_cents - ${refund.cents}`,
      surplus_returned_cents: sql`surplus_returned_cents - ${surplus}`,
    })
    .where('id', '=', refund.payment_id)
    .execute();
}

export async function insertRefund(trx: Trx, refund: NewRow<'refunds'>): Promise<void> {
  await trx.insertInto('refunds').values(refund).execute();
}

/** Claims a refund until its next check; undefined when it has ended or another worker has claimed it. */
export const claimRefund = (db: Handle, id: string, firstMs: number) =>
  db
    .updateTable('refunds')
    .set({
      state: 'submitted',
      checks: sql`checks + 1`,
      next_check_at: nextCheck(firstMs, RETRY_AT_LEAST_EVERY_MS),
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'requested'),
        eb.and([eb('state', '=', 'submitted'), eb('next_check_at', '<=', sql<Date>`now()`)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();

/** True only for the caller that ended it. */
export const endRefund = <To extends 'succeeded' | 'failed'>(
  trx: Trx,
  id: string,
  from: SourceOf<typeof REFUND_MOVES, To>,
  end: { state: To; provider_id: string | null; detail: string; ended_at: Date },
): Promise<boolean> =>
  updatedOne(trx.updateTable('refunds').set(end).where('id', '=', id).where('state', '=', from));

export const selectDueRefunds = (db: Handle, limit: number) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where(
      'state',
      'in',
      OPEN_REFUND.map((state) => sql.lit(state)),
    )
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();

/**
 * What automatic refunds of a payment could not return. An admin pays it to the client another way, so it must not buy
 * labels as well.
 */
export const failedSurplusCents = (
  paymentId: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`coalesce((
  SELECT sum(f.cents) FROM refunds f WHERE f.payment_id = ${paymentId} AND f.kind = 'surplus' AND f.state = 'failed'), 0)`;

/** Lock the payment first, or a refund may fail after the check. */
export async function selectFailedSurplus(trx: Trx, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT ${failedSurplusCents(sql`${paymentId}::uuid`)}::bigint AS cents`.execute(trx);
  return rows[0]?.cents ?? 0;
}

/** Erases the reasons that admins typed. Fixed reasons stay. */
export async function eraseReasons(trx: Trx, userId: string): Promise<void> {
  await sql`
    UPDATE refunds SET reason = '' FROM payments
    WHERE payments.id = refunds.payment_id AND payments.user_id = ${userId} AND refunds.kind = 'by_admin'`.execute(
    trx,
  );
}
