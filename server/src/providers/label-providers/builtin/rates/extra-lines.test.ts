import { type Extras, NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { describe, expect, it } from 'vitest';
import { carriers, checkRate, codes, messageOf, rateOf } from './rate-answer.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { LONDON, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
type Parts = Parameters<typeof makeRequest>[0];
const ask = (extras: Partial<Extras>, parts: Parts = {}) =>
  engine.rates(makeRequest({ ...parts, extras: { ...NO_EXTRAS, ...extras } }));
/** Texts and prices of the extras of one service. */
const extrasOf = (answer: ReturnType<typeof ask>, service: string) =>
  rateOf(answer, service)
    .lines.filter(({ extra }) => extra)
    .map(({ text, cents }) => [text, cents]);
const THURSDAY = { shipDate: '2026-11-19' };

describe('a signature', () => {
  it.each([
    ['standard', 'Signature', 395, 715],
    ['adult', 'Adult signature', 840, 865],
  ] as const)('%s is a line of the rate', (signature, text, usps, express) => {
    const answer = ask({ signature });
    expect(extrasOf(answer, 'usps_priority')).toEqual([[text, usps]]);
    expect(extrasOf(answer, 'ups_ground')).toEqual([[text, express]]);
    expect(extrasOf(answer, 'fedex_2day')).toEqual([[text, express]]);
    const [plain, signed] = [ask({}), answer].map((each) => rateOf(each, 'usps_priority'));
    expect((signed?.costCents ?? 0) - (plain?.costCents ?? 0)).toBe(usps);
    expect((signed?.retailCents ?? 0) - (plain?.retailCents ?? 0)).toBe(usps);
  });

  it('makes the rate an estimate, because its price is one', () => {
    expect(rateOf(ask({}), 'usps_priority').estimated).toBe(false);
    expect(rateOf(ask({ signature: 'standard' }), 'usps_priority').estimated).toBe(true);
  });

  it('is not sold abroad by USPS, and is included by DHL', () => {
    const answer = ask({ signature: 'standard' }, { to: LONDON });
    expect(carriers(answer)).toEqual(['FedEx', 'UPS', 'DHL']);
    expect(messageOf(answer, 'USPS')).toBe('USPS Priority Mail International does not offer a signature.');
    expect(extrasOf(answer, 'dhl_express_worldwide')).toEqual([['Signature, included', 0]]);
    expect(messageOf(ask({ signature: 'adult' }, { to: LONDON }), 'DHL')).toBe(
      'DHL Express Worldwide does not offer an adult signature.',
    );
  });
});

describe('insurance', () => {
  it('costs 1.25% above the included amount within the United States', () => {
    const answer = ask({ insuredCents: 50_000 });
    const line = ['Insurance for $500.00 (the first $100.00 is free)', 500];
    expect(extrasOf(answer, 'usps_ground_advantage')).toEqual([line]);
    expect(extrasOf(answer, 'fedex_ground')).toEqual([line]);
    expect(rateOf(answer, 'usps_ground_advantage').estimated).toBe(false);
  });

  it('of the included amount is free', () => {
    expect(extrasOf(ask({ insuredCents: 10_000 }), 'ups_ground')).toEqual([
      ['Insurance for $100.00, no extra charge', 0],
    ]);
  });

  it('costs 1.5% to other countries, and First-Class Package International has none', () => {
    const answer = ask({ insuredCents: 50_000 }, { to: LONDON });
    expect(extrasOf(answer, 'dhl_express_worldwide')).toEqual([['Insurance for $500.00', 750]]);
    expect(extrasOf(answer, 'ups_worldwide_saver')[0]?.[1]).toBe(600);
    expect(extrasOf(answer, 'usps_priority_international')[0]?.[1]).toBe(450);
    expect(codes(answer)).not.toContain('usps_first_class_package_international');
  });

  it('above the limit of USPS is left to the others', () => {
    expect(carriers(ask({ insuredCents: 500_000 }))).toContain('USPS');
    const answer = ask({ insuredCents: 500_001 });
    expect(carriers(answer)).toEqual(['FedEx', 'UPS']);
    expect(messageOf(answer, 'USPS')).toBe('USPS Priority Mail Express insures up to $5,000.00.');
  });
});

describe('Saturday delivery', () => {
  const saturday = (parts: Parts = {}) => ask({ saturdayDelivery: true }, parts);

  it('by air brings the delivery forward from Monday, for a charge', () => {
    const plain = rateOf(ask({}, THURSDAY), 'fedex_2day');
    const answer = saturday(THURSDAY);
    expect(plain.deliveryDate).toBe('2026-11-23');
    expect(rateOf(answer, 'fedex_2day').deliveryDate).toBe('2026-11-21');
    expect(extrasOf(answer, 'fedex_2day')).toEqual([['Saturday delivery', 1600]]);
    expect(extrasOf(answer, 'ups_2nd_day_air')).toEqual([['Saturday delivery', 1600]]);
  });

  it('costs nothing if the parcel arrives on a weekday', () => {
    expect(extrasOf(saturday(THURSDAY), 'fedex_priority_overnight')).toEqual([
      ['Saturday delivery, no charge for this date', 0],
    ]);
  });

  it('is included by USPS and by Home Delivery, and other services are left out', () => {
    const answer = saturday({ residential: true });
    expect(extrasOf(answer, 'usps_ground_advantage')).toEqual([['Saturday delivery, included', 0]]);
    expect(codes(answer)).toContain('fedex_home_delivery');
    for (const service of [
      'ups_ground',
      'ups_3_day_select',
      'fedex_express_saver',
      'fedex_standard_overnight',
    ])
      expect(codes(answer)).not.toContain(service);
  });

  it('is explained if no service of a carrier can do it', () => {
    const answer = saturday({ to: LONDON });
    expect(answer.rates).toEqual([]);
    expect(messageOf(answer, 'DHL')).toBe('DHL Express Worldwide does not deliver on Saturdays.');
    const alaska = saturday({ to: { zip: '99501', state: 'AK' } });
    expect(messageOf(alaska, 'UPS')).toBe('UPS Ground does not deliver on Saturdays.');
  });
});

it('all extras together still add up to the cost', () => {
  const answer = ask({ signature: 'adult', insuredCents: 123_457, saturdayDelivery: true }, THURSDAY);
  expect(carriers(answer)).toEqual(['USPS', 'FedEx', 'UPS']);
  answer.rates.forEach(checkRate);
  expect(extrasOf(answer, 'ups_2nd_day_air').map(([, cents]) => cents)).toEqual([865, 1418, 1600]);
});

it('a pallet has no extras', () => {
  const parcel = { type: 'pallet', lengthIn: 48, widthIn: 40, heightIn: 60, weightLb: 650 } as const;
  const answer = ask({ insuredCents: 10_000 }, { parcel });
  expect(answer.rates).toEqual([]);
  expect(messageOf(answer, 'UPS')).toBe('UPS 3 Day Freight does not offer insurance.');
});
