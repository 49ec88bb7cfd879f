import type { Rate } from '@lading/contract/shipments.ts';
import { describe, expect, it } from 'vitest';
import { arrivalText, carriersOf, priceText, savingsText, sortRates } from './rate-list.ts';

const rate = (part: Partial<Rate>): Rate => ({
  objectId: 'a',
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  amount: 8.41,
  currency: 'USD',
  estimatedDays: 3,
  durationTerms: '',
  service: 'usps_ground',
  deliveryDate: '2026-11-19',
  retailAmount: null,
  badges: [],
  reason: null,
  estimated: false,
  expiresAt: '2026-11-16T11:00:00Z',
  ...part,
});

const RATES = [
  rate({ objectId: 'slow', amount: 5, estimatedDays: 6 }),
  rate({ objectId: 'fast', amount: 30, estimatedDays: 1, carrier: 'UPS' }),
  rate({ objectId: 'unknown', amount: 4, estimatedDays: null, carrier: 'DHL' }),
  rate({ objectId: 'fast too', amount: 20, estimatedDays: 1, carrier: 'UPS' }),
];
const ids = (rates: readonly Rate[]) => rates.map(({ objectId }) => objectId);

describe('the order of rates', () => {
  it('is the server’s, by price, or by speed with unknown times last and ties broken by price', () => {
    expect(ids(sortRates(RATES, 'recommended'))).toEqual(['slow', 'fast', 'unknown', 'fast too']);
    expect(ids(sortRates(RATES, 'price'))).toEqual(['unknown', 'slow', 'fast too', 'fast']);
    expect(ids(sortRates(RATES, 'speed'))).toEqual(['fast too', 'fast', 'slow', 'unknown']);
  });

  it('lists each carrier once', () => {
    expect(carriersOf(RATES)).toEqual(['USPS', 'UPS', 'DHL']);
  });
});

describe('a rate', () => {
  it('shows its arrival as precisely as known', () => {
    expect(arrivalText(rate({}))).toBe('Thu, Nov 19 · 3 days');
    expect(arrivalText(rate({ estimatedDays: 1 }))).toBe('Thu, Nov 19 · 1 day');
    const vague = { deliveryDate: null, estimatedDays: null };
    expect(arrivalText(rate({ ...vague, durationTerms: 'Within a week' }))).toBe('Within a week');
    expect(arrivalText(rate(vague))).toBe('Delivery time not available');
  });

  it('shows savings only against a known, higher retail price', () => {
    expect(savingsText(rate({ retailAmount: 13.8 }))).toBe('Save $5.39 (39%) vs. retail');
    expect(savingsText(rate({ retailAmount: null }))).toBeNull();
    expect(savingsText(rate({ retailAmount: 8.41 }))).toBeNull();
  });

  it('shows its price with two decimals', () => {
    expect(priceText({ amount: 8.4 })).toBe('$8.40');
    expect(priceText({ amount: 1234.565 })).toBe('$1,234.57');
  });
});
