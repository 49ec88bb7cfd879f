import { expect, it } from 'vitest';
import { decimalCents } from './decimal-cents.ts';

it.each([
  ['51.30', 5130],
  ['9.3', 930],
  ['18', 1800],
  ['.5', 50],
  ['7.', 700],
  ['1.005', 101],
  ['1.004999', 100],
  ['0.29', 29],
  ['-3.50', -350],
  ['-0.00', 0],
  [' 4.00 ', 400],
  ['99999999999.99', 9_999_999_999_999],
])('%s is %i cents', (text, cents) => {
  expect(decimalCents(text)).toBe(cents);
});

it.each(['', '.', '-', '1,50', '1e3', 'NaN', '$4.00', '0x10', '123456789012.00', '1.2.3'])(
  '"%s" is not an amount',
  (text) => {
    expect(decimalCents(text)).toBeNull();
  },
);

it('does not take long for a text that only looks like an amount', () => {
  expect(decimalCents(`${' '.repeat(1_000_000)}x`)).toBeNull();
});
