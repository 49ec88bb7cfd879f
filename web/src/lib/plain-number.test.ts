import { describe, expect, it } from 'vitest';
import { typedNumber } from './plain-number.ts';

describe('a typed number', () => {
  it.each([
    ['50', 50],
    ['8.41', 8.41],
    [' $8.4 ', 8.4],
    ['.50', 0.5],
    ['7.', 7],
    ['5,000', 5000],
    ['1,234.56', 1234.56],
    ['$ 12,345,678.9', 12_345_678.9],
    ['50 $', 50],
    ['-5', -5],
    ['- $1,250', -1250],
    ['+5', 5],
  ])('%j is %d', (text, value) => {
    expect(typedNumber(text)).toBe(value);
  });

  it.each(['50,00', '8,41', '1,5', '0,500', ',500', '1,2345', '1234,567', '1,234,56', '1.5,000', '50 00'])(
    '%j is refused, because its separator does not separate thousands',
    (text) => {
      expect(typedNumber(text)).toBeNaN();
    },
  );

  it.each(['', ' ', '.', '$', '-', 'eight', '1e3', '0x10', 'Infinity', '8.41.1'])(
    '%j is refused, because it is not a number',
    (text) => {
      expect(typedNumber(text)).toBeNaN();
    },
  );
});
