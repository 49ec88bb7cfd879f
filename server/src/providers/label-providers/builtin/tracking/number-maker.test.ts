import { describe, expect, it } from 'vitest';
import { readTrackingNumber } from '../../../../../test/read-tracking-number.ts';
import { capacityOf, isNumberedService, makeTrackingNumber, NUMBERED_SERVICES } from './number-maker.ts';

/** Serials spread over the whole range, including both ends. Every run gets the same ones. */
function* serials(capacity: bigint, count: number): Generator<bigint> {
  for (const edge of [0n, 1n, 2n, capacity - 2n, capacity - 1n]) yield edge;
  let state = 0x9e3779b97f4a7c15n;
  for (let index = 0; index < count; index++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    yield (state >> 11n) % capacity;
  }
}

const EXPECTED: Record<string, [format: string, carrier: string, serviceCode: string | undefined]> = {
  usps_ground_advantage: ['usps_impb', 'USPS', '001'],
  usps_priority: ['usps_impb', 'USPS', '055'],
  usps_priority_express: ['usps_impb', 'USPS', '701'],
  usps_first_class_package_international: ['s10', 'USPS', 'LX'],
  usps_priority_international: ['s10', 'USPS', 'CX'],
  usps_priority_express_international: ['s10', 'USPS', 'EX'],
  ups_ground: ['ups', 'UPS', '03'],
  ups_3_day_select: ['ups', 'UPS', '12'],
  ups_2nd_day_air: ['ups', 'UPS', '02'],
  ups_next_day_air_saver: ['ups', 'UPS', '13'],
  ups_next_day_air: ['ups', 'UPS', '01'],
  ups_worldwide_saver: ['ups', 'UPS', '65'],
  ups_worldwide_expedited: ['ups', 'UPS', '08'],
  ups_standard: ['ups', 'UPS', '11'],
  fedex_ground: ['fedex_12', 'FedEx', undefined],
  fedex_home_delivery: ['fedex_12', 'FedEx', undefined],
  fedex_express_saver: ['fedex_12', 'FedEx', undefined],
  fedex_2day: ['fedex_12', 'FedEx', undefined],
  fedex_standard_overnight: ['fedex_12', 'FedEx', undefined],
  fedex_priority_overnight: ['fedex_12', 'FedEx', undefined],
  fedex_international_priority: ['fedex_12', 'FedEx', undefined],
  fedex_international_economy: ['fedex_12', 'FedEx', undefined],
  fedex_international_ground: ['fedex_12', 'FedEx', undefined],
  fedex_freight_economy: ['fedex_12', 'FedEx', undefined],
  fedex_freight_priority: ['fedex_12', 'FedEx', undefined],
  ups_3_day_freight: ['ups', 'UPS', '56'],
  dhl_express_worldwide: ['dhl_express', 'DHL', undefined],
};

describe('tracking numbers of the built-in label provider', () => {
  it('exist for exactly the services we sell', () => {
    expect([...NUMBERED_SERVICES].sort()).toEqual(Object.keys(EXPECTED).sort());
    expect(isNumberedService('ups_ground')).toBe(true);
    expect(isNumberedService('toString')).toBe(false);
  });

  it.each(NUMBERED_SERVICES)('of %s have the format, carrier and service code of that service', (service) => {
    for (const serial of serials(capacityOf(service), 1000)) {
      const number = makeTrackingNumber(service, serial);
      const read = readTrackingNumber(number);
      expect([number, read?.format, read?.carrier, read?.serviceCode]).toEqual([
        number,
        ...(EXPECTED[service] ?? []),
      ]);
    }
  });

  it('contain only the reserved shipper ids', () => {
    for (const service of NUMBERED_SERVICES)
      for (const serial of serials(capacityOf(service), 50))
        expect(makeTrackingNumber(service, serial)).toMatch(
          /^(94\d{3}000000\d{11}|[CEL]X\d{9}US|1ZLADING\w{10}|0\d{11}|0\d{9})$/,
        );
  });

  it('are unique within and across services', () => {
    const seen = new Set<string>();
    let made = 0;
    for (const service of NUMBERED_SERVICES) {
      const chosen = new Set(serials(capacityOf(service), 3000));
      for (let serial = 0n; serial < 3000n; serial++) chosen.add(serial);
      for (const serial of chosen) seen.add(makeTrackingNumber(service, serial));
      made += chosen.size;
    }
    expect(made).toBeGreaterThan(80_000);
    expect(seen.size).toBe(made);
  });

  it('of UPS do not repeat in the first ten million, then continue with letters', () => {
    const seen = new Uint8Array(10_000_000);
    for (let serial = 0; serial < 10_000_000; serial += 997) {
      const at = Number(makeTrackingNumber('ups_ground', serial).slice(10, 17));
      expect(seen[at]).toBe(0);
      seen[at] = 1;
    }
    expect(makeTrackingNumber('ups_ground', 9_999_999)).toMatch(/^1ZLADING03\d{8}$/);
    for (let serial = 10_000_000; serial < 10_002_000; serial++)
      expect(makeTrackingNumber('ups_ground', serial)).toMatch(/^1ZLADING03[A-Z]\w{6}\d$/);
  });

  it('are the same for a number and a bigint serial', () => {
    expect(makeTrackingNumber('fedex_2day', 12345)).toBe(makeTrackingNumber('fedex_2day', 12345n));
  });

  it.each(NUMBERED_SERVICES)('of %s reject serials outside the range of the format', (service) => {
    const capacity = capacityOf(service);
    expect(capacity).toBeGreaterThanOrEqual(100_000_000n);
    expect(() => makeTrackingNumber(service, capacity)).toThrow(/out of range/);
    expect(() => makeTrackingNumber(service, 2n ** 64n)).toThrow(/out of range/);
    expect(() => makeTrackingNumber(service, -1)).toThrow(/negative/);
    expect(() => makeTrackingNumber(service, 0.5)).toThrow(/whole number/);
    expect(() => makeTrackingNumber(service, 2 ** 53)).toThrow(/safe range/);
  });

  it('of USPS become invalid when any one digit changes', () => {
    const number = makeTrackingNumber('usps_priority', 4711);
    for (let place = 0; place < number.length; place++)
      for (const digit of '0123456789') {
        if (number[place] === digit) continue;
        const changed = number.slice(0, place) + digit + number.slice(place + 1);
        expect(readTrackingNumber(changed)).toBeNull();
      }
  });
});
