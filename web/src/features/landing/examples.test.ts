import { LANDING_SAVINGS_PERCENT } from '@lading/contract/constants.ts';
import { expect, test } from 'vitest';
import { PRICE_EXAMPLES, savedPercent } from './examples.ts';

test('the examples reach the claimed savings but never exceed them', () => {
  expect(Math.max(...PRICE_EXAMPLES.map(savedPercent))).toBe(LANDING_SAVINGS_PERCENT);
});

test('savings are rounded down, unless they are within 0.005 of the next percent', () => {
  const example = { service: '', parcel: '' };
  expect(savedPercent({ ...example, retailCents: 1490, priceCents: 1192 })).toBe(20);
  expect(savedPercent({ ...example, retailCents: 1000, priceCents: 381 })).toBe(61);
});
