import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { PayoutRecord, PayoutStatus } from '../../providers/payments/port.ts';

/** Stores the payout if it is new, and returns the status that it had before. */
export async function lockPayout(
  trx: Trx,
  provider: string,
  payout: PayoutRecord,
  now: Date,
): Promise<PayoutStatus | null> {
  const inserted = await trx
    .insertInto('processor_payouts')
    .values({
      id: payout.id,
      provider,
      amount_cents: payout.amountCents,
      currency: payout.currency,
      status: payout.status,
      created_at: payout.createdAt,
      arrives_at: payout.arrivesAt,
      itemized: payout.itemized,
      failure: payout.failure,
      items_read_at: null,
      read_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return null;
  const row = await trx
    .selectFrom('processor_payouts')
    .select('status')
    .where('id', '=', payout.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.status;
}

export async function updatePayout(
  trx: Trx,
  { id, arrivesAt, failure }: PayoutRecord,
  status: PayoutStatus,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('processor_payouts')
    .set({ status, arrives_at: arrivesAt, failure, read_at: now })
    .where('id', '=', id)
    .execute();
}

/** Payouts whose movements are unknown, or do not add up yet. */
export async function selectPayoutsToItemize(
  db: Handle,
  provider: string,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM processor_payouts p
    WHERE p.provider = ${provider} AND p.itemized
      AND (p.items_read_at IS NULL OR (p.created_at >= ${since} AND p.amount_cents <> (
        SELECT coalesce(sum(m.net_cents), 0) FROM processor_movements m WHERE m.payout_id = p.id)))
    ORDER BY p.items_read_at NULLS FIRST, p.created_at LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function markItemized(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('processor_payouts').set({ items_read_at: now }).where('id', '=', id).execute();
}
