import { later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { TrackingAnswer, TrackingStatus } from '../../providers/label-providers/port.ts';
import { nextAfterFirstScan, nextAfterView, nextTracking } from './plan-tracking.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { statesBefore } from './shipments.states.ts';
import { moveShipment, type StoredShipment } from './shipments.store.ts';
import type { ShipmentState } from './shipments.tables.ts';
import {
  claimTracking,
  claimTrackingOnView,
  insertTrackingEvents,
  selectDueForTracking,
  setNextTracking,
  unlessDue,
} from './tracking.store.ts';

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
  // Such as an incomplete address. The carrier has the parcel, and may still deliver it.
  failure: 'in_transit',
};

/** Parcels that are claimed together, and whose events are stored together. */
const GROUP_SIZE = 25;

type Found = TrackingAnswer & { outcome: 'found' };

/** The carrier's answer for a shipment. */
interface Tracked {
  id: string;
  answer: Found;
}

/** Tracks the parcels that are due. Returns true when there may be more. */
export async function trackShipments(deps: ShipmentDeps, limit = 200): Promise<boolean> {
  const { db, clock, timings } = deps;
  const end = later(clock.now(), timings.trackForMs);
  const due = await selectDueForTracking(db, clock.now(), limit);
  for (let from = 0; from < due.length; from += GROUP_SIZE) {
    if (clock.now() > end) return true;
    const result = await trackGroup(deps, due.slice(from, from + GROUP_SIZE), end);
    if (result !== 'done') return result === 'late';
  }
  return due.length === limit;
}

/** Parcels that are not tracked, because time is up or the provider is over its limit, are due again. */
async function trackGroup(
  deps: ShipmentDeps,
  group: readonly StoredShipment[],
  end: Date,
): Promise<'done' | 'late' | 'refused'> {
  const { db, clock } = deps;
  const now = clock.now();
  const turns = group.map((shipment) => ({ id: shipment.id, next: nextTracking(shipment, now) }));
  const ids = await claimTracking(db, turns, now);
  const claimed = group.filter(({ id }) => ids.has(id));
  const tracked: Tracked[] = [];
  let result: 'done' | 'late' | 'refused' = 'done';
  let at = 0;
  for (; at < claimed.length && result === 'done'; at += 1) {
    const shipment = claimed[at] as StoredShipment;
    if (clock.now() > end) result = 'late';
    else
      try {
        const answer = await callCarrier(deps, shipment);
        if (answer) tracked.push({ id: shipment.id, answer });
      } catch (error) {
        warn(deps, shipment.id, error);
        // The remaining parcels would fail too.
        if (error instanceof NotSentError) result = 'refused';
      }
  }
  await recordAll(deps, tracked);
  const left = result === 'done' ? [] : claimed.slice(at - 1).map(({ id }) => id);
  if (left.length > 0) await setNextTracking(db, left, clock.now());
  return result;
}

const warn = ({ log }: ShipmentDeps, shipmentId: string, error: unknown) =>
  log.warn({ event: 'tracking.failed', err: error, shipmentId }, 'A parcel could not be tracked; will retry');

/** Tracks one parcel for a client who opens it, unless the last answer is fresh. */
export async function trackOnView(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const next = nextAfterView(shipment, deps.clock.now());
  // The last call planned the next one, so the planned time says when the last call was.
  const isClaimed = await claimTrackingOnView(deps.db, { id: shipment.id, next }, later(next, -FRESH_MS));
  if (isClaimed) await within(CLIENT_WAIT_MS, trackShipment(deps, shipment));
}

async function trackShipment(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const { db, clock } = deps;
  try {
    const answer = await callCarrier(deps, shipment);
    if (answer) await record(deps, { id: shipment.id, answer });
  } catch (error) {
    if (error instanceof NotSentError) await setNextTracking(db, [shipment.id], clock.now());
    throw error;
  }
}

/** Skips labels of other providers, because this one cannot track them. */
async function callCarrier(
  { labelProvider, timings }: ShipmentDeps,
  { tracking_number, carrier, provider }: StoredShipment,
): Promise<Found | null> {
  if (!tracking_number || provider !== labelProvider.name) return null;
  const tracking = labelProvider.track(carrier, tracking_number);
  const answer = await within(timings.labelProviderTimeoutMs, tracking);
  return answer.outcome === 'found' ? answer : null;
}

/** Most answers move nothing, so their events share one statement. */
async function recordAll(deps: ShipmentDeps, tracked: readonly Tracked[]): Promise<void> {
  const moves = ({ answer }: Tracked) => STATE_OF_STATUS[answer.status] !== undefined;
  const unmoved = tracked.filter((one) => !moves(one));
  const isStored = await insertTrackingEvents(deps.db, unmoved.map(eventsOf)).then(
    () => true,
    () => false,
  );
  for (const one of isStored ? tracked.filter(moves) : tracked)
    await record(deps, one).catch((error) => warn(deps, one.id, error));
}

const eventsOf = ({ id, answer }: Tracked) => ({ shipmentId: id, events: answer.events });

async function record({ db, clock }: ShipmentDeps, tracked: Tracked): Promise<void> {
  const { id, answer } = tracked;
  const state = STATE_OF_STATUS[answer.status];
  const last = answer.events.at(-1);
  await transaction(db, async (trx) => {
    await insertTrackingEvents(trx, [eventsOf(tracked)]);
    if (state)
      await moveShipment(trx, id, statesBefore(state), state, changeWith(state, last?.at, clock.now()));
  });
}

function changeWith(state: ShipmentState, at: Date | undefined, now: Date) {
  if (state === 'in_transit') return { next_track_at: unlessDue(nextAfterFirstScan(now), now) };
  return state === 'delivered' && at ? { delivered_at: at } : {};
}
