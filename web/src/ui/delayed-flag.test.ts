import { expect, test } from 'vitest';
import { flipDelay } from './delayed-flag.ts';

test('a flag turns on after 200 ms', () => {
  expect(flipDelay(true, false, 0, 5000)).toBe(200);
});

test('a flag stays on for at least 400 ms', () => {
  expect(flipDelay(false, true, 1000, 1100)).toBe(300);
  expect(flipDelay(false, true, 1000, 1400)).toBe(0);
  expect(flipDelay(false, true, 1000, 9000)).toBe(0);
});

test('a flag that already has its value schedules nothing', () => {
  expect(flipDelay(true, true, 0, 100)).toBeNull();
  expect(flipDelay(false, false, 0, 100)).toBeNull();
});
