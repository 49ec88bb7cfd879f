import { sql } from 'kysely';
import { hours, later, minutes } from '../../platform/clock.ts';
import { type Handle, transaction } from '../../platform/db/database.ts';
import type { ShipmentState } from '../../platform/db/money-schema.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { TrackingAnswer, TrackingEvent, TrackingStatus } from '../../providers/label-providers/port.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { moveShipment, type StoredShipment } from './shipments.store.ts';

const LOOK_EVERY_MS = hours(1);
/** What was asked less than this ago is new enough for somebody who looks at a shipment; each asking may cost money. */
const NEW_ENOUGH_MS = minutes(10);
/** Somebody is waiting: a carrier that is slower than this may still answer, but what is known is shown. */
const VIEW_TIMEOUT_MS = 3_000;

/** Where a carrier's word moves a shipment, and from where it may: a late event never moves it back. */
const MOVES: Partial<Record<TrackingStatus, { to: ShipmentState; from: ShipmentState[] }>> = {
  transit: { to: 'in_transit', from: ['purchased'] },
  delivered: { to: 'delivered', from: ['purchased', 'in_transit'] },
  returned: { to: 'returned', from: ['purchased', 'in_transit'] },
  failure: { to: 'returned', from: ['purchased', 'in_transit'] },
};

/** Asks the carrier about parcels on their way, each about once an hour. True when there may be more. */
export async function trackShipments(deps: ShipmentDeps, limit = 200): Promise<boolean> {
  const { db, clock, log, timings } = deps;
  const end = later(clock.now(), timings.trackForMs);
  const due = await selectDue(db, clock.now(), limit);
  for (const shipment of due) {
    if (clock.now() > end) return true;
    if (!(await takeTurn(deps, shipment, LOOK_EVERY_MS))) continue;
    try {
      await trackShipment(deps, shipment);
    } catch (error) {
      log.warn({ err: error, shipmentId: shipment.id }, 'a parcel could not be tracked; it is tried again');
      // Whoever has too much to do for one parcel has it for all of them.
      if (error instanceof NotSentError) return false;
    }
  }
  return due.length === limit;
}

/** Asks about one parcel that somebody looks at, unless that was done a moment ago. */
export async function trackOnView(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  if (await takeTurn(deps, shipment, NEW_ENOUGH_MS))
    await within(VIEW_TIMEOUT_MS, trackShipment(deps, shipment));
}

/** Where the parcel is now. What another provider sold cannot be asked for here. */
async function trackShipment(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const { labelProvider, timings } = deps;
  if (!shipment.tracking_number || shipment.provider !== labelProvider.name) return;
  try {
    const asked = labelProvider.track(shipment.carrier, shipment.tracking_number);
    const answer = await within(timings.carrierAnswerMs, asked);
    if (answer.outcome === 'found') await record(deps, shipment.id, answer);
  } catch (error) {
    if (error instanceof NotSentError) await giveTurnBack(deps, shipment);
    throw error;
  }
}

async function record(
  deps: ShipmentDeps,
  id: string,
  answer: TrackingAnswer & { outcome: 'found' },
): Promise<void> {
  const move = MOVES[answer.status];
  const last = answer.events.at(-1);
  await transaction(deps.db, async (trx) => {
    await insertEvents(trx, id, answer.events);
    if (move) {
      const delivered = move.to === 'delivered' && last ? { delivered_at: last.at } : {};
      await moveShipment(trx, id, move.from, { state: move.to, ...delivered });
    }
  });
}

const insertEvents = (db: Handle, shipmentId: string, events: readonly TrackingEvent[]) =>
  events.length === 0
    ? Promise.resolve([])
    : db
        .insertInto('tracking_events')
        .values(
          events.map(({ at, status, text, place }) => ({
            shipment_id: shipmentId,
            happened_at: at,
            status,
            text,
            place,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();

/**
 * The turn to ask, for one who wants it when nobody asked for so long. The next time is set before anybody is asked: of several who want to
 * one asks, and a parcel that fails keeps nobody from the others.
 */
async function takeTurn(
  { db, clock }: ShipmentDeps,
  { id }: StoredShipment,
  notAskedForMs: number,
): Promise<boolean> {
  const now = clock.now();
  const result = await db
    .updateTable('shipments')
    .set({ next_track_at: later(now, LOOK_EVERY_MS) })
    .where('id', '=', id)
    .where('next_track_at', '<=', later(now, LOOK_EVERY_MS - notAskedForMs))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const giveTurnBack = ({ db, clock }: ShipmentDeps, { id }: StoredShipment) =>
  db.updateTable('shipments').set({ next_track_at: clock.now() }).where('id', '=', id).execute();

const selectDue = (db: Handle, now: Date, limit: number): Promise<StoredShipment[]> =>
  db
    .selectFrom('shipments')
    .selectAll()
    .where('state', 'in', [sql.lit<ShipmentState>('purchased'), sql.lit<ShipmentState>('in_transit')])
    .where('next_track_at', '<=', now)
    .orderBy('next_track_at')
    .limit(limit)
    .execute();
