import { expect, it } from 'vitest';
import { isTimeToSpeak } from './announcements.ts';

const said = { at: 0, done: 30 };

it('ten rows are worth a sentence, fewer are not yet', () => {
  expect(isTimeToSpeak(said, 39, 5000)).toBe(false);
  expect(isTimeToSpeak(said, 40, 5000)).toBe(true);
});

it('after ten seconds a single row is', () => {
  expect(isTimeToSpeak(said, 31, 9999)).toBe(false);
  expect(isTimeToSpeak(said, 31, 10_000)).toBe(true);
});

it('nothing new is never told', () => {
  expect(isTimeToSpeak(said, 30, 60_000)).toBe(false);
});

it('a quick run is not told faster than it can be heard', () => {
  expect(isTimeToSpeak(said, 500, 3999)).toBe(false);
  expect(isTimeToSpeak(said, 500, 4000)).toBe(true);
});
