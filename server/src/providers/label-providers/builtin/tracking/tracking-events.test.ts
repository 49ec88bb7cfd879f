import { describe, expect, it } from 'vitest';
import { inTier } from '../../../../../test/tier.ts';
import { TRACKING_STATUSES } from '../../port.ts';
import { makeTrackingNumber, NUMBERED_SERVICES } from './number-maker.ts';
import { magicAnswer, planEvents, progressOf, type TrackedShipment } from './tracking-events.ts';
import { dayOf } from './zoned-time.ts';

/** Sundays and one holiday, Thursday 26 November 2026. */
const isBusinessDay = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() !== 0 && day !== '2026-11-26';

const shipment = (changes: Partial<TrackedShipment> = {}): TrackedShipment => ({
  trackingNumber: '9400100000061803400011',
  carrier: 'USPS',
  service: 'usps_ground_advantage',
  createdAt: new Date('2026-11-20T15:00:00Z'),
  shipDate: '2026-11-20',
  deliveryDate: '2026-11-25',
  transitDays: 4,
  origin: { city: 'Austin', state: 'TX', country: 'US' },
  destination: { city: 'Boston', state: 'MA', country: 'US' },
  timeZone: 'America/Chicago',
  isBusinessDay,
  ...changes,
});

const daysOf = (changes: Partial<TrackedShipment>) => {
  const tracked = shipment(changes);
  return planEvents(tracked).map(({ at, text }) => `${dayOf(at.getTime(), tracked.timeZone)} ${text}`);
};

describe('the events of a parcel', () => {
  it('lead from label to delivery, with scans on working days and their places', () => {
    expect(daysOf({})).toEqual([
      '2026-11-20 Label created, waiting for the parcel',
      '2026-11-20 Parcel accepted',
      '2026-11-20 Departed the origin facility',
      '2026-11-21 In transit to the next facility',
      '2026-11-23 In transit to the next facility',
      '2026-11-24 In transit to the next facility',
      '2026-11-25 Arrived at the local facility',
      '2026-11-25 Out for delivery',
      '2026-11-25 Delivered',
    ]);
    expect(planEvents(shipment()).flatMap(({ detail }) => detail ?? [])).toEqual(['out_for_delivery']);
    const places = planEvents(shipment()).map(({ place }) => place);
    expect(places).toEqual([
      'Austin, TX',
      'Austin, TX',
      'Austin, TX',
      '',
      '',
      '',
      ...Array(3).fill('Boston, MA'),
    ]);
  });

  it('follow the time: waiting, in transit, delivered', () => {
    const at = (moment: string) => progressOf(shipment(), new Date(moment));
    expect(at('2026-11-20T14:00:00Z')).toMatchObject({ status: 'pre_transit', events: [] });
    expect(at('2026-11-20T15:00:00Z')).toMatchObject({ status: 'pre_transit' });
    expect(at('2026-11-20T15:00:00Z').events).toHaveLength(1);
    expect(at('2026-11-22T12:00:00Z').status).toBe('transit');
    expect(at('2026-11-25T16:00:00Z').events.at(-1)?.text).toBe('Out for delivery');
    expect(at('2026-11-26T06:00:00Z')).toMatchObject({ status: 'delivered', nextAt: null });
    expect(at('2036-01-01T00:00:00Z').events).toHaveLength(9);
  });

  it('announce the time of the next event, which happens exactly then', () => {
    let now = shipment().createdAt;
    let count = progressOf(shipment(), now).events.length;
    for (
      let next = progressOf(shipment(), now).nextAt;
      next !== null;
      next = progressOf(shipment(), now).nextAt
    ) {
      expect(progressOf(shipment(), new Date(next.getTime() - 1)).events).toHaveLength(count);
      now = next;
      count++;
      expect(progressOf(shipment(), now).events).toHaveLength(count);
    }
    expect(count).toBe(9);
  });

  it('are the same on every call, and different for another tracking number', () => {
    expect(planEvents(shipment())).toEqual(planEvents(shipment()));
    const times = new Set(
      Array.from({ length: 50 }, (_, serial) =>
        planEvents(shipment({ trackingNumber: makeTrackingNumber('usps_ground_advantage', serial) }))
          .at(-1)
          ?.at.getTime(),
      ),
    );
    expect(times.size).toBeGreaterThan(30);
  });

  /** Five still reaches every time zone below. */
  const SERIAL_STEP = inTier(5, 1);

  it('are in order and skip Sundays and holidays, for every service', () => {
    for (const service of NUMBERED_SERVICES)
      for (let serial = 0; serial < 24; serial += SERIAL_STEP) {
        const shipDay = String(14 + (serial % 14)).padStart(2, '0');
        const timeZone =
          ['UTC', 'America/Los_Angeles', 'Pacific/Honolulu', 'Asia/Tokyo'][serial % 4] ?? 'UTC';
        const tracked = shipment({
          service,
          timeZone,
          carrier: service.startsWith('ups') ? 'UPS' : service.startsWith('fedex') ? 'FedEx' : 'DHL',
          trackingNumber: makeTrackingNumber(service, serial),
          shipDate: `2026-11-${shipDay}`,
          createdAt: new Date(`2026-11-${shipDay}T${String(serial % 24).padStart(2, '0')}:10:00Z`),
          deliveryDate: null,
          transitDays: serial % 6,
        });
        const plan = planEvents(tracked);
        plan.slice(1).forEach(({ at }, index) => {
          expect(at.getTime()).toBeGreaterThan(plan[index]?.at.getTime() ?? Infinity);
          expect(isBusinessDay(dayOf(at.getTime(), timeZone))).toBe(true);
        });
        const ranks = plan.map(({ status }) => TRACKING_STATUSES.indexOf(status));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(plan.at(-1)?.status).toBe('delivered');
        let events: unknown[] = [];
        for (let hour = 0; hour < 24 * 16; hour += 29) {
          const seen = progressOf(tracked, new Date(tracked.createdAt.getTime() + hour * 3_600_000)).events;
          expect(seen.slice(0, events.length)).toEqual(events);
          events = seen;
        }
      }
  });

  it('take the estimated working days when no date was promised', () => {
    const delivered = (transitDays: number | null, shipDate: string) =>
      daysOf({ deliveryDate: null, transitDays, shipDate }).at(-1);
    expect(delivered(1, '2026-11-20')).toBe('2026-11-21 Delivered');
    expect(delivered(1, '2026-11-21')).toBe('2026-11-23 Delivered');
    expect(delivered(1, '2026-11-25')).toBe('2026-11-27 Delivered');
    expect(delivered(1, '2026-11-22')).toBe('2026-11-24 Delivered');
    expect(delivered(null, '2026-11-20')).toBe('2026-11-27 Delivered');
  });

  it('end on the promised day when the label was bought in time, for every service and number', () => {
    for (const service of NUMBERED_SERVICES)
      for (let serial = 0; serial < 40; serial++) {
        const tracked = shipment({
          service,
          carrier: 'UPS',
          trackingNumber: makeTrackingNumber(service, serial),
        });
        const delivered = planEvents(tracked).at(-1);
        expect(dayOf(delivered?.at.getTime() ?? 0, tracked.timeZone)).toBe('2026-11-25');
      }
  });

  it('start after a late purchase, and never on a Sunday night', () => {
    const late = daysOf({ createdAt: new Date('2026-11-22T05:30:00Z'), shipDate: '2026-11-21' });
    expect(late.slice(0, 3)).toEqual([
      '2026-11-21 Label created, waiting for the parcel',
      '2026-11-23 Parcel accepted',
      '2026-11-23 Departed the origin facility',
    ]);
    expect(late.at(-1)).toBe('2026-11-25 Delivered');
  });

  it('wait for a ship date in the future', () => {
    const tracked = shipment({ shipDate: '2026-12-01', deliveryDate: '2026-12-04' });
    expect(progressOf(tracked, new Date('2026-11-30T23:00:00Z')).status).toBe('pre_transit');
    expect(progressOf(tracked, new Date('2026-12-02T12:00:00Z')).status).toBe('transit');
  });

  it('by air include the hub, the delivery deadline of the service and international customs', () => {
    const air = planEvents(
      shipment({
        carrier: 'FedEx',
        service: 'fedex_priority_overnight',
        shipDate: '2026-11-23',
        deliveryDate: '2026-11-24',
        timeZone: 'UTC',
      }),
    );
    expect(air.map(({ place }) => place)).toContain('Memphis, TN');
    expect(air.at(-1)?.at.toISOString() ?? '').toMatch(/^2026-11-24T(09|10:[0-2]|10:30)/);
    const abroad = planEvents(
      shipment({
        carrier: 'DHL',
        service: 'dhl_express_worldwide',
        destination: { city: 'Toronto', state: 'ON', country: 'CA' },
      }),
    );
    expect(abroad.find(({ text }) => text === 'Customs clearance completed')?.place).toBe('Canada');
  });

  it('end even in a calendar without working days', () => {
    expect(planEvents(shipment({ isBusinessDay: () => false })).at(-1)?.status).toBe('delivered');
  });
});

describe('the six test numbers', () => {
  it.each([
    ['SHIPPO_PRE_TRANSIT', 'pre_transit'],
    ['SHIPPO_TRANSIT', 'transit'],
    ['SHIPPO_DELIVERED', 'delivered'],
    ['SHIPPO_RETURNED', 'returned'],
    ['SHIPPO_FAILURE', 'failure'],
    ['SHIPPO_UNKNOWN', 'unknown'],
  ])('%s is always %s', (number, status) => {
    const answer = magicAnswer(number);
    expect(answer).toMatchObject({ outcome: 'found', status });
    expect(magicAnswer(` ${number.toLowerCase()} `)).toEqual(answer);
    if (answer?.outcome === 'found' && answer.events.length > 0)
      expect(answer.events.at(-1)?.status).toBe(status);
  });

  it('are the only ones', () => {
    expect(magicAnswer('SHIPPO_LOST')).toBeNull();
    expect(magicAnswer('9400100000061803400011')).toBeNull();
  });
});
