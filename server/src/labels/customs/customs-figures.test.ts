import { describe, expect, it } from 'vitest';
import { kilograms, poundsAndOunces } from './customs-figures.ts';

describe('a weight on a customs document', () => {
  it.each([
    [40.5, '2 lb 8.5 oz', '1.148 kg'],
    [8.8, '8.8 oz', '0.249 kg'],
    [0.0176, '0.02 oz', '0.001 kg'],
    [0.0001, '0.01 oz', '0.001 kg'],
  ])('of %s oz is %s or %s', (ounces, pounds, metric) => {
    expect([poundsAndOunces(ounces), kilograms(ounces)]).toEqual([pounds, metric]);
  });
});
