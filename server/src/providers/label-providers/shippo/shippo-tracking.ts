import type { TrackingDetail } from '@lading/contract/shipments.ts';
import { TRACKING_STATUSES, type TrackingAnswer, type TrackingEvent, type TrackingStatus } from '../port.ts';
import type { ShippoTrack, ShippoTrackedStatus } from './shippo-answers.ts';

const STATUSES: ReadonlyMap<string, TrackingStatus> = new Map(
  TRACKING_STATUSES.map((status) => [status.toUpperCase(), status]),
);

const statusOf = (text: string): TrackingStatus => STATUSES.get(text) ?? 'unknown';

/** Without any status, Shippo does not know the number. */
export function trackingOf({
  tracking_status: latest,
  tracking_history: history,
}: ShippoTrack): TrackingAnswer {
  if (!latest) return { outcome: 'not-found' };
  const events = new Map<string, TrackingEvent>();
  for (const item of [...history, latest]) {
    const event = eventOf(item);
    if (event) events.set(`${event.at.getTime()} ${event.status} ${event.text}`, event);
  }
  return {
    outcome: 'found',
    status: statusOf(latest.status),
    // Shippo lists the history by arrival, not by event time.
    events: [...events.values()].sort((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

const DETAILS: ReadonlyMap<string, TrackingDetail> = new Map([
  ['out_for_delivery', 'out_for_delivery'],
  ['pickup_available', 'ready_for_pickup'],
  ['delivery_attempted', 'delivery_attempted'],
  ['notice_left', 'delivery_attempted'],
]);

const RELEASED =
  /\b(?:cleared|released)\b.*\bcustoms|\bcustoms\b.*\b(?:cleared|released|completed)|\bclearance (?:completed|complete)\b|international shipment release/i;
const CUSTOMS_WORD = /\b(?:customs|clearance)\b/i;
const STOPPED = /\b(?:held|hold|delay(?:ed)?|detained|inspection|awaiting|pending duties)\b/i;

/** Shippo has no code for customs, only the carrier's words. An unknown code means nothing. */
function detailOf({ status, substatus, status_details: text }: ShippoTrackedStatus): TrackingDetail | null {
  if (statusOf(status) !== 'transit') return null;
  const known = DETAILS.get(substatus?.code ?? '');
  if (known) return known;
  if (RELEASED.test(text)) return 'customs_released';
  return CUSTOMS_WORD.test(text) && (substatus?.code === 'package_held' || STOPPED.test(text))
    ? 'customs_held'
    : null;
}

/** An event without a time has not happened yet. */
function eventOf(item: ShippoTrackedStatus): TrackingEvent | null {
  const { status, status_date, status_details, location } = item;
  const at = new Date(status_date);
  if (Number.isNaN(at.getTime())) return null;
  const place = [location?.city, location?.state].filter(Boolean).join(', ') || (location?.country ?? '');
  const detail = detailOf(item);
  return { at, status: statusOf(status), text: status_details, place, ...(detail && { detail }) };
}

/** The six test numbers, which belong to a carrier named `shippo`. */
export const isTestNumber = (number: string): boolean =>
  number.startsWith('SHIPPO_') && STATUSES.has(number.slice('SHIPPO_'.length));
