import { describe, expect, it } from 'vitest';
import { SERVICES } from '../data/services.ts';
import { DEFAULT_FUEL_BP } from '../data/surcharges.ts';
import { carriers, codes, lineOf, messageOf, rateOf } from './rate-answer.fixture.ts';
import { createRateEngine, DEFAULT_RATE_SETTINGS } from './rate-engine.ts';
import { LONDON, makeCustoms, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const ask = (parts: Parameters<typeof makeRequest>[0] = {}) => engine.rates(makeRequest(parts));

describe('rates within the United States', () => {
  it('include USPS, UPS and FedEx, and a reason for DHL', () => {
    const answer = ask();
    const sold = SERVICES.map(({ code }) => code).filter(
      (code) => !/home_delivery|dhl|international|worldwide|standard$|freight/.test(code),
    );
    expect(codes(answer).toSorted()).toEqual(sold.toSorted());
    expect(answer.messages).toEqual([
      { carrier: 'DHL', text: 'DHL Express does not ship within the United States.' },
    ]);
  });

  it('match the landing page example: 2 lb in zone 7 by Ground Advantage', () => {
    const rate = rateOf(ask(), 'usps_ground_advantage');
    expect(rate).toMatchObject({ zone: '7', billedWeightLb: 2, retailCents: 1490, costCents: 1192 });
    expect(rate).toMatchObject({ estimatedDays: 5, deliveryDate: '2026-11-21', estimated: false });
    expect(rate.lines).toEqual([
      { text: 'List price, 2 lb, zone 7', cents: 1490 },
      { text: 'Discount 20%', cents: -298 },
    ]);
  });

  it('are estimates for UPS, and for FedEx only where we filled in a price', () => {
    const estimated = ask({ to: { zip: '90001' } }).rates.filter((rate) => rate.estimated);
    expect(estimated.map(({ service }) => service)).toEqual([
      'fedex_express_saver',
      'fedex_2day',
      'ups_ground',
      'ups_3_day_select',
      'ups_2nd_day_air',
      'ups_next_day_air_saver',
      'ups_next_day_air',
    ]);
  });

  it('offer Home Delivery to homes and Ground to businesses, with the residential surcharge at UPS and FedEx', () => {
    const home = ask({ residential: true });
    expect(codes(home)).toContain('fedex_home_delivery');
    expect(codes(home)).not.toContain('fedex_ground');
    expect(lineOf(home, 'fedex_home_delivery', 'Residential')).toBe(595);
    expect(lineOf(home, 'ups_next_day_air', 'Residential')).toBe(655);
    expect(lineOf(home, 'usps_priority', 'Residential')).toBeUndefined();
    expect(lineOf(ask(), 'ups_ground', 'Residential')).toBeUndefined();
  });

  it('cover Alaska and Hawaii with USPS and ground services', () => {
    const alaska = ask({ to: { zip: '99501', state: 'AK' } });
    expect(codes(alaska).filter((code) => !code.startsWith('usps'))).toEqual(['fedex_ground', 'ups_ground']);
    expect(rateOf(alaska, 'usps_ground_advantage').estimatedDays).toBe(8);
    expect(rateOf(alaska, 'ups_ground').estimatedDays).toBe(7);
  });
});

describe('delivery restrictions', () => {
  it.each([
    ['a PO box', { street1: 'P.O. Box 123' }, 'UPS does not deliver to PO boxes; USPS does.'],
    ['a PO box in the second line', { street2: 'po box 9' }, 'UPS does not deliver to PO boxes; USPS does.'],
    [
      'a military address',
      { city: 'APO', state: 'AE', zip: '09012' },
      'UPS does not deliver to military addresses; USPS does.',
    ],
    [
      'Puerto Rico',
      { state: 'PR', zip: '00901' },
      'The built-in UPS price list does not cover US territories.',
    ],
    [
      'Puerto Rico as a country',
      { country: 'PR', zip: '00901' },
      'The built-in UPS price list does not cover US territories.',
    ],
  ])('%s is served only by USPS', (_, to, text) => {
    const answer = ask({ to, customs: makeCustoms() });
    expect(carriers(answer)).toEqual(['USPS']);
    expect(messageOf(answer, 'UPS')).toBe(text);
    expect(answer.messages.map(({ carrier }) => carrier)).toEqual(['FedEx', 'UPS', 'DHL']);
  });

  it.each(['1 Post Rd', '12 Boxwood Ln', '7 Poe Dr', '3 Drawer St'])(
    '%j is not mistaken for a PO box',
    (street1) => {
      expect(carriers(ask({ to: { street1 } }))).toContain('FedEx');
    },
  );

  it('military mail has no delivery date', () => {
    const answer = ask({ to: { state: 'AE', zip: '09012' }, customs: makeCustoms() });
    expect(rateOf(answer, 'usps_priority')).toMatchObject({ estimatedDays: null, deliveryDate: null });
  });

  it.each([
    ['a sender abroad', { from: LONDON }, /^Packages can be sent only from the United States/],
    ['an unknown ZIP code', { to: { zip: '00100' } }, /recipient ZIP code “00100”/],
    ['text as ZIP code', { from: { zip: 'somewhere' } }, /sender ZIP code “somewhere”/],
    ['a day that does not exist', { shipDate: '2026-02-30' }, /^The shipping date/],
    ['an unknown country', { to: { country: 'ZZ' } }, /price list/],
  ])('%s gets no rates and a reason from every carrier', (_, parts, text) => {
    const answer = ask(parts);
    expect(answer.rates).toEqual([]);
    expect(answer.messages.map(({ carrier }) => carrier)).toEqual(['USPS', 'FedEx', 'UPS', 'DHL']);
    for (const message of answer.messages) expect(message.text).toMatch(text);
  });
});

describe('limits', () => {
  it.each([
    ['71 lb', { weightLb: 71 }, ['FedEx', 'UPS']],
    ['151 lb', { weightLb: 151 }, []],
    ['109 in', { lengthIn: 109, widthIn: 4, heightIn: 4 }, []],
    ['110 in of length and girth', { lengthIn: 70, widthIn: 10, heightIn: 10 }, ['FedEx', 'UPS']],
    ['108 in of length and girth', { lengthIn: 68, widthIn: 10, heightIn: 10 }, ['USPS', 'FedEx', 'UPS']],
  ])('%s is accepted by the right carriers', (_, parcel, left) => {
    expect(carriers(ask({ parcel }))).toEqual(left);
  });
});

describe('billed weight', () => {
  const box = { lengthIn: 24, widthIn: 18, heightIn: 12, weightLb: 5 };
  const billed = (shipDate: string, service: string, parcel = box) =>
    rateOf(ask({ shipDate, parcel }), service).billedWeightLb;

  it('follows the rule of the ship date', () => {
    expect(billed('2026-07-11', 'usps_priority')).toBe(32);
    expect(billed('2026-07-12', 'usps_priority')).toBe(38);
    const odd = { ...box, lengthIn: 24.3 };
    expect(billed('2025-08-17', 'fedex_ground', odd)).toBe(38);
    expect(billed('2025-08-18', 'fedex_ground', odd)).toBe(39);
  });

  it('never counts size at USPS up to a cubic foot, and always at the others', () => {
    const foot = { lengthIn: 12, widthIn: 12, heightIn: 12, weightLb: 1 };
    expect(billed('2026-11-16', 'usps_priority', foot)).toBe(1);
    expect(billed('2026-11-16', 'ups_ground', foot)).toBe(13);
    expect(billed('2026-11-16', 'usps_priority', { ...foot, lengthIn: 12.1 })).toBe(14);
  });

  it('uses ounces at USPS below a pound, and ignores floating-point errors', () => {
    const light = (weightLb: number) =>
      billed('2026-11-16', 'usps_ground_advantage', { lengthIn: 6, widthIn: 4, heightIn: 2, weightLb });
    expect([0.1, 0.25, 0.26, 0.75, 0.8, 1, 1.1].map(light)).toEqual([0.25, 0.25, 0.5, 0.75, 1, 1, 2]);
    expect(light(0.1 + 0.2 + 2.7)).toBe(3);
  });

  it('ignores the size of an envelope', () => {
    const answer = ask({
      parcel: { type: 'envelope', lengthIn: Number.NaN, widthIn: -1, heightIn: 0, weightLb: 0.4 },
    });
    expect(rateOf(answer, 'fedex_2day').billedWeightLb).toBe(0.5);
  });
});

describe('surcharges', () => {
  it('a tube costs extra at UPS and FedEx but not at USPS', () => {
    const tube = ask({ parcel: { type: 'tube', lengthIn: 20, widthIn: 3, heightIn: 3 } });
    expect(lineOf(tube, 'fedex_2day', 'Additional handling: tube')).toBe(3150);
    expect(lineOf(tube, 'ups_ground', 'Additional handling: tube')).toBe(3375);
    expect(rateOf(tube, 'usps_priority').lines).toHaveLength(2);
  });

  it('charge only the most expensive kind of additional handling', () => {
    const heavy = ask({ parcel: { type: 'tube', lengthIn: 50, widthIn: 6, heightIn: 6, weightLb: 51 } });
    const lines = rateOf(heavy, 'fedex_ground').lines.filter(({ text }) => text.startsWith('Additional'));
    expect(lines).toEqual([{ text: 'Additional handling: weight', cents: 5500 }]);
  });

  it('bill a long parcel as 40 lb and an oversize one as 90 lb', () => {
    const long = ask({ parcel: { lengthIn: 49, widthIn: 4, heightIn: 4 } });
    expect(rateOf(long, 'fedex_ground').billedWeightLb).toBe(40);
    expect(lineOf(long, 'fedex_ground', 'Additional handling: size')).toBe(3800);
    const over = ask({ parcel: { lengthIn: 97, widthIn: 4, heightIn: 4 } });
    expect(rateOf(over, 'ups_ground').billedWeightLb).toBe(90);
    expect(lineOf(over, 'ups_ground', 'Oversize')).toBe(30_500);
  });

  it('add the nonstandard fees of USPS for length and for volume', () => {
    const big = ask({ parcel: { lengthIn: 24, widthIn: 18, heightIn: 12, weightLb: 5 } });
    const lines = rateOf(big, 'usps_priority').lines.slice(2);
    expect(lines.map(({ cents }) => cents)).toEqual([400, 1800]);
  });

  it('add fuel as a percentage of the discounted transport price when it is set', () => {
    const fuelBp = { ...DEFAULT_FUEL_BP, FedEx: 1550 };
    const answer = createRateEngine({ ...DEFAULT_RATE_SETTINGS, fuelBp }).rates(makeRequest());
    const { lines, costCents, retailCents } = rateOf(answer, 'fedex_ground');
    const [list = 0, discount = 0, fuel = 0] = lines.map(({ cents }) => cents);
    expect(lines[2]?.text).toBe('Fuel 15.5%');
    expect(fuel).toBe(Math.round((list + discount) * 0.155));
    expect([costCents, retailCents]).toEqual([list + discount + fuel, list + Math.round(list * 0.155)]);
  });
});

describe('DHL rates', () => {
  it('match the landing page example: 5 lb to London', () => {
    const rate = rateOf(ask({ to: LONDON, parcel: { weightLb: 5 } }), 'dhl_express_worldwide');
    expect(rate).toMatchObject({ zone: 'C', retailCents: 24_818, costCents: 9431 });
  });
});
