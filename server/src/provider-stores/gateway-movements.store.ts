import { type RawBuilder, sql } from 'kysely';
import { type Database, type Trx, transaction } from '../platform/db/database.ts';
import type { Movement, PageOrder, PayoutRecord } from '../providers/payments/port.ts';
import type {
  MovementJournal,
  MovementOrder,
  NewMovement,
} from '../providers/payments/test-gateway/movement-journal.ts';

/** One process at a time makes payouts. */
const PAYOUT_LOCK = 4_038;

export const gatewayMovements = (db: Database): MovementJournal => ({
  listMovements: (order) => listMovements(db, order),
  listPayouts: (order) => listPayouts(db, order),
  addPayouts: (times, newId) => transaction(db, (trx) => addPayouts(trx, times, newId)),
  failPayout: (payoutId, movementId, now) =>
    transaction(db, (trx) => failPayout(trx, payoutId, movementId, now)),
});

async function listMovements(
  db: Database,
  { since, after, payoutId, limit }: MovementOrder,
): Promise<Movement[]> {
  const { rows } = await sql<MovementRow>`
    SELECT m.movement_id, m.kind, m.intent_id, m.refund_key, m.amount_cents, m.fee_cents, m.payout_id, m.created_at, m.available_at
    FROM sandbox.gateway_movements m
    WHERE m.created_at >= ${since}
      AND ${payoutId === null ? sql.lit(true) : sql`m.payout_id = ${payoutId} AND m.movement_id <> ${`txn_${payoutId}`}`}
      AND ${after === null ? sql.lit(true) : sql`(m.created_at, m.seq) < (SELECT created_at, seq FROM sandbox.gateway_movements WHERE movement_id = ${after})`}
    ORDER BY m.created_at DESC, m.seq DESC LIMIT ${limit}`.execute(db);
  return rows.map(toMovement);
}

interface MovementRow {
  movement_id: string;
  kind: Movement['kind'];
  intent_id: string | null;
  refund_key: string | null;
  amount_cents: number;
  fee_cents: number;
  payout_id: string | null;
  created_at: Date;
  available_at: Date;
}

const toMovement = (row: MovementRow): Movement => ({
  id: row.movement_id,
  kind: row.kind,
  amountCents: row.amount_cents,
  feeCents: row.fee_cents,
  netCents: row.amount_cents - row.fee_cents,
  currency: 'USD',
  createdAt: row.created_at,
  availableAt: row.available_at,
  sourceId: row.kind === 'payout' ? row.payout_id : (row.refund_key ?? row.intent_id),
  intentId: row.intent_id,
  refundKey: row.refund_key,
  disputeId: row.kind === 'dispute' ? (row.intent_id?.replace(/^pi_/, 'dp_') ?? null) : null,
});

async function listPayouts(
  db: Database,
  { since, after, limit, now }: PageOrder & { limit: number; now: Date },
): Promise<PayoutRecord[]> {
  const { rows } = await sql<PayoutRow>`
    SELECT payout_id, amount_cents, created_at, arrives_at, failed_at FROM sandbox.gateway_payouts
    WHERE created_at >= ${since}
      AND ${after === null ? sql.lit(true) : sql`(created_at, payout_id) < (SELECT created_at, payout_id FROM sandbox.gateway_payouts WHERE payout_id = ${after})`}
    ORDER BY created_at DESC, payout_id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.payout_id,
    amountCents: row.amount_cents,
    currency: 'USD',
    status: row.failed_at !== null ? 'failed' : row.arrives_at <= now ? 'paid' : 'in_transit',
    createdAt: row.created_at,
    arrivesAt: row.arrives_at,
    itemized: true,
    failure: row.failed_at === null ? null : 'The bank account could not be found.',
  }));
}

interface PayoutRow {
  payout_id: string;
  amount_cents: number;
  created_at: Date;
  arrives_at: Date;
  failed_at: Date | null;
}

/** If a day has nothing to pay out, its movements are included in the next payout. */
async function addPayouts(
  trx: Trx,
  { now, transferMs }: { now: Date; transferMs: number },
  newId: () => string,
): Promise<void> {
  const days = await sql<{ day: Date }>`
    SELECT DISTINCT date_trunc('day', available_at, 'UTC') + interval '1 day' AS day FROM sandbox.gateway_movements
    WHERE payout_id IS NULL AND date_trunc('day', available_at, 'UTC') + interval '1 day' <= ${now}
    ORDER BY day LIMIT 400`.execute(trx);
  if (days.rows.length === 0) return;
  await sql`SELECT pg_advisory_xact_lock(${PAYOUT_LOCK})`.execute(trx);
  for (const { day } of days.rows) {
    const payoutId = newId();
    const { rows } = await sql<{ cents: number }>`
      WITH due AS (
        SELECT movement_id, amount_cents - fee_cents AS cents FROM sandbox.gateway_movements
        WHERE payout_id IS NULL AND available_at < ${day}
      ), total AS (SELECT coalesce(sum(cents), 0)::bigint AS cents FROM due),
      made AS (
        INSERT INTO sandbox.gateway_payouts (payout_id, amount_cents, created_at, arrives_at)
        SELECT ${payoutId}, cents, ${day}, ${new Date(day.getTime() + transferMs)} FROM total WHERE cents > 0 RETURNING amount_cents
      ), assigned AS (
        UPDATE sandbox.gateway_movements m SET payout_id = ${payoutId} FROM due, made WHERE m.movement_id = due.movement_id
      )
      SELECT amount_cents AS cents FROM made`.execute(trx);
    if (rows[0]) await insertPayoutMovement(trx, `txn_${payoutId}`, payoutId, -rows[0].cents, day);
  }
}

const insertPayoutMovement = (
  trx: Trx,
  movementId: string,
  payoutId: string | null,
  cents: number,
  now: Date,
) =>
  trx
    .insertInto('sandbox.gateway_movements')
    .values({
      movement_id: movementId,
      kind: 'payout',
      intent_id: null,
      refund_key: null,
      amount_cents: cents,
      fee_cents: 0,
      payout_id: payoutId,
      created_at: now,
      available_at: now,
    })
    .execute();

/** Returns the money to the balance; the gateway includes it in the next payout. */
async function failPayout(trx: Trx, payoutId: string, movementId: string, now: Date): Promise<void> {
  const failed = await trx
    .updateTable('sandbox.gateway_payouts')
    .set({ failed_at: now })
    .where('payout_id', '=', payoutId)
    .where('failed_at', 'is', null)
    .returning('amount_cents')
    .executeTakeFirst();
  if (failed) await insertPayoutMovement(trx, movementId, null, failed.amount_cents, now);
}

/** Runs on its own or as a CTE of another statement. */
export const insertMovements = (
  intentId: string,
  movements: readonly NewMovement[],
  when: RawBuilder<unknown>,
) => sql`
  INSERT INTO sandbox.gateway_movements (movement_id, kind, intent_id, refund_key, amount_cents, fee_cents, created_at, available_at)
  SELECT "movementId", kind, ${intentId}::text, "refundKey", "amountCents", "feeCents", "createdAt", "availableAt"
  FROM jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) AS m("movementId" text, kind text, "refundKey" text,
    "amountCents" bigint, "feeCents" bigint, "createdAt" timestamptz, "availableAt" timestamptz)
  WHERE ${when}`;
