import { expect, test } from 'vitest';
import { flipDelay } from './delayed-flag.ts';

test('a wanted flag waits 200 ms before it shows', () => {
  expect(flipDelay(true, false, 0, 5000)).toBe(200);
});

test('a shown flag stays for 400 ms in all', () => {
  expect(flipDelay(false, true, 1000, 1100)).toBe(300);
  expect(flipDelay(false, true, 1000, 1400)).toBe(0);
  expect(flipDelay(false, true, 1000, 9000)).toBe(0);
});

test('nothing is planned when the flag already has its value', () => {
  expect(flipDelay(true, true, 0, 100)).toBeNull();
  expect(flipDelay(false, false, 0, 100)).toBeNull();
});
