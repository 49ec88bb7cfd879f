import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTier } from '../../../test/tier.ts';
import { createRateEngine } from '../../providers/label-providers/builtin/rates/rate-engine.ts';
import { makeRequest } from '../../providers/label-providers/builtin/rates/rate-request.fixture.ts';
import { rankRates } from './rank-rates.ts';

const rate = (amountCents: number, estimatedDays: number | null, billedWeightLb = 2) => ({
  amountCents,
  estimatedDays,
  billedWeightLb,
});
const context = { parcel: { type: 'package' as const, weightLb: 2 }, destination: 'Austin, TX' };

describe('rankRates', () => {
  it('picks the cheapest, the fastest and the best compromise, with reasons', () => {
    const rates = [rate(3000, 1), rate(1000, 5), rate(1200, 3), rate(2500, 2)];
    const ranking = rankRates(rates, context);
    expect(ranking.cheapest).toEqual({
      rate: rates[1],
      reason: 'Lowest price for your 2 lb package to Austin, TX.',
    });
    expect(ranking.fastest).toEqual({
      rate: rates[0],
      reason: 'Reaches Austin, TX in 1 business day, 4 days sooner than the cheapest rate.',
    });
    expect(ranking.bestValue).toEqual({
      rate: rates[2],
      reason: 'Your 2 lb package reaches Austin, TX 2 days sooner than the cheapest rate, for $2.00 more.',
    });
  });

  it('breaks a tie in price by days and a tie in days by price', () => {
    const rates = [rate(1000, 5), rate(1000, 3), rate(2000, 1), rate(1900, 1)];
    const ranking = rankRates(rates, context);
    expect(ranking.cheapest?.rate).toBe(rates[1]);
    expect(ranking.fastest?.rate).toBe(rates[3]);
  });

  it('weighs a day at 0.35 against the price', () => {
    // Scores 2.4 + 0.7 = 3.1 and 1.2 + 1.75 = 2.95. At 0.5 per day the order would be reversed.
    const rates = [rate(1000, 6), rate(2400, 2), rate(1200, 5), rate(5000, 1)];
    expect(rankRates(rates, context).bestValue?.rate).toBe(rates[2]);
  });

  it('can pick one rate as both the cheapest and the fastest', () => {
    const rates = [rate(1000, 1), rate(2000, 2), rate(3000, 3)];
    const ranking = rankRates(rates, context);
    expect(ranking.fastest).toEqual({
      rate: rates[0],
      reason: 'Reaches Austin, TX in 1 business day, at the lowest price too.',
    });
    expect(ranking.bestValue).toBeNull();
  });

  it('picks no best value among fewer than three rates, and no fastest without delivery times', () => {
    expect(rankRates([rate(1000, 5), rate(2000, 1)], context).bestValue).toBeNull();
    const undated = rankRates([rate(1000, null), rate(900, null), rate(950, null)], context);
    expect(undated.fastest).toBeNull();
    expect(undated.bestValue).toBeNull();
    expect(undated.cheapest?.rate.amountCents).toBe(900);
    expect(rankRates([], context)).toEqual({ cheapest: null, fastest: null, bestValue: null });
  });

  it('says when size, not weight, determines the price, and names envelopes', () => {
    expect(rankRates([rate(1000, 5, 38)], context).cheapest?.reason).toBe(
      'Lowest price for your 2 lb package to Austin, TX; billed as 38 lb because of its size.',
    );
    const envelope = { ...context, parcel: { type: 'envelope' as const, weightLb: 0.2 } };
    expect(rankRates([rate(1000, 5, 0.25)], envelope).cheapest?.reason).toBe(
      'Lowest price for your envelope to Austin, TX.',
    );
  });

  it('picks a best value only if it arrives sooner than the cheapest', () => {
    const rates = [rate(1000, 4), rate(1000, 4), rate(1200, 5), rate(2000, 1)];
    expect(rankRates(rates, context).bestValue).toBeNull();
  });

  it('compares with a cheapest rate that has no delivery time', () => {
    const rates = [rate(1000, null), rate(1500, 4), rate(2000, 1)];
    expect(rankRates(rates, context).bestValue?.reason).toBe(
      'Your 2 lb package reaches Austin, TX in 4 business days for $5.00 more than the cheapest rate.',
    );
  });

  it('ranks the rates of a real parcel', () => {
    const { rates } = createRateEngine().rates(makeRequest());
    const ranking = rankRates(
      rates.map((each) => ({ ...each, amountCents: each.costCents })),
      context,
    );
    expect(ranking.cheapest?.rate.service).toBe('fedex_ground');
    expect(ranking.fastest?.rate.estimatedDays).toBe(1);
    expect(ranking.bestValue?.rate.service).toBe('usps_priority');
  });
});

describe('for random rates', () => {
  const anyRates = fc.array(
    fc.record({
      amountCents: fc.integer({ min: 1, max: 500_000 }),
      estimatedDays: fc.option(fc.integer({ min: 1, max: 14 })),
      billedWeightLb: fc.integer({ min: 1, max: 150 }),
    }),
    { maxLength: 16 },
  );
  const anyParcel = fc.record({
    type: fc.constantFrom(...PACKAGE_TYPES),
    weightLb: fc.double({ min: 1e-6, max: 150, noNaN: true }),
  });
  const RUNS = { seed: 20261115, numRuns: inTier(500, 2000) };

  it('picks exactly one cheapest, one fastest and one other best value where possible', () => {
    fc.assert(
      fc.property(anyRates, (rates) => {
        const { cheapest, fastest, bestValue } = rankRates(rates, context);
        const dated = rates.filter(({ estimatedDays }) => estimatedDays !== null);
        const least = Math.min(...rates.map(({ amountCents }) => amountCents));
        const soonest = Math.min(...dated.map(({ estimatedDays }) => estimatedDays ?? Infinity));
        expect(cheapest?.rate.amountCents ?? Infinity).toBe(least);
        expect(fastest?.rate.estimatedDays ?? Infinity).toBe(soonest);
        const others = dated.filter(
          (each) =>
            each !== fastest?.rate && (each.estimatedDays ?? 0) < (cheapest?.rate.estimatedDays ?? Infinity),
        );
        expect(bestValue !== null).toBe(rates.length >= 3 && others.length > 0);
        if (bestValue) expect(others).toContain(bestValue.rate);
      }),
      RUNS,
    );
  });

  it('gives a one-sentence reason with the destination', () => {
    fc.assert(
      fc.property(anyRates, anyParcel, (rates, parcel) => {
        for (const choice of Object.values(rankRates(rates, { ...context, parcel })))
          if (choice) {
            expect(choice.reason).toMatch(/^[A-Z][^\n]{20,140}\.$/);
            expect(choice.reason).toContain('Austin, TX');
            expect(choice.reason).not.toMatch(/NaN|Infinity|null|undefined|\$0\.00|\b0 lb/);
          }
      }),
      RUNS,
    );
  });
});
