import { days, hours, later } from '../../platform/clock.ts';
import type { StoredShipment } from './shipments.store.ts';

const HOURLY_MS = hours(1);
const DAILY_MS = days(1);

interface TrackingPlan {
  hourlyForMs: number;
  endsAfterMs: number;
}

/** A parcel that no carrier has scanned is probably never sent, so its tracking slows down and ends earlier. */
const NOT_SCANNED: TrackingPlan = { hourlyForMs: days(7), endsAfterMs: days(90) };
const SCANNED: TrackingPlan = { hourlyForMs: days(30), endsAfterMs: days(180) };

type PlannedParcel = Pick<StoredShipment, 'state' | 'purchased_at' | 'created_at' | 'ship_date'>;

/** The pause before the next tracking call; null when the parcel is too old to be tracked again. */
function intervalOf(parcel: PlannedParcel, now: Date): number | null {
  const { hourlyForMs, endsAfterMs } = parcel.state === 'purchased' ? NOT_SCANNED : SCANNED;
  const bought = (parcel.purchased_at ?? parcel.created_at).getTime();
  const ageMs = now.getTime() - Math.max(bought, Date.parse(parcel.ship_date));
  if (ageMs >= endsAfterMs) return null;
  return ageMs >= hourlyForMs ? DAILY_MS : HOURLY_MS;
}

export function nextTracking(parcel: PlannedParcel, now: Date): Date | null {
  const interval = intervalOf(parcel, now);
  return interval === null ? null : later(now, interval);
}

export const nextAfterFirstScan = (now: Date): Date => later(now, HOURLY_MS);

/** The plan after a client opened the parcel: even one that is too old gets another call. */
export const nextAfterView = (parcel: PlannedParcel, now: Date): Date =>
  later(now, intervalOf(parcel, now) ?? DAILY_MS);
