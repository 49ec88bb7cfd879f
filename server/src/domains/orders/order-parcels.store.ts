import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { LIVE_PARCEL_STATES, type ParcelState } from './order-parcels.states.ts';

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

export interface NewParcel {
  id: string;
  items: readonly { order_id: string; item_id: string; quantity: number; ordered: number }[];
}

/** A plan of the client, which a batch follows later. */
export async function insertPlannedParcel(
  trx: Trx,
  userId: string,
  { id, items }: NewParcel,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('order_parcels')
    .values({
      id,
      user_id: userId,
      state: 'planned',
      batch_id: null,
      row_number: null,
      shipment_id: null,
      error: null,
      items_key: null,
      recipient_key: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await insertItems(trx, [{ id, items }]);
}

const insertItems = (trx: Trx, parcels: readonly NewParcel[]) =>
  sql`
    INSERT INTO order_parcel_items (parcel_id, order_id, item_id, quantity, ordered)
    SELECT parcel_id, order_id, item_id, quantity, ordered
    FROM jsonb_to_recordset(${json(
      parcels.flatMap(({ id, items }) => items.map((item) => ({ parcel_id: id, ...item }))),
    )}) AS n(parcel_id uuid, order_id uuid, item_id text, quantity int, ordered int)`.execute(trx);

export interface ParcelInBatch extends NewParcel {
  row_number: number;
  is_planned: boolean;
  preparation: OrderPreparation;
  /** Hexadecimal. */
  items_key: string | null;
  recipient_key: string | null;
}

/** Links parcels to the rows of a batch: planned ones move, others are added. */
export async function insertParcelsInBatch(
  trx: Trx,
  userId: string,
  batchId: string,
  parcels: readonly ParcelInBatch[],
  now: Date,
): Promise<void> {
  const rows = parcels.map(({ items: _items, ...parcel }) => parcel);
  await sql`
    INSERT INTO order_parcels AS p (id, user_id, state, batch_id, row_number, preparation, items_key, recipient_key, created_at, updated_at)
    SELECT n.id, ${userId}::uuid, 'in_batch', ${batchId}::uuid, n.row_number, n.preparation, decode(n.items_key, 'hex'),
           decode(n.recipient_key, 'hex'), ${now}::timestamptz, ${now}::timestamptz
    FROM jsonb_to_recordset(${json(rows)}) AS n(id uuid, row_number int, preparation jsonb, items_key text, recipient_key text)
    ON CONFLICT (id) DO UPDATE
    SET state = excluded.state, batch_id = excluded.batch_id, row_number = excluded.row_number, preparation = excluded.preparation,
        items_key = excluded.items_key, recipient_key = excluded.recipient_key, updated_at = excluded.updated_at`.execute(
    trx,
  );
  await insertItems(
    trx,
    parcels.filter(({ is_planned }) => !is_planned),
  );
}

/** Drops this client's plans for these orders. Returns all orders that were in them. */
export async function releasePlans(
  trx: Trx,
  userId: string,
  orderIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    WITH released AS (
      UPDATE order_parcels SET state = 'released', updated_at = ${now}::timestamptz
      WHERE user_id = ${userId} AND state = 'planned'
        AND id IN (SELECT parcel_id FROM order_parcel_items WHERE order_id = ANY(${orderIds}::uuid[]))
      RETURNING id
    )
    SELECT DISTINCT order_id FROM order_parcel_items WHERE parcel_id IN (SELECT id FROM released)`.execute(
    trx,
  );
  return rows.map(({ order_id }) => order_id);
}

/** The orders of the plans that these orders are in, themselves included. */
export async function selectOrdersOfPlans(db: Handle, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT DISTINCT other.order_id
    FROM order_parcel_items mine
    JOIN order_parcels p ON p.id = mine.parcel_id AND p.state = 'planned'
    JOIN order_parcel_items other ON other.parcel_id = mine.parcel_id
    WHERE mine.order_id = ANY(${orderIds}::uuid[])`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

interface ParcelOrder {
  order_id: string;
  parcel_id: string;
}

/** The orders that are in parcels of this batch. */
export async function selectOrdersOfBatch(
  db: Handle,
  userId: string,
  batchId: string,
): Promise<ParcelOrder[]> {
  const { rows } = await sql<ParcelOrder>`
    SELECT DISTINCT i.order_id, i.parcel_id
    FROM order_parcels p JOIN order_parcel_items i ON i.parcel_id = p.id
    WHERE p.batch_id = ${batchId} AND p.user_id = ${userId}`.execute(db);
  return rows;
}

export interface EndedParcel {
  id: string;
  user_id: string;
  batch_id: string;
  row_number: number;
}

export interface ParcelPage {
  /** The last parcel of the page before; null for the first page. */
  after: EndedParcel | null;
  limit: number;
}

/** Parcels whose row ended: with a label, without one, or removed. In the order of an index. */
export async function selectEndedParcels(
  db: Handle,
  batchId: string | null,
  { after, limit }: ParcelPage,
): Promise<EndedParcel[]> {
  const { rows } = await sql<EndedParcel>`
    SELECT p.id, p.user_id, p.batch_id, p.row_number
    FROM order_parcels p
    JOIN bulk_rows r ON r.batch_id = p.batch_id AND r.number = p.row_number
    JOIN bulk_batches b ON b.id = p.batch_id
    WHERE p.state = 'in_batch' ${batchId === null ? sql`` : sql`AND p.batch_id = ${batchId}`}
      ${after ? sql`AND (p.batch_id, p.row_number) > (${after.batch_id}::uuid, ${after.row_number}::int)` : sql``}
      AND (r.removed OR r.status IN ('label_generated', 'label_failed') OR b.discarded_at IS NOT NULL)
    ORDER BY p.batch_id, p.row_number LIMIT ${limit}`.execute(db);
  return rows;
}

/** Leaves out parcels whose report is being sent. They are withdrawn once the outcome is known. */
export async function selectVoidedParcels(db: Handle, { after, limit }: ParcelPage): Promise<EndedParcel[]> {
  const { rows } = await sql<EndedParcel>`
    SELECT p.id, p.user_id, p.batch_id, p.row_number FROM order_parcels p
    WHERE p.state = 'bought' AND p.is_voided ${after ? sql`AND p.id > ${after.id}` : sql``}
      AND NOT EXISTS (
        SELECT FROM order_reports r WHERE r.parcel_id = p.id AND r.state = 'reporting')
    ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows;
}

export const selectOrdersOfParcels = async (db: Handle, parcelIds: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('order_parcel_items')
      .select('order_id')
      .distinct()
      .where(sql<boolean>`parcel_id = ANY(${parcelIds}::uuid[])`)
      .execute()
  ).map(({ order_id }) => order_id);

export async function lockParcels(trx: Trx, parcelIds: readonly string[]): Promise<void> {
  await sql`SELECT FROM order_parcels WHERE id = ANY(${parcelIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    trx,
  );
}

export interface RowOutcome {
  id: string;
  state: ParcelState;
  is_voided: boolean;
  shipment_id: string | null;
  row_status: string | null;
  removed: boolean | null;
  discarded: boolean | null;
  error: string | null;
}

/**
 * The outcomes of locked parcels. Waits for rows that are being changed, so that a restored row is not missed, and for voids
 * that are being decided. A void does not find a parcel that has no shipment yet, so the shipment is asked for it.
 */
export async function lockOutcomes(trx: Trx, parcelIds: readonly string[]): Promise<RowOutcome[]> {
  await sql`
    SELECT FROM bulk_rows r JOIN order_parcels p ON p.batch_id = r.batch_id AND p.row_number = r.number
    WHERE p.id = ANY(${parcelIds}::uuid[]) ORDER BY r.batch_id, r.number FOR SHARE OF r`.execute(trx);
  await sql`
    SELECT FROM shipments s
    JOIN bulk_rows r ON r.shipment_id = s.id
    JOIN order_parcels p ON p.batch_id = r.batch_id AND p.row_number = r.number
    WHERE p.id = ANY(${parcelIds}::uuid[]) AND p.state = 'in_batch' AND s.state = 'void_requested'
    ORDER BY s.id FOR SHARE OF s`.execute(trx);
  const { rows } = await sql<RowOutcome>`
    SELECT p.id, p.state, p.is_voided OR (p.state = 'in_batch' AND coalesce(s.state IN ('void_requested', 'voided'), false)) AS is_voided,
           coalesce(p.shipment_id, r.shipment_id) AS shipment_id, r.status AS row_status, r.removed,
           b.discarded_at IS NOT NULL AS discarded, r.error
    FROM order_parcels p
    LEFT JOIN bulk_rows r ON r.batch_id = p.batch_id AND r.number = p.row_number
    LEFT JOIN bulk_batches b ON b.id = p.batch_id
    LEFT JOIN shipments s ON s.id = r.shipment_id
    WHERE p.id = ANY(${parcelIds}::uuid[])`.execute(trx);
  return rows;
}

export interface ParcelMove {
  id: string;
  state: ParcelState;
  shipment_id: string | null;
  /** As before if absent. */
  is_voided?: boolean;
  error: string | null;
}

export async function moveParcels(trx: Trx, moves: readonly ParcelMove[], now: Date): Promise<void> {
  await sql`
    UPDATE order_parcels p
    SET state = n.state, shipment_id = coalesce(n.shipment_id, p.shipment_id), is_voided = coalesce(n.is_voided, p.is_voided), error = n.error,
        updated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${json(moves)}) AS n(id uuid, state text, shipment_id uuid, is_voided boolean, error text)
    WHERE p.id = n.id`.execute(trx);
}

/** The parcels of these rows, unless they have a label. */
export async function selectParcelsOfRows(
  db: Handle,
  batchId: string,
  numbers: readonly number[],
): Promise<Pick<EndedParcel, 'id' | 'user_id'>[]> {
  const { rows } = await sql<Pick<EndedParcel, 'id' | 'user_id'>>`
    SELECT id, user_id FROM order_parcels
    WHERE batch_id = ${batchId} AND row_number = ANY(${numbers}::int[]) AND state IN ('in_batch', 'released')`.execute(
    db,
  );
  return rows;
}

/** Of locked parcels, those that are released. */
export async function selectReleased(trx: Trx, parcelIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM order_parcels WHERE id = ANY(${parcelIds}::uuid[]) AND state = 'released'`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Of the released parcels, those whose pieces are in another parcel or not needed, or whose recipient has changed. */
export async function selectTakenParcels(trx: Trx, parcelIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT mine.parcel_id AS id
    FROM order_parcel_items mine
    JOIN order_parcels parcel ON parcel.id = mine.parcel_id
    JOIN orders o ON o.id = mine.order_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(other.quantity), 0) AS taken
      FROM order_parcel_items other JOIN order_parcels p ON p.id = other.parcel_id AND p.state = ANY(${LIVE_PARCEL_STATES}::text[])
      WHERE other.order_id = mine.order_id AND other.item_id = mine.item_id
    ) used
    LEFT JOIN LATERAL (
      SELECT (item ->> 'needed')::int AS needed FROM jsonb_array_elements(o.items) item WHERE item ->> 'externalId' = mine.item_id LIMIT 1
    ) ordered ON true
    WHERE mine.parcel_id = ANY(${parcelIds}::uuid[])
      AND (o.shop_state = 'cancelled' OR o.erased_at IS NOT NULL OR used.taken + mine.quantity > coalesce(ordered.needed, 0)
           OR (parcel.recipient_key IS NOT NULL AND parcel.recipient_key IS DISTINCT FROM o.recipient_key))`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
