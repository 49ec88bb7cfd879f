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

/** An event without a time has not happened yet. */
function eventOf({
  status,
  status_date,
  status_details,
  location,
}: ShippoTrackedStatus): TrackingEvent | null {
  const at = new Date(status_date);
  if (Number.isNaN(at.getTime())) return null;
  const place = [location?.city, location?.state].filter(Boolean).join(', ') || (location?.country ?? '');
  return { at, status: statusOf(status), text: status_details, place };
}

/** The six test numbers, which belong to a carrier named `shippo`. */
export const isTestNumber = (number: string): boolean =>
  number.startsWith('SHIPPO_') && STATUSES.has(number.slice('SHIPPO_'.length));
