import { describe, expect, it } from 'vitest';
import { rankRates } from './rank-rates.ts';
import { createRateEngine } from './rate-engine.ts';
import { makeRequest } from './rate-request.fixture.ts';

const rate = (amountCents: number, estimatedDays: number | null, billedWeightLb = 2) => ({
  amountCents,
  estimatedDays,
  billedWeightLb,
});
const context = { parcel: { type: 'package' as const, weightLb: 2 }, destination: 'Austin, TX' };

describe('ranking of rates', () => {
  it('names the cheapest, the fastest and the best compromise of the rest, with reasons', () => {
    const rates = [rate(3000, 1), rate(1000, 5), rate(1200, 3), rate(2500, 2)];
    const ranking = rankRates(rates, context);
    expect(ranking.cheapest).toEqual({ rate: rates[1], reason: 'Lowest price for 2 lb to Austin, TX.' });
    expect(ranking.fastest).toEqual({
      rate: rates[0],
      reason: 'Reaches Austin, TX in 1 day, 4 days sooner than the cheapest.',
    });
    expect(ranking.bestValue).toEqual({
      rate: rates[2],
      reason: 'For $2.00 above the cheapest, 2 lb reach Austin, TX 2 days sooner.',
    });
  });

  it('breaks a tie in price by days and a tie in days by price', () => {
    const rates = [rate(1000, 5), rate(1000, 3), rate(2000, 1), rate(1900, 1)];
    const ranking = rankRates(rates, context);
    expect(ranking.cheapest?.rate).toBe(rates[1]);
    expect(ranking.fastest?.rate).toBe(rates[3]);
  });

  it('weighs days at 0.35 against the price', () => {
    // Scores 2.4 + 0.7 = 3.1 and 1.2 + 1.75 = 2.95; at 0.5 per day the order would be the other way.
    const rates = [rate(1000, 6), rate(2400, 2), rate(1200, 5), rate(5000, 1)];
    expect(rankRates(rates, context).bestValue?.rate).toBe(rates[2]);
  });

  it('may give one rate both the lowest price and the fewest days', () => {
    const rates = [rate(1000, 1), rate(2000, 2), rate(3000, 3)];
    const ranking = rankRates(rates, context);
    expect(ranking.fastest).toEqual({ rate: rates[0], reason: 'Reaches Austin, TX in 1 day.' });
    expect(ranking.bestValue?.rate).toBe(rates[1]);
  });

  it('names no best value among fewer than three and no fastest without days', () => {
    expect(rankRates([rate(1000, 5), rate(2000, 1)], context).bestValue).toBeNull();
    const undated = rankRates([rate(1000, null), rate(900, null), rate(950, null)], context);
    expect(undated.fastest).toBeNull();
    expect(undated.bestValue).toBeNull();
    expect(undated.cheapest?.rate.amountCents).toBe(900);
    expect(rankRates([], context)).toEqual({ cheapest: null, fastest: null, bestValue: null });
  });

  it('says when size and not weight set the price, and calls an envelope an envelope', () => {
    expect(rankRates([rate(1000, 5, 38)], context).cheapest?.reason).toBe(
      'Lowest price for 2 lb to Austin, TX, billed as 38 lb for its size.',
    );
    const envelope = { ...context, parcel: { type: 'envelope' as const, weightLb: 0.2 } };
    expect(rankRates([rate(1000, 5, 0.25)], envelope).cheapest?.reason).toBe(
      'Lowest price for an envelope to Austin, TX.',
    );
  });

  it('picks from the rates of a real parcel', () => {
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
