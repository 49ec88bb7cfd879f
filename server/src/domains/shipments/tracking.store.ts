import type { Carrier } from '@lading/contract/parcel.ts';
import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import { type Handle, retryConflicts } from '../../platform/db/database.ts';
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

interface TrackingTurn {
  id: string;
  /** The tracking call after this one; null for none. */
  next: Date | null;
}

/**
 * Sets the next tracking time of the shipments that are due, before the calls, so that a parcel that fails does not
 * delay the others. Returns them only to the caller that set it.
 */
export async function claimTracking(
  db: Handle,
  turns: readonly TrackingTurn[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await retryConflicts(() =>
    sql<{ id: string }>`
      UPDATE shipments SET next_track_at = turn.next
      FROM jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) AS turn(id uuid, next timestamptz)
      WHERE shipments.id = turn.id AND next_track_at <= ${now}
      RETURNING shipments.id`.execute(db),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The same for one shipment that a client opens, even if its tracking has ended. */
export const claimTrackingOnView = (
  db: Handle,
  { id, next }: TrackingTurn,
  ifDueBy: Date,
): Promise<boolean> =>
  retryConflicts(() =>
    updatedOne(
      db
        .updateTable('shipments')
        .set({ next_track_at: next })
        .where('id', '=', id)
        .where((where) =>
          where.or([where('next_track_at', '<=', ifDueBy), where('next_track_at', 'is', null)]),
        ),
    ),
  );

/** The next tracking time of a claimed shipment. It is due only if a webhook arrived after the claim, and then stays due. */
export const unlessDue = (next: Date, now: Date) =>
  sql<Date>`CASE WHEN next_track_at <= ${now}::timestamptz THEN next_track_at ELSE ${next}::timestamptz END`;

export async function setNextTracking(db: Handle, ids: readonly string[], next: Date): Promise<void> {
  await db
    .updateTable('shipments')
    .set({ next_track_at: next })
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
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
  shipments: readonly { shipmentId: string; events: readonly TrackingEvent[] }[],
): Promise<void> {
  const rows = shipments.flatMap(({ shipmentId, events }) =>
    events.map(({ at, status, text, place, detail = null }) => ({
      shipment_id: shipmentId,
      happened_at: at,
      status,
      text,
      place,
      detail,
    })),
  );
  if (rows.length === 0) return;
  await sql`
    INSERT INTO tracking_events (shipment_id, happened_at, status, text, place, detail)
    SELECT shipment_id, happened_at, status, text, place, detail
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n(shipment_id uuid, happened_at timestamptz, status text, text text,
      place text, detail text)
    ON CONFLICT DO NOTHING`.execute(db);
}
