import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { LIVE_PARCEL_STATES } from './order-parcels.states.ts';
import type { EndedParcel, ParcelPage } from './order-parcels.store.ts';

/** Voided parcels whose label is valid again. Leaves out those with a withdrawal whose answer is not known yet. */
export async function selectKeptParcels(db: Handle, { after, limit }: ParcelPage): Promise<EndedParcel[]> {
  const { rows } = await sql<EndedParcel>`
    SELECT p.id, p.user_id, p.batch_id, p.row_number FROM order_parcels p
    WHERE p.state = 'voided' AND NOT p.is_voided ${after ? sql`AND p.id > ${after.id}` : sql``}
      AND NOT EXISTS (
        SELECT FROM order_reports r WHERE r.parcel_id = p.id AND r.state = 'withdrawing')
    ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** True if a withdrawal of this parcel is being sent. Otherwise none can start before the transaction ends. */
export async function lockReportsOf(trx: Trx, parcelId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM order_reports WHERE parcel_id = ${parcelId} ORDER BY id FOR UPDATE`.execute(trx);
  return rows.some(({ state }) => state === 'withdrawing');
}

/** Whether pieces of this voided parcel are in another one now. */
export async function isReplaced(trx: Trx, parcelId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM order_parcel_items mine
    JOIN orders o ON o.id = mine.order_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(other.quantity), 0) AS taken, max(other.ordered) AS ordered
      FROM order_parcel_items other JOIN order_parcels p ON p.id = other.parcel_id AND p.state = ANY(${LIVE_PARCEL_STATES}::text[])
      WHERE other.order_id = mine.order_id AND other.item_id = mine.item_id
    ) used
    LEFT JOIN LATERAL (
      SELECT (item ->> 'quantity')::int AS quantity FROM jsonb_array_elements(o.items) item WHERE item ->> 'externalId' = mine.item_id LIMIT 1
    ) now ON true
    WHERE mine.parcel_id = ${parcelId} AND used.taken + mine.quantity > greatest(mine.ordered, used.ordered, now.quantity, 0)
    LIMIT 1`.execute(trx);
  return rows.length > 0;
}

export async function keepVoided(trx: Trx, parcelId: string): Promise<void> {
  await trx.updateTable('order_parcels').set({ is_voided: true }).where('id', '=', parcelId).execute();
}

/**
 * Undoes `withdrawReports`. What the store surely has stays reported. The store is asked first if it may have the report or a
 * part of it.
 */
export async function restoreReports(trx: Trx, parcelId: string, now: Date): Promise<void> {
  const isWaiting = sql`r.state IN ('to_withdraw', 'not_withdrawn')`;
  const isThere = sql`(${isWaiting} AND NOT r.is_uncertain AND r.reported_at IS NOT NULL AND r.reference IS NOT NULL)`;
  await sql`
    UPDATE order_reports r
    SET state = CASE WHEN ${isThere} THEN 'reported' ELSE 'to_report' END,
        next_try_at = CASE WHEN ${isThere} THEN NULL ELSE coalesce(r.lease_until, ${now}::timestamptz) END,
        is_uncertain = ${isWaiting} AND NOT ${isThere},
        reference = CASE WHEN ${isWaiting} THEN r.reference END,
        reported_at = CASE WHEN ${isThere} THEN r.reported_at END,
        message = NULL, tries = 0, updated_at = ${now}::timestamptz
    WHERE r.parcel_id = ${parcelId} AND r.state IN ('canceled', 'to_withdraw', 'withdrawn', 'not_withdrawn')`.execute(
    trx,
  );
}
