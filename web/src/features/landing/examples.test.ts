import { LANDING_SAVINGS_PERCENT } from '@lading/contract/constants.ts';
import { expect, test } from 'vitest';
import { PRICE_EXAMPLES, savedPercent } from './examples.ts';

test('the shown examples reach the claimed savings and never pass them', () => {
  expect(Math.max(...PRICE_EXAMPLES.map(savedPercent))).toBe(LANDING_SAVINGS_PERCENT);
});

test('a saving is rounded down, except for the half cent that a price cannot show', () => {
  const example = { service: '', parcel: '' };
  expect(savedPercent({ ...example, retailCents: 1490, priceCents: 1192 })).toBe(20);
  expect(savedPercent({ ...example, retailCents: 1000, priceCents: 381 })).toBe(61);
});
