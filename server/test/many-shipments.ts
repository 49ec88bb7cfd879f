import type { Carrier } from '@lading/contract/parcel.ts';
import { sql } from 'kysely';
import type { ShipmentState } from '../src/domains/shipments/shipments.tables.ts';
import type { Database } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';

export interface ShipmentFacts {
  userId: string;
  createdAt: Date;
  carrier?: Carrier;
  state?: 'paid' | 'purchased' | 'in_transit' | 'delivered' | 'voided' | 'purchase_failed';
  trackingNumber?: string;
  receiver?: { name?: string; city: string; state: string; country: string };
}

const PORTLAND = { name: 'Ada Park', city: 'Portland', state: 'OR', country: 'US' };
const BOUGHT: ShipmentState[] = ['purchased', 'in_transit', 'delivered', 'voided'];

/** Inserts many shipments of 10 dollars, including 2 dollars of commission. Returns their ids in order. */
export async function makeShipments(db: Database, facts: readonly ShipmentFacts[]): Promise<string[]> {
  const shipments = facts.map((fact) => ({
    carrier: 'USPS',
    state: 'purchased' as const,
    receiver: PORTLAND,
    ...fact,
    id: newId(),
  }));
  const column = <T>(value: (shipment: (typeof shipments)[number]) => T) => shipments.map(value);
  const ids = column(({ id }) => id);
  const request = newId();
  const payment = newId();
  const [first] = facts;
  await sql`
    INSERT INTO quote_requests (id, user_id, request_hash, sender, receiver, parcel, ship_date, created_at, expires_at)
    VALUES (${request}, ${first?.userId}, sha256(''), '{}', '{}', '{}', '2026-11-17', now(), now() + interval '1 day')`.execute(
    db,
  );
  await sql`
    INSERT INTO payments (id, user_id, provider, intent_id, amount_cents, description, created_at)
    VALUES (${payment}, ${first?.userId}, 'test', ${payment}, 1000, '', now())`.execute(db);
  await sql`
    INSERT INTO quotes (id, request_id, user_id, provider, carrier_rate, cost_cents, commission_type, commission_value, commission_cents, total_cents)
    SELECT id, ${request}, user_id, 'builtin', '{}', 800, 'percentage', 2500, 200, 1000
    FROM unnest(${ids}::uuid[], ${column(({ userId }) => userId)}::uuid[]) AS made (id, user_id)`.execute(db);
  await sql`
    INSERT INTO shipments (id, user_id, quote_id, payment_id, state, provider, carrier, service, service_name, tracking_number, cost_cents,
                           commission_cents, total_cents, sender, receiver, parcel, ship_date, search_text, created_at)
    SELECT id, user_id, id, ${payment}, 'paid', 'builtin', carrier, 'ground', 'Ground', number, 800, 200, 1000,
           ${JSON.stringify(PORTLAND)}, receiver, '{}', '2026-11-17', '', created_at
    FROM unnest(${ids}::uuid[], ${column(({ userId }) => userId)}::uuid[], ${column(({ carrier }) => carrier)}::text[],
                ${column((shipment) => numberOf(shipment))}::text[], ${column(({ receiver }) => JSON.stringify(receiver))}::jsonb[],
                ${column(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
      AS made (id, user_id, carrier, number, receiver, created_at)`.execute(db);
  const idsIn = (states: readonly ShipmentState[]) =>
    shipments.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  const move = (to: ShipmentState, states: readonly ShipmentState[]) =>
    sql`UPDATE shipments SET state = ${to} WHERE id = ANY(${idsIn(states)}::uuid[])`.execute(db);
  await move('purchasing', [...BOUGHT, 'purchase_failed']);
  await move('purchase_failed', ['purchase_failed']);
  await sql`
    UPDATE shipments SET state = 'purchased', purchased_at = created_at, actual_cost_cents = 800, transaction_id = id
    WHERE id = ANY(${idsIn(BOUGHT)}::uuid[])`.execute(db);
  await move('in_transit', ['in_transit', 'delivered']);
  await move('delivered', ['delivered']);
  await move('void_requested', ['voided']);
  await move('voided', ['voided']);
  return ids;
}

const numberOf = ({
  id,
  state,
  trackingNumber,
}: {
  id: string;
  state: ShipmentState;
  trackingNumber?: string;
}) => trackingNumber ?? (BOUGHT.includes(state) ? id.replaceAll('-', '').toUpperCase() : null);
