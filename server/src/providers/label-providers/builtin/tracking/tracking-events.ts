import type { PostalAddress } from '@lading/contract/address.ts';
import { countryName } from '@lading/contract/countries.ts';
import { isForeign } from '@lading/contract/customs/needs-customs.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { TrackingAnswer, TrackingEvent, TrackingStatus } from '../../port.ts';
import { MAGIC_PARCELS } from './magic-numbers.ts';
import {
  AIR_HUBS,
  AIR_SERVICES,
  DEFAULT_TRANSIT_DAYS,
  DELIVERY_TIMES,
  ONE_IN,
  STAGE_DETAILS,
  STAGE_TEXTS,
  STAGE_TIMES,
  type Stage,
} from './tracking-words.ts';
import { dayAfter, dayOf, instantAt } from './zoned-time.ts';

type Place = Pick<PostalAddress, 'city' | 'state' | 'country'>;

export interface TrackedShipment {
  trackingNumber: string;
  carrier: Carrier;
  service: string;
  createdAt: Date;
  /** YYYY-MM-DD in the time zone below. */
  shipDate: string;
  deliveryDate: string | null;
  /** Business days, used when no delivery date was promised. */
  transitDays: number | null;
  origin: Place;
  destination: Place;
  timeZone: string;
  isBusinessDay: (day: string) => boolean;
}

export interface ShipmentProgress {
  status: TrackingStatus;
  events: TrackingEvent[];
  /** When the next event happens; null once delivered. */
  nextAt: Date | null;
}

/** The tracking state at a time. A later time only adds events. */
export function progressOf(shipment: TrackedShipment, now: Date): ShipmentProgress {
  const plan = planEvents(shipment);
  const events = plan.filter(({ at }) => at <= now);
  return {
    status: events.at(-1)?.status ?? 'pre_transit',
    events,
    nextAt: plan[events.length]?.at ?? null,
  };
}

/** The fixed answer for a test number; null for any other. */
export function magicAnswer(trackingNumber: string): TrackingAnswer | null {
  const parcel = MAGIC_PARCELS.get(trackingNumber.trim().toUpperCase());
  return parcel ? { outcome: 'found', status: parcel.status, events: [...parcel.events] } : null;
}

/** All events from label to delivery; depends only on the shipment. */
export function planEvents(shipment: TrackedShipment): TrackingEvent[] {
  const { createdAt, timeZone, trackingNumber } = shipment;
  const events = [eventOf(shipment, 'created', createdAt.getTime())];
  let previous = createdAt.getTime();
  stagesOf(shipment).forEach(({ stage, day }, index) => {
    const draw = (from: number, to: number) => between(from, to, `${trackingNumber}/${index}`);
    const planned = instantAt(day, draw(...windowOf(shipment, stage)), timeZone);
    const earliest = previous + draw(...GAP_MINUTES) * 60_000;
    // A label bought late in the day delays everything; scans happen on working days only.
    previous = planned >= earliest ? planned : movedToBusinessDay(shipment, earliest, draw(...MORNING));
    events.push(eventOf(shipment, stage, previous));
  });
  return events;
}

const GAP_MINUTES = [20, 75] as const;
const MORNING = [7 * 60, 8 * 60] as const;

interface PlannedStage {
  stage: Exclude<Stage, 'created'>;
  day: string;
}

function stagesOf(shipment: TrackedShipment): PlannedStage[] {
  const { carrier, service, shipDate, origin, destination } = shipment;
  const start = firstBusinessDay(shipment, shipDate);
  const end = arrivalDay(shipment, start);
  const between = businessDaysBetween(shipment, start, end);
  const flies = AIR_SERVICES.has(service) && AIR_HUBS[carrier] !== undefined;
  const hub = flies ? [{ stage: 'hub' as const, day: between[0] ?? end }] : [];
  const passesCustoms = isForeign(destination) && destination.country !== origin.country;
  return [
    { stage: 'accepted', day: start },
    { stage: 'departed', day: start },
    ...hub,
    ...(passesCustoms ? stagesAbroad(shipment, between, end) : movingOn(flies ? between.slice(1) : between)),
    { stage: 'arrived', day: end },
    { stage: 'outForDelivery', day: end },
    ...(passesCustoms ? lastStagesAbroad(shipment, end) : [{ stage: 'delivered' as const, day: end }]),
  ];
}

const movingOn = (days: readonly string[]): PlannedStage[] => days.map((day) => ({ stage: 'moving', day }));

/** Out of the United States on the first day, into the other country on the last one before delivery. */
function stagesAbroad(shipment: TrackedShipment, between: readonly string[], end: string): PlannedStage[] {
  const arrival = between.at(-1) ?? end;
  const isHeld = happensTo(shipment, 'held');
  return [
    { stage: 'exported', day: between[0] ?? end },
    ...movingOn(between.slice(1, -1)),
    { stage: 'arrivedAbroad', day: arrival },
    { stage: 'atCustoms', day: arrival },
    ...(isHeld ? [{ stage: 'held' as const, day: arrival }] : []),
    { stage: 'cleared', day: isHeld ? end : arrival },
    { stage: 'handedOver', day: end },
  ];
}

/** Some parcels need a second attempt or wait for pickup, and arrive a day late. */
function lastStagesAbroad(shipment: TrackedShipment, end: string): PlannedStage[] {
  if (!happensTo(shipment, 'attempted')) return [{ stage: 'delivered', day: end }];
  const next = firstBusinessDay(shipment, dayAfter(end));
  return [
    { stage: 'attempted', day: end },
    happensTo(shipment, 'readyForPickup')
      ? { stage: 'readyForPickup', day: end }
      : { stage: 'outForDelivery', day: next },
    { stage: 'delivered', day: next },
  ];
}

/** Depends only on the tracking number. */
const happensTo = ({ trackingNumber }: TrackedShipment, what: keyof typeof ONE_IN): boolean =>
  between(1, ONE_IN[what], `${trackingNumber}/${what}`) === 1;

function arrivalDay(shipment: TrackedShipment, start: string): string {
  if (shipment.deliveryDate !== null) return firstBusinessDay(shipment, later(shipment.deliveryDate, start));
  let day = start;
  for (let left = shipment.transitDays ?? DEFAULT_TRANSIT_DAYS; left > 0; left--)
    day = firstBusinessDay(shipment, dayAfter(day));
  return day;
}

const later = (one: string, other: string) => (one > other ? one : other);

/** Ends the search in a calendar without working days. */
const LOOK_AHEAD_DAYS = 30;

function firstBusinessDay({ isBusinessDay }: TrackedShipment, from: string): string {
  for (let count = 0; count < LOOK_AHEAD_DAYS; count++) {
    const day = dayAfter(from, count);
    if (isBusinessDay(day)) return day;
  }
  return from;
}

function businessDaysBetween({ isBusinessDay }: TrackedShipment, start: string, end: string): string[] {
  const days: string[] = [];
  for (let day = dayAfter(start); day < end && days.length < LOOK_AHEAD_DAYS; day = dayAfter(day))
    if (isBusinessDay(day)) days.push(day);
  return days;
}

function movedToBusinessDay(shipment: TrackedShipment, moment: number, morning: number): number {
  const day = dayOf(moment, shipment.timeZone);
  const working = firstBusinessDay(shipment, day);
  return working === day ? moment : instantAt(working, morning, shipment.timeZone);
}

const windowOf = ({ service }: TrackedShipment, stage: Exclude<Stage, 'created'>) =>
  (stage === 'delivered' ? DELIVERY_TIMES[service] : undefined) ?? STAGE_TIMES[stage];

function eventOf(shipment: TrackedShipment, stage: Stage, at: number): TrackingEvent {
  const detail = STAGE_DETAILS[stage];
  return {
    at: new Date(at),
    status: STATUSES[stage] ?? 'transit',
    text: STAGE_TEXTS[stage],
    place: placeOf(shipment, stage),
    ...(detail && { detail }),
  };
}

const STATUSES: Partial<Record<Stage, TrackingStatus>> = { created: 'pre_transit', delivered: 'delivered' };

const AT_CUSTOMS: ReadonlySet<Stage> = new Set(['arrivedAbroad', 'atCustoms', 'held', 'cleared']);

function placeOf({ carrier, origin, destination }: TrackedShipment, stage: Stage): string {
  if (stage === 'moving') return '';
  if (stage === 'hub') return AIR_HUBS[carrier] ?? '';
  if (stage === 'exported') return countryName(origin.country) ?? '';
  if (AT_CUSTOMS.has(stage)) return countryName(destination.country) ?? '';
  const isAtOrigin = stage === 'created' || stage === 'accepted' || stage === 'departed';
  const { city, state, country } = isAtOrigin ? origin : destination;
  return [city, state, country === 'US' ? '' : country].filter((part) => part !== '').join(', ');
}

/** A pseudo-random integer in the range that depends only on the key (FNV-1a with a final mix). */
function between(from: number, to: number, key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return from + (((hash ^ (hash >>> 13)) >>> 0) % (to - from + 1));
}
