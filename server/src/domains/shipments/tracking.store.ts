import type { Carrier } from '@lading/contract/parcel.ts';
import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { TrackingEvent } from '../../providers/label-providers/port.ts';
import { TRACKED } from './shipments.states.ts';
import type { StoredShipment } from './shipments.store.ts';
import type { ShipmentState } from './shipments.tables.ts';

/** As literals, because the partial index on these states does not match parameters. */
const TRACKED_LITERALS = TRACKED.map((state) => sql.lit<ShipmentState>(state));

export const selectDueForTracking = (db: Handle, now: Date, limit: number): Promise<StoredShipment[]> =>
  db
    .selectFrom('shipments')
    .selectAll()
    .where('state', 'in', TRACKED_LITERALS)
    .where('next_track_at', '<=', now)
    .orderBy('next_track_at')
    .limit(limit)
    .execute();

/** Sets the next tracking time if the shipment is due. True only for the caller that set it. */
export async function claimTracking(
  db: Handle,
  id: string,
  { next, ifDueBy }: { next: Date; ifDueBy: Date },
): Promise<boolean> {
  return updatedOne(
    db
      .updateTable('shipments')
      .set({ next_track_at: next })
      .where('id', '=', id)
      .where('next_track_at', '<=', ifDueBy),
  );
}

export async function setNextTracking(db: Handle, id: string, next: Date): Promise<void> {
  await db.updateTable('shipments').set({ next_track_at: next }).where('id', '=', id).execute();
}

/** Sets the next tracking time of a parcel in transit, by its number. */
export async function setNextTrackingByNumber(
  db: Handle,
  parcel: { provider: string; carrier: Carrier; trackingNumber: string },
  next: Date,
): Promise<void> {
  await db
    .updateTable('shipments')
    .set({ next_track_at: next })
    .where('tracking_number', '=', parcel.trackingNumber)
    .where('carrier', '=', parcel.carrier)
    .where('provider', '=', parcel.provider)
    .where('state', 'in', TRACKED)
    .execute();
}

export async function insertTrackingEvents(
  db: Handle,
  shipmentId: string,
  events: readonly TrackingEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('tracking_events')
    .values(
      events.map(({ at, status, text, place, detail = null }) => ({
        shipment_id: shipmentId,
        happened_at: at,
        status,
        text,
        place,
        detail,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
