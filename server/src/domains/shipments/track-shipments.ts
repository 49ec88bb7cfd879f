import { hours, later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { TrackingAnswer, TrackingStatus } from '../../providers/label-providers/port.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { statesBefore } from './shipments.states.ts';
import { moveShipment, type StoredShipment } from './shipments.store.ts';
import type { ShipmentState } from './shipments.tables.ts';
import {
  claimTracking,
  insertTrackingEvents,
  selectDueForTracking,
  setNextTracking,
} from './tracking.store.ts';

const INTERVAL_MS = hours(1);
/** A client who opens a shipment sees the last answer if it is this recent. Each call may cost money. */
const FRESH_MS = minutes(10);
/** How long a client who opens a shipment waits for fresh tracking. */
const CLIENT_WAIT_MS = 3_000;

/** The state for each carrier status. The move table keeps a late event from moving a shipment backward. */
const STATE_OF_STATUS: Partial<
  Record<TrackingStatus, ShipmentState & ('in_transit' | 'delivered' | 'returned')>
> = {
  transit: 'in_transit',
  delivered: 'delivered',
  returned: 'returned',
  failure: 'returned',
};

/** Tracks parcels in transit, each about once an hour. Returns true when there may be more. */
export async function trackShipments(deps: ShipmentDeps, limit = 200): Promise<boolean> {
  const { db, clock, log, timings } = deps;
  const end = later(clock.now(), timings.trackForMs);
  const due = await selectDueForTracking(db, clock.now(), limit);
  for (const shipment of due) {
    if (clock.now() > end) return true;
    if (!(await claimTurn(deps, shipment, INTERVAL_MS))) continue;
    try {
      await trackShipment(deps, shipment);
    } catch (error) {
      log.warn(
        { event: 'tracking.failed', err: error, shipmentId: shipment.id },
        'A parcel could not be tracked; retrying later',
      );
      // The provider is over its limit, so the remaining parcels would fail too.
      if (error instanceof NotSentError) return false;
    }
  }
  return due.length === limit;
}

/** Tracks one parcel for a client who opens it, unless the last answer is fresh. */
export async function trackOnView(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  if (await claimTurn(deps, shipment, FRESH_MS)) await within(CLIENT_WAIT_MS, trackShipment(deps, shipment));
}

/**
 * Claims the next tracking call if the last one is at least `notTrackedForMs` old. Sets the next time before
 * the call, so that only one process calls and a parcel that fails does not delay the others.
 */
function claimTurn({ db, clock }: ShipmentDeps, { id }: StoredShipment, notTrackedForMs: number) {
  const next = later(clock.now(), INTERVAL_MS);
  return claimTracking(db, id, { next, ifDueBy: later(next, -notTrackedForMs) });
}

/** Skips labels of other providers, because this one cannot track them. */
async function trackShipment(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const { db, clock, labelProvider, timings } = deps;
  if (!shipment.tracking_number || shipment.provider !== labelProvider.name) return;
  try {
    const tracking = labelProvider.track(shipment.carrier, shipment.tracking_number);
    const answer = await within(timings.labelProviderTimeoutMs, tracking);
    if (answer.outcome === 'found') await record(deps, shipment.id, answer);
  } catch (error) {
    if (error instanceof NotSentError) await setNextTracking(db, shipment.id, clock.now());
    throw error;
  }
}

async function record(
  { db }: ShipmentDeps,
  id: string,
  answer: TrackingAnswer & { outcome: 'found' },
): Promise<void> {
  const state = STATE_OF_STATUS[answer.status];
  const last = answer.events.at(-1);
  await transaction(db, async (trx) => {
    await insertTrackingEvents(trx, id, answer.events);
    if (state)
      await moveShipment(
        trx,
        id,
        statesBefore(state),
        state,
        state === 'delivered' && last ? { delivered_at: last.at } : {},
      );
  });
}
