import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREIGHT_SERVICES } from '../data/freight.ts';
import { checkAnswer, checkRate, rateOf } from './rate-answer.fixture.ts';
import { mainland, RUNS } from './rate-arbitraries.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { LONDON, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const PALLET = { type: 'pallet', lengthIn: 48, widthIn: 40, heightIn: 60, weightLb: 650 } as const;
const ask = (parcel: object = {}, rest: object = {}) =>
  engine.rates(makeRequest({ parcel: { ...PALLET, ...parcel }, ...rest }));

describe('a pallet', () => {
  it('gets freight rates and no parcel rates', () => {
    const codes = FREIGHT_SERVICES.map(({ code }) => code);
    expect(
      ask()
        .rates.map(({ service }) => service)
        .sort(),
    ).toEqual([...codes].sort());
    const parcel = makeRequest({ parcel: { ...PALLET, type: 'package', weightLb: 60 } });
    expect(engine.rates(parcel).rates.filter(({ service }) => codes.includes(service))).toEqual([]);
  });

  it('has an estimated price and shows no saving', () => {
    for (const rate of ask().rates) expect(rate).toMatchObject({ estimated: true, retailCents: null });
  });

  it('costs more to a home, for the liftgate', () => {
    const [home, business] = [true, false].map((residential) =>
      rateOf(ask({}, { residential }), 'fedex_freight_economy'),
    );
    expect((home?.costCents ?? 0) - (business?.costCents ?? 0)).toBe(17_500);
  });

  it('is billed by volume if it is light', () => {
    expect(rateOf(ask({ weightLb: 100 }), 'fedex_freight_economy').billedWeightLb).toBe(400);
  });

  it.each([
    ['2501 lb', { weightLb: 2501 }, {}, /accepts up to 2500 lb; this package weighs 2501 lb\.$/],
    ['97 in', { lengthIn: 97 }, {}, /accepts up to 96 × 72 × 60 in/],
    ['to London', {}, { to: LONDON }, /^Pallets ship only within the contiguous United States\.$/],
    ['to Anchorage', {}, { to: { zip: '99501', state: 'AK' } }, /^Pallets ship only within/],
  ])('of %s is refused with a reason', (_, parcel, rest, text) => {
    const { rates, messages } = ask(parcel, rest);
    expect(rates).toEqual([]);
    for (const { carrier, text: reason } of messages)
      if (carrier === 'FedEx' || carrier === 'UPS') expect(reason).toMatch(text);
    expect(messages.find(({ carrier }) => carrier === 'USPS')?.text).toBe('USPS does not ship pallets.');
  });

  it('never costs less when it is heavier or goes farther', () => {
    const pallets = fc.record({
      lengthIn: fc.integer({ min: 12, max: 96 }),
      widthIn: fc.integer({ min: 12, max: 72 }),
      heightIn: fc.integer({ min: 6, max: 60 }),
      weightLb: fc.integer({ min: 1, max: 2400 }),
    });
    fc.assert(
      fc.property(
        pallets,
        fc.integer({ min: 1, max: 100 }),
        mainland,
        mainland,
        mainland,
        (parcel, more, from, one, other) => {
          const at = (zip: string, extra = 0) =>
            ask({ ...parcel, weightLb: parcel.weightLb + extra }, { from: { zip: from }, to: { zip } });
          const answer = at(one);
          checkAnswer(answer);
          for (const rate of answer.rates) {
            checkRate(rate);
            const heavier = at(one, more).rates.find(({ service }) => service === rate.service);
            expect(heavier?.costCents).toBeGreaterThanOrEqual(rate.costCents);
            const elsewhere = at(other).rates.find(({ service }) => service === rate.service);
            if (elsewhere && Number(elsewhere.zone) >= Number(rate.zone))
              expect(elsewhere.costCents).toBeGreaterThanOrEqual(rate.costCents);
          }
        },
      ),
      { ...RUNS, numRuns: 300 },
    );
  });
});
