import { type Insertable, type Selectable, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { RefundKind, RefundsTable } from './payments.tables.ts';
import type { RefundState } from './refunds.states.ts';

export type StoredRefund = Selectable<RefundsTable>;

/** Sets the money aside before anybody is asked for it; false when that much is not left. */
export async function reserveRefund(
  db: Handle,
  paymentId: string,
  cents: number,
  kind: RefundKind,
): Promise<boolean> {
  const surplus = kind === 'surplus' ? cents : 0;
  const result = await db
    .updateTable('payments')
    .set({
      refund_reserved_cents: sql`refund_reserved_cents + ${cents}`,
      surplus_returned_cents: sql`surplus_returned_cents + ${surplus}`,
      // A payment that went back whole is bound to nothing any more: its rates can be paid for anew.
      quotes_key: sql`CASE WHEN surplus_returned_cents + ${surplus} < amount_cents THEN quotes_key END`,
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .where(sql<boolean>`refund_reserved_cents + ${cents} <= amount_cents`)
    .where(sql<boolean>`allocated_cents + surplus_returned_cents + ${surplus} <= amount_cents`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What has not been given back of a label that was bought; 0 for any other. The lock on its payment keeps two from counting the same. */
export async function selectRefundable(db: Handle, shipmentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT s.total_cents - coalesce((SELECT sum(cents) FROM refunds WHERE shipment_id = s.id AND state <> 'failed'), 0)::bigint AS cents
    FROM shipments s WHERE s.id = ${shipmentId} AND s.purchased_at IS NOT NULL`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The same wish of the same person a moment ago is that wish. */
export const selectSameRefund = (
  db: Handle,
  wish: { shipmentId: string; cents: number; reason: string; requestedBy: string },
  since: Date,
) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('shipment_id', '=', wish.shipmentId)
    .where('cents', '=', wish.cents)
    .where('reason', '=', wish.reason)
    .where('requested_by', '=', wish.requestedBy)
    .where('state', '<>', 'failed')
    .where('created_at', '>', since)
    .executeTakeFirst();

export const selectRefund = (db: Handle, id: string): Promise<StoredRefund> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** As text: what a card provider calls our id may be anything. */
export const selectRefundOfPayment = (db: Handle, paymentId: string, id: string) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst();

export async function releaseRefund(db: Handle, refund: StoredRefund): Promise<void> {
  const surplus = refund.kind === 'surplus' ? refund.cents : 0;
  await db
    .updateTable('payments')
    .set({
      refund_reserved_cents: sql`refund_reserved_cents - ${refund.cents}`,
      surplus_returned_cents: sql`surplus_returned_cents - ${surplus}`,
    })
    .where('id', '=', refund.payment_id)
    .execute();
}

export async function insertRefund(db: Handle, refund: Insertable<RefundsTable>): Promise<void> {
  await db.insertInto('refunds').values(refund).execute();
}

/** Takes a refund to the card provider, from now on for a while on the database's clock; undefined when it has ended or is in other hands. */
export const claimRefund = (db: Handle, id: string, againMs: number) =>
  db
    .updateTable('refunds')
    .set({
      state: 'submitted',
      checks: sql`checks + 1`,
      next_check_at: sql`now() + least(interval '1 hour', ${againMs} * interval '1 millisecond' * power(2, least(checks, 10)))`,
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

/** True for the one caller that ended it. */
export async function endRefund(
  db: Handle,
  id: string,
  from: 'submitted' | 'succeeded',
  end: { state: 'succeeded' | 'failed'; provider_id: string | null; detail: string; ended_at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const selectRefundOfFailedPurchase = (db: Handle, shipmentId: string) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', sql.lit('failed_purchase'))
    .executeTakeFirst();

export const selectDueRefunds = (db: Handle, limit: number) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', [sql.lit<RefundState>('requested'), sql.lit<RefundState>('submitted')])
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();

/** Money that could not be given back is not asked for again and again. */
export const hasFailedSurplusRefund = async (db: Handle, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'failed')
    .executeTakeFirst()) !== undefined;
