import { describe, expect, it } from 'vitest';
import { makeTrackingNumber } from './number-maker.ts';
import { planEvents, progressOf, type TrackedShipment } from './tracking-events.ts';
import { dayOf } from './zoned-time.ts';

const isBusinessDay = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());

/** Monday to Friday. */
const toBerlin = (serial: number, changes: Partial<TrackedShipment> = {}): TrackedShipment => ({
  trackingNumber: makeTrackingNumber('dhl_express_worldwide', serial),
  carrier: 'DHL',
  service: 'dhl_express_worldwide',
  createdAt: new Date('2026-11-16T09:00:00Z'),
  shipDate: '2026-11-16',
  deliveryDate: '2026-11-20',
  transitDays: 4,
  origin: { city: 'Portland', state: 'OR', country: 'US' },
  destination: { city: 'Berlin', state: '', country: 'DE' },
  timeZone: 'UTC',
  isBusinessDay,
  ...changes,
});

const stepsOf = (shipment: TrackedShipment) =>
  planEvents(shipment).map(({ at, text, place, detail }) =>
    [dayOf(at.getTime(), 'UTC').slice(-2), text, place, detail].filter(Boolean).join(' | '),
  );
const MANY = Array.from({ length: 400 }, (_, serial) => toBerlin(serial));
const detailsOf = (shipment: TrackedShipment) => planEvents(shipment).flatMap(({ detail }) => detail ?? []);
const withDetails = (...details: string[]) =>
  MANY.filter((shipment) => detailsOf(shipment).join(' ') === details.join(' '));

const RELEASED = 'customs_released';
const OUT = 'out_for_delivery';

describe('an international journey', () => {
  it('goes through export, customs and the transfer to the local carrier', () => {
    const [plain] = withDetails(RELEASED, OUT);
    expect(stepsOf(plain as TrackedShipment)).toEqual([
      '16 | Label created, waiting for the parcel | Portland, OR',
      '16 | Parcel accepted | Portland, OR',
      '16 | Departed the origin facility | Portland, OR',
      '17 | Sorted at the hub | Erlanger, KY',
      '17 | Departed the United States | United States',
      '18 | In transit to the next facility',
      '19 | Arrived in the destination country | Germany',
      '19 | Arrived at customs | Germany',
      '19 | Customs clearance completed | Germany | customs_released',
      '20 | Transferred to the local carrier | Berlin, DE',
      '20 | Arrived at the local facility | Berlin, DE',
      '20 | Out for delivery | Berlin, DE | out_for_delivery',
      '20 | Delivered | Berlin, DE',
    ]);
  });

  it('is sometimes held and released, attempted, or ready for pickup', () => {
    const plain = withDetails(RELEASED, OUT).length;
    const held = withDetails('customs_held', RELEASED, OUT).length;
    const again = withDetails(RELEASED, OUT, 'delivery_attempted', OUT).length;
    const pickup = withDetails(RELEASED, OUT, 'delivery_attempted', 'ready_for_pickup').length;
    expect(plain).toBeGreaterThan(200);
    expect([held, again, pickup].every((count) => count > 5 && count < 100)).toBe(true);
  });

  it('after an attempt ends on the next working day', () => {
    const [again] = withDetails(RELEASED, OUT, 'delivery_attempted', OUT);
    expect(stepsOf(again as TrackedShipment).slice(-4)).toEqual([
      '20 | Out for delivery | Berlin, DE | out_for_delivery',
      '20 | Delivery attempted, no one was available | Berlin, DE | delivery_attempted',
      '23 | Out for delivery | Berlin, DE | out_for_delivery',
      '23 | Delivered | Berlin, DE',
    ]);
  });

  it('is in order, on working days, and the same for the same number, even for short journeys', () => {
    for (const shipDate of ['2026-11-16', '2026-11-19', '2026-11-20'])
      for (let serial = 0; serial < 200; serial++) {
        const shipment = toBerlin(serial, { shipDate, deliveryDate: null, transitDays: serial % 5 });
        const plan = planEvents(shipment);
        expect(planEvents(shipment)).toEqual(plan);
        plan.slice(1).forEach(({ at }, index) => {
          expect(at.getTime()).toBeGreaterThan(plan[index]?.at.getTime() ?? Infinity);
          expect(isBusinessDay(dayOf(at.getTime(), 'UTC'))).toBe(true);
        });
        expect(plan.at(-1)?.status).toBe('delivered');
        expect(progressOf(shipment, new Date('2027-01-01')).status).toBe('delivered');
      }
  });

  it('does not include territories and military addresses', () => {
    for (const destination of [
      { city: 'San Juan', state: 'PR', country: 'US' },
      { city: 'San Juan', state: '', country: 'PR' },
      { city: 'APO', state: 'AE', country: 'US' },
    ])
      expect(detailsOf(toBerlin(1, { destination }))).toEqual([OUT]);
  });

  it('has places even for an unknown country', () => {
    const texts = stepsOf(toBerlin(1, { destination: { city: 'X', state: '', country: '??' } }));
    expect(texts.at(-1)).toMatch(/Delivered/);
  });
});
