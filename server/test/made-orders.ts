import type { Carrier } from '@lading/contract/parcel.ts';
import { sql } from 'kysely';
import { bookings, post } from '../src/domains/ledger/ledger.ts';
import type { ShipmentState } from '../src/domains/shipments/shipments.tables.ts';
import { type Database, type Trx, transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';

export interface Order {
  userId: string;
  carrier: Carrier;
  costCents: number;
  commissionCents: number;
  createdAt: Date;
  /** The final state. */
  state: ShipmentState;
  /** Refunded by an admin. */
  refund?: { cents: number; at: Date; by: string };
  /** When the carrier credited a voided label. */
  voidedAt?: Date;
}

/** The transitions from the payment to the final state. */
const WAYS: Partial<Record<ShipmentState, ShipmentState[]>> = {
  paid: [],
  purchasing: ['purchasing'],
  purchased: ['purchasing', 'purchased'],
  in_transit: ['purchasing', 'purchased', 'in_transit'],
  delivered: ['purchasing', 'purchased', 'in_transit', 'delivered'],
  returned: ['purchasing', 'purchased', 'in_transit', 'returned'],
  voided: ['purchasing', 'purchased', 'void_requested', 'voided'],
  refunded: ['purchasing', 'purchase_failed', 'refunding', 'refunded'],
};
const MAX_MOVES = 4;

/** Inserts past orders with the real transitions and bookings, without calling a provider. */
export async function makeOrders(db: Database, orders: readonly Order[]): Promise<string[]> {
  const made = orders.map((order) => ({ id: newId(), ...order }));
  await transaction(db, async (trx) => {
    await insertPaid(trx, made);
    for (let step = 0; step < MAX_MOVES; step += 1)
      await move(
        trx,
        made.flatMap(({ id, state }) => {
          const next = WAYS[state]?.[step];
          return next ? [{ id, state: next }] : [];
        }),
      );
    for (const { id, refund } of made) if (refund) await insertRefund(trx, id, refund);
    for (const { id, costCents, voidedAt } of made)
      if (voidedAt) await post(trx, { now: () => voidedAt }, `void:${id}`, bookings.voided(costCents));
    for (const { id, state, costCents, commissionCents, createdAt } of made)
      if (WAYS[state]?.includes('purchased'))
        await post(
          trx,
          { now: () => createdAt },
          `purchase:${id}`,
          bookings.purchase(costCents + commissionCents, costCents, commissionCents, costCents),
        );
  });
  return made.map(({ id }) => id);
}

/** Each order has one payment and one quote with the same id. */
async function insertPaid(trx: Trx, orders: readonly (Order & { id: string })[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
    AS o (id uuid, "userId" uuid, carrier text, "costCents" bigint, "commissionCents" bigint, "createdAt" timestamptz)`;
  await sql`
    INSERT INTO quote_requests (id, user_id, request_hash, sender, receiver, parcel, ship_date, created_at, expires_at)
    SELECT id, "userId", sha256(id::text::bytea), '{}', '{}', '{}', "createdAt"::date, "createdAt", "createdAt" + interval '1 hour'
    FROM ${given}`.execute(trx);
  await sql`
    INSERT INTO quotes (id, request_id, user_id, provider, carrier_rate, cost_cents, commission_type, commission_value,
      commission_cents, total_cents)
    SELECT id, id, "userId", 'builtin', '{}', "costCents", 'flat_rate', "commissionCents", "commissionCents",
           "costCents" + "commissionCents"
    FROM ${given}`.execute(trx);
  await sql`
    INSERT INTO payments (id, user_id, provider, intent_id, amount_cents, description, created_at)
    SELECT id, "userId", 'test', id::text, "costCents" + "commissionCents", 'A label', "createdAt" FROM ${given}`.execute(
    trx,
  );
  await sql`
    UPDATE payments SET status = 'succeeded', succeeded_at = "createdAt", allocated_cents = amount_cents
    FROM ${given} WHERE payments.id = o.id`.execute(trx);
  await sql`
    INSERT INTO shipments (id, user_id, quote_id, payment_id, state, provider, carrier, service, service_name, cost_cents,
      commission_cents, total_cents, sender, receiver, parcel, ship_date, search_text, created_at)
    SELECT id, "userId", id, id, 'paid', 'builtin', carrier, 'ground', 'Ground', "costCents", "commissionCents",
           "costCents" + "commissionCents", '{}', '{}', '{}', "createdAt"::date, '', "createdAt"
    FROM ${given}`.execute(trx);
  await sql`
    INSERT INTO allocations (shipment_id, payment_id, cents) SELECT id, id, "costCents" + "commissionCents" FROM ${given}`.execute(
    trx,
  );
}

async function insertRefund(
  trx: Trx,
  id: string,
  { cents, at, by }: NonNullable<Order['refund']>,
): Promise<void> {
  const refundId = newId();
  await post(trx, { now: () => at }, `refund-request:${refundId}`, bookings.refundGiven(cents));
  await sql`
    INSERT INTO refunds (id, payment_id, shipment_id, cents, kind, reason, requested_by, created_at)
    VALUES (${refundId}, ${id}, ${id}, ${cents}, 'by_admin', 'The parcel was late.', ${by}, ${at})`.execute(
    trx,
  );
}

export async function move(
  db: Database | Trx,
  moves: readonly { id: string; state: ShipmentState }[],
): Promise<void> {
  await sql`
    UPDATE shipments SET state = m.state,
      transaction_id = CASE m.state WHEN 'purchased' THEN m.id::text ELSE transaction_id END,
      tracking_number = CASE m.state WHEN 'purchased' THEN m.id::text ELSE tracking_number END,
      actual_cost_cents = CASE m.state WHEN 'purchased' THEN cost_cents ELSE actual_cost_cents END,
      purchased_at = CASE m.state WHEN 'purchased' THEN created_at ELSE purchased_at END
    FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS m (id uuid, state text)
    WHERE shipments.id = m.id`.execute(db);
}
