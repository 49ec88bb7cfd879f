import type { Carrier } from '@lading/contract/parcel.ts';
import type { TrackingDetail } from '@lading/contract/shipments.ts';

/**
 * Event texts and times of the built-in label provider. The times of day are invented; delivery deadlines
 * follow what the services generally promise; the air hubs are the main US hubs of the carriers.
 */

export type Stage =
  | 'created'
  | 'accepted'
  | 'departed'
  | 'hub'
  | 'moving'
  | 'exported'
  | 'arrivedAbroad'
  | 'atCustoms'
  | 'held'
  | 'cleared'
  | 'handedOver'
  | 'arrived'
  | 'outForDelivery'
  | 'attempted'
  | 'readyForPickup'
  | 'delivered';

export const STAGE_TEXTS: Readonly<Record<Stage, string>> = {
  created: 'Label created, waiting for the parcel',
  accepted: 'Parcel accepted',
  departed: 'Departed the origin facility',
  hub: 'Sorted at the hub',
  moving: 'In transit to the next facility',
  exported: 'Departed the United States',
  arrivedAbroad: 'Arrived in the destination country',
  atCustoms: 'Arrived at customs',
  held: 'Held by customs for inspection',
  cleared: 'Customs clearance completed',
  handedOver: 'Transferred to the local carrier',
  arrived: 'Arrived at the local facility',
  outForDelivery: 'Out for delivery',
  attempted: 'Delivery attempted, no one was available',
  readyForPickup: 'Ready for pickup',
  delivered: 'Delivered',
};

type Window = readonly [from: number, to: number];

export const STAGE_TIMES: Readonly<Record<Exclude<Stage, 'created'>, Window>> = {
  accepted: [13 * 60, 17 * 60],
  departed: [18 * 60, 22 * 60],
  hub: [60, 4 * 60],
  moving: [9 * 60, 20 * 60],
  exported: [4 * 60 + 20, 5 * 60],
  arrivedAbroad: [5 * 60 + 20, 6 * 60],
  atCustoms: [6 * 60 + 20, 7 * 60],
  held: [7 * 60 + 20, 8 * 60],
  cleared: [3 * 60, 4 * 60],
  handedOver: [4 * 60 + 20, 5 * 60],
  arrived: [5 * 60 + 15, 6 * 60 + 30],
  outForDelivery: [6 * 60 + 45, 8 * 60 + 30],
  attempted: [10 * 60 + 30, 16 * 60],
  readyForPickup: [16 * 60 + 30, 18 * 60],
  delivered: [10 * 60 + 30, 19 * 60],
};

export const STAGE_DETAILS: Readonly<Partial<Record<Stage, TrackingDetail>>> = {
  held: 'customs_held',
  cleared: 'customs_released',
  outForDelivery: 'out_for_delivery',
  attempted: 'delivery_attempted',
  readyForPickup: 'ready_for_pickup',
};

/**
 * One in this many international parcels is held by customs or needs a second delivery attempt; of the latter, one in
 * this many waits for pickup.
 */
export const ONE_IN = { held: 5, attempted: 6, readyForPickup: 2 };

export const DELIVERY_TIMES: Readonly<Record<string, Window>> = {
  ups_next_day_air: [9 * 60, 10 * 60 + 30],
  fedex_priority_overnight: [9 * 60, 10 * 60 + 30],
  ups_next_day_air_saver: [10 * 60, 15 * 60],
  fedex_standard_overnight: [10 * 60, 17 * 60],
  usps_priority_express: [10 * 60, 18 * 60],
};

/** Services that fly through a hub; the others go by road without a named stop. */
export const AIR_SERVICES: ReadonlySet<string> = new Set([
  'ups_2nd_day_air',
  'ups_next_day_air_saver',
  'ups_next_day_air',
  'fedex_express_saver',
  'fedex_2day',
  'fedex_standard_overnight',
  'fedex_priority_overnight',
  'ups_worldwide_saver',
  'ups_worldwide_expedited',
  'fedex_international_priority',
  'fedex_international_economy',
  'dhl_express_worldwide',
]);

export const AIR_HUBS: Readonly<Partial<Record<Carrier, string>>> = {
  UPS: 'Louisville, KY',
  FedEx: 'Memphis, TN',
  DHL: 'Erlanger, KY',
};

/** Used without a promised date: the slowest mainland ground transit. */
export const DEFAULT_TRANSIT_DAYS = 5;
