import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { Movement } from '../../providers/payments/port.ts';

interface NewMovement extends Movement {
  /** What the ledger gets as the fee. */
  bookedCents: number;
}

/** Stores the movements that are new, and returns their IDs. */
export async function insertMovements(
  trx: Trx,
  provider: string,
  movements: readonly NewMovement[],
  now: Date,
): Promise<Set<string>> {
  if (movements.length === 0) return new Set();
  const rows = movements.map((movement) => ({
    id: movement.id,
    provider,
    kind: movement.kind,
    amount_cents: movement.amountCents,
    fee_cents: movement.feeCents,
    net_cents: movement.netCents,
    currency: movement.currency,
    created_at: movement.createdAt,
    available_at: movement.availableAt,
    source_id: movement.sourceId,
    intent_id: movement.intentId,
    refund_key: movement.refundKey,
    dispute_id: movement.disputeId,
    payment_id: null,
    refund_id: null,
    payout_id: null,
    booked_cents: movement.bookedCents,
    read_at: now,
  }));
  const inserted = await trx
    .insertInto('processor_movements')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/**
 * Links movements to our payments and refunds. A payment's intent or a refund may be recorded after the provider
 * listed its money, so recent movements are tried again.
 */
export async function matchMovements(db: Handle, provider: string, since: Date): Promise<void> {
  await sql`
    UPDATE processor_movements m SET payment_id = p.id
    FROM payments p
    WHERE m.payment_id IS NULL AND m.kind NOT IN ('fee', 'payout', 'hold') AND m.provider = ${provider} AND m.read_at >= ${since}
      AND p.provider = m.provider AND p.intent_id = m.intent_id`.execute(db);
  await sql`
    UPDATE processor_movements m SET refund_id = r.id, payment_id = r.payment_id
    FROM refunds r
    WHERE m.refund_id IS NULL AND m.kind = 'refund' AND m.provider = ${provider} AND m.read_at >= ${since}
      AND m.refund_key IS NOT NULL AND r.id = ${asUuid(sql.ref('m.refund_key'))}`.execute(db);
}

/** Null for text that is not a UUID: other systems may use the same metadata key. */
const asUuid = (text: ReturnType<typeof sql.ref>) =>
  sql`CASE WHEN ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${text}::uuid END`;

export async function assignToPayout(trx: Trx, payoutId: string, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('processor_movements')
    .set({ payout_id: payoutId })
    .where('id', 'in', ids)
    .where(sql<boolean>`payout_id IS DISTINCT FROM ${payoutId}`)
    .execute();
}

/** Infinity if there is no movement. */
export async function secondsSinceNewestMovement(db: Handle): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM now() - max(created_at))::float8 AS seconds FROM processor_movements`.execute(
    db,
  );
  return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
}
