import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { DISPUTE_MOVES } from './disputes.states.ts';

export type StoredDispute = Row<'disputes'>;

export const selectDispute = (db: Handle, provider: string, disputeId: string) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider)
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();

export const insertDispute = (trx: Trx, dispute: NewRow<'disputes'>): Promise<StoredDispute> =>
  trx.insertInto('disputes').values(dispute).returningAll().executeTakeFirstOrThrow();

export async function endDispute(
  db: Handle,
  id: string,
  end: { state: (typeof DISPUTE_MOVES)['open'][number]; ended_at: Date },
): Promise<void> {
  await db.updateTable('disputes').set(end).where('id', '=', id).execute();
}

/** The total that the client's bank has charged back, in open and lost disputes. */
export async function selectDisputedCents(db: Handle, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM disputes
    WHERE payment_id = ${paymentId} AND state IN ('open', 'lost')`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Whether a bank has charged back a payment of the client since then, in an open or lost dispute. */
export const hasDisputeSince = async (db: Handle, userId: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select('disputes.id')
    .where('payments.user_id', '=', userId)
    .where('disputes.state', 'in', ['open', 'lost'])
    .where('disputes.opened_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface DisputedSums {
  /** In open and lost disputes. */
  disputed_cents: number;
  lost_cents: number;
  refunded_cents: number;
  to_balance_cents: number;
  /** What disputes of the payment have taken from the balance. */
  taken_cents: number;
  /** The part of it that has covered a loss. */
  covered_cents: number;
}

/** Undefined for a payment that was never disputed. Lock the payment first. */
export async function selectDisputedSums(trx: Trx, paymentId: string): Promise<DisputedSums | undefined> {
  const { rows } = await sql<DisputedSums>`
    SELECT d.disputed_cents, d.lost_cents, r.refunded_cents, r.to_balance_cents,
      (SELECT coalesce(-sum(cents), 0)::bigint FROM balance_entries WHERE payment_id = ${paymentId} AND kind = 'dispute') AS taken_cents,
      (SELECT coalesce(-sum(e.cents), 0)::bigint
       FROM (SELECT id FROM disputes WHERE payment_id = ${paymentId} UNION ALL SELECT id FROM refunds WHERE payment_id = ${paymentId}) changed
       JOIN ledger_transactions t ON t.reason_key IN ('dispute-covered:' || changed.id, 'dispute-uncovered:' || changed.id)
       JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'loss') AS covered_cents
    FROM (SELECT count(*) AS disputes, coalesce(sum(cents) FILTER (WHERE state IN ('open', 'lost')), 0)::bigint AS disputed_cents,
            coalesce(sum(cents) FILTER (WHERE state = 'lost'), 0)::bigint AS lost_cents
          FROM disputes WHERE payment_id = ${paymentId}) d,
         (SELECT coalesce(sum(cents), 0)::bigint AS refunded_cents,
            coalesce(sum(cents) FILTER (WHERE destination = 'balance'), 0)::bigint AS to_balance_cents
          FROM refunds WHERE payment_id = ${paymentId} AND state = 'succeeded') r
    WHERE d.disputes > 0`.execute(trx);
  return rows[0];
}
