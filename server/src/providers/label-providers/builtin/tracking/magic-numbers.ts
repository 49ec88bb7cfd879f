import type { TrackingEvent, TrackingStatus } from '../../port.ts';

/**
 * The six tracking numbers of Shippo's test mode (docs.goshippo.com, July 2026), so that scripts written for
 * it get the same statuses here. Events and times are ours and fixed.
 */

interface MagicParcel {
  status: TrackingStatus;
  events: readonly TrackingEvent[];
}

const created: TrackingEvent = {
  at: new Date('2024-01-08T15:00:00Z'),
  status: 'pre_transit',
  text: 'Label created, waiting for the parcel',
  place: 'San Francisco, CA',
};
const moving: TrackingEvent = {
  at: new Date('2024-01-09T02:30:00Z'),
  status: 'transit',
  text: 'Departed the origin facility',
  place: 'San Francisco, CA',
};
const end = (status: TrackingStatus, text: string, place: string): TrackingEvent => ({
  at: new Date('2024-01-11T19:45:00Z'),
  status,
  text,
  place,
});

export const MAGIC_PARCELS: ReadonlyMap<string, MagicParcel> = new Map<string, MagicParcel>([
  ['SHIPPO_PRE_TRANSIT', { status: 'pre_transit', events: [created] }],
  ['SHIPPO_TRANSIT', { status: 'transit', events: [created, moving] }],
  [
    'SHIPPO_DELIVERED',
    { status: 'delivered', events: [created, moving, end('delivered', 'Delivered', 'Chicago, IL')] },
  ],
  [
    'SHIPPO_RETURNED',
    {
      status: 'returned',
      events: [created, moving, end('returned', 'Returned to the sender', 'San Francisco, CA')],
    },
  ],
  [
    'SHIPPO_FAILURE',
    {
      status: 'failure',
      events: [created, moving, end('failure', 'The parcel could not be delivered', 'Chicago, IL')],
    },
  ],
  ['SHIPPO_UNKNOWN', { status: 'unknown', events: [] }],
]);
