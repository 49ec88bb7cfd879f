import { describe, expect, it } from 'vitest';
import { EMBARGOED, NOT_SERVED } from '../data/closed-countries.ts';
import { carriers, codes, lineOf, messageOf, rateOf } from './rate-answer.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { LONDON, makeCustoms, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const ask = (parts: Parameters<typeof makeRequest>[0] = {}) => engine.rates(makeRequest(parts));
const OTTAWA = { city: 'Ottawa', state: 'ON', zip: 'K1A 0B1', country: 'CA' };

describe('international rates', () => {
  it('come from all four carriers and include no domestic service', () => {
    expect(codes(ask({ to: LONDON })).toSorted()).toEqual([
      'dhl_express_worldwide',
      'fedex_international_economy',
      'fedex_international_priority',
      'ups_worldwide_expedited',
      'ups_worldwide_saver',
      'usps_first_class_package_international',
      'usps_priority_express_international',
      'usps_priority_international',
    ]);
  });

  it('to Canada include services by road', () => {
    expect(codes(ask({ to: OTTAWA }))).toEqual(
      expect.arrayContaining(['ups_standard', 'fedex_international_ground']),
    );
  });

  it.each([
    ['Toronto', 'M5V 2T6', '52'],
    ['lowercase letters', 'm5v2t6', '52'],
    ['Halifax', 'B3H 1A1', '55'],
    ['Calgary', 'T2P 1J9', '52'],
    ['Banff', 'T1L 1A1', '55'],
    ['Yellowknife, where no road service goes', 'X1A 1A1', undefined],
    ['no postal code', '', undefined],
    ['a ZIP code', '97209', undefined],
  ])('by road to %s have the price of its zone', (_, zip, zone) => {
    const { rates } = ask({ to: { ...OTTAWA, zip } });
    expect(rates.find(({ service }) => service === 'ups_standard')?.zone).toBe(zone);
    expect(rates.some(({ service }) => service === 'ups_worldwide_saver')).toBe(true);
  });

  it('are estimates except at DHL, and estimates show no retail price and no saving', () => {
    for (const { carrier, estimated, retailCents, lines } of ask({ to: LONDON }).rates) {
      expect(estimated, carrier).toBe(carrier !== 'DHL');
      expect(retailCents === null, carrier).toBe(carrier !== 'DHL');
      expect(lines[0]?.text).toMatch(carrier === 'DHL' ? /^List price/ : /^Estimated list price/);
    }
  });

  it('are the UPS guide price plus 5.9 % at listed weights, and interpolated between them', () => {
    const listed = (weightLb: number) =>
      rateOf(ask({ to: LONDON, parcel: { weightLb, lengthIn: 6, widthIn: 4 } }), 'ups_worldwide_saver')
        .lines[0]?.cents;
    expect(listed(5)).toBe(Math.round(22_811 * 1.059));
    expect(listed(10)).toBe(Math.round(27_458 * 1.059));
    expect(listed(9)).toBe(Math.round(((26_525 + 27_458) / 2) * 1.059));
    expect(listed(150)).toBe(Math.round(227_329 * 1.059));
  });

  it('of First-Class Package use the weight bands of USPS', () => {
    const light = (weightLb: number) =>
      rateOf(ask({ to: OTTAWA, parcel: { weightLb } }), 'usps_first_class_package_international').costCents;
    expect(light(0.1)).toBe(light(0.5));
    expect(light(0.51)).toBe(light(2));
    expect(light(0.5)).toBeLessThan(light(0.51));
    expect(light(2)).toBeLessThan(light(3));
    expect(light(3)).toBeLessThan(light(4));
  });

  it('use dimensional weight at UPS, FedEx and DHL but not at USPS', () => {
    const box = ask({ to: LONDON, parcel: { lengthIn: 20, widthIn: 14, heightIn: 12, weightLb: 5 } });
    expect(rateOf(box, 'usps_priority_international').billedWeightLb).toBe(5);
    expect(rateOf(box, 'fedex_international_economy').billedWeightLb).toBe(25);
  });

  it('have an envelope price at UPS Worldwide Saver', () => {
    const envelope = ask({ to: LONDON, parcel: { type: 'envelope', weightLb: 0.4 } });
    expect(rateOf(envelope, 'ups_worldwide_saver').billedWeightLb).toBe(0.5);
  });

  // DHL Service & Rate Guide 2025 United States, zone C.
  it.each([
    ['documents in an envelope', 'documents', 'envelope', 0.4, 7903, 0.5],
    ['a heavier envelope of documents', 'documents', 'envelope', 0.6, 11_212, 1],
    ['documents in a box', 'documents', 'package', 0.4, 11_212, 1],
    ['goods in an envelope', 'merchandise', 'envelope', 0.4, 14_056, 1],
    ['goods in a box', 'merchandise', 'package', 0.4, 14_056, 1],
  ] as const)('of DHL have the price of %s', (_, contentsType, type, weightLb, cents, billed) => {
    const parcel = { type, lengthIn: 6, widthIn: 4, heightIn: 2, weightLb };
    const answer = ask({ to: LONDON, parcel, customs: makeCustoms({ contentsType }) });
    const { lines, billedWeightLb } = rateOf(answer, 'dhl_express_worldwide');
    expect([lines[0]?.cents, billedWeightLb]).toEqual([cents, billed]);
  });

  it('of DHL have the price of parcels for documents above 4 lb', () => {
    const listed = (contentsType: 'documents' | 'merchandise') =>
      rateOf(
        ask({ to: LONDON, parcel: { weightLb: 4.5 }, customs: makeCustoms({ contentsType }) }),
        'dhl_express_worldwide',
      ).lines[0]?.cents;
    expect(listed('documents')).toBe(listed('merchandise'));
  });

  it('from Alaska exist by air but not by road', () => {
    const answer = ask({ from: { zip: '99501', state: 'AK' }, to: OTTAWA });
    expect(codes(answer)).toContain('ups_worldwide_saver');
    expect(codes(answer)).not.toContain('ups_standard');
  });

  it('leave out services that do not deliver to a PO box', () => {
    const answer = ask({ to: { ...OTTAWA, street1: 'PO Box 12' } });
    expect(carriers(answer)).toEqual(['USPS']);
    expect(messageOf(answer, 'DHL')).toBe('DHL does not deliver to PO boxes; USPS does.');
  });
});

describe('international limits', () => {
  it('are those of each service', () => {
    const heavy = ask({ to: LONDON, parcel: { weightLb: 5 } });
    expect(codes(heavy)).not.toContain('usps_first_class_package_international');
    const long = ask({ to: LONDON, parcel: { lengthIn: 40, widthIn: 6, heightIn: 6 } });
    expect(codes(long).filter((code) => code.startsWith('usps'))).toEqual(['usps_priority_international']);
    const sum = ask({ to: LONDON, parcel: { lengthIn: 20, widthIn: 10, heightIn: 7 } });
    expect(codes(sum)).not.toContain('usps_first_class_package_international');
  });

  it('are explained when no service of a carrier accepts the parcel', () => {
    expect(messageOf(ask({ to: LONDON, parcel: { weightLb: 68 } }), 'USPS')).toBe(
      'USPS Priority Mail International accepts up to 66 lb; this package weighs 68 lb.',
    );
    const big = ask({ to: LONDON, parcel: { lengthIn: 70, widthIn: 16, heightIn: 15 } });
    expect(messageOf(big, 'FedEx')).toBe(
      'FedEx International Economy accepts up to 130 in of combined length and girth; this package has 132 in.',
    );
    expect(carriers(big)).toEqual(['UPS']);
  });

  it('of DHL apply to each side', () => {
    const fits = ask({ to: LONDON, parcel: { lengthIn: 32, widthIn: 10, heightIn: 48 } });
    expect(codes(fits)).toContain('dhl_express_worldwide');
    const refused = ask({ to: LONDON, parcel: { lengthIn: 33, widthIn: 33, heightIn: 10 } });
    expect(messageOf(refused, 'DHL')).toBe(
      'DHL accepts up to 48 × 32 × 32 in; this package is 33 × 33 × 10 in.',
    );
  });
});

describe('international surcharges', () => {
  it('are flat amounts: residential, handling and oversize', () => {
    const home = ask({ to: OTTAWA, residential: true });
    expect(lineOf(home, 'ups_standard', 'Residential')).toBe(585);
    expect(lineOf(home, 'fedex_international_priority', 'Residential')).toBe(620);
    const tube = ask({ to: LONDON, parcel: { type: 'tube', lengthIn: 20, widthIn: 3, heightIn: 3 } });
    expect(lineOf(tube, 'ups_worldwide_expedited', 'Additional handling: tube')).toBe(1400);
    const heavy = ask({ to: LONDON, parcel: { weightLb: 55 } });
    expect(lineOf(heavy, 'ups_worldwide_expedited', 'Additional handling')).toBeUndefined();
    const over = ask({ to: LONDON, parcel: { lengthIn: 70, widthIn: 16, heightIn: 15 } });
    expect(lineOf(over, 'ups_worldwide_saver', 'Oversize')).toBe(22_000);
    const long = ask({ to: LONDON, parcel: { lengthIn: 97, widthIn: 4, heightIn: 4 } });
    expect(lineOf(long, 'ups_worldwide_saver', 'Additional handling: size')).toBe(1400);
  });
});

describe('closed countries', () => {
  it.each(EMBARGOED)('%s gets no rate and a reason from every carrier', (country) => {
    const answer = ask({ to: { country, zip: '' } });
    expect(answer.rates).toEqual([]);
    expect(answer.messages.map(({ carrier }) => carrier)).toEqual(['USPS', 'FedEx', 'UPS', 'DHL']);
    for (const { carrier, text } of answer.messages)
      expect(text).toMatch(new RegExp(`^${carrier} does not ship to [A-Z][A-Za-z ]+: US sanctions`));
  });

  it('are named for codes in upper and lower case', () => {
    expect(messageOf(ask({ to: { country: ' kp ' } }), 'UPS')).toMatch(/to North Korea: /);
  });

  it('of one carrier do not affect the others', () => {
    expect(NOT_SERVED.USPS).toContain('IL');
    const answer = ask({ to: { country: 'IL', zip: '' } });
    expect(carriers(answer)).toEqual(['FedEx', 'UPS', 'DHL']);
    expect(messageOf(answer, 'USPS')).toBe('USPS does not currently serve Israel.');
  });
});
