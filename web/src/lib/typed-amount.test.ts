import { expect, it } from 'vitest';
import { typedCents } from './typed-amount.ts';

it.each([
  ['50', 5_000],
  ['$1,250.00', 125_000],
  [' 0.5 ', 50],
  ['8.41', 841],
  ['5,000', 500_000],
  ['1,234.56', 123_456],
  ['50,00', null],
  ['8,41', null],
  ['1,5', null],
  ['50 00', null],
  ['', null],
  ['1.234', null],
  ['-5', null],
  ['five', null],
])('reads %j as %s cents', (text, cents) => {
  expect(typedCents(text)).toBe(cents);
});
