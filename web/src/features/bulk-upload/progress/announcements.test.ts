import { expect, it } from 'vitest';
import { shouldAnnounce } from './announcements.ts';

const said = { at: 0, done: 30 };

it('announces after ten rows, not before', () => {
  expect(shouldAnnounce(said, 39, 5000)).toBe(false);
  expect(shouldAnnounce(said, 40, 5000)).toBe(true);
});

it('announces a single row after ten seconds', () => {
  expect(shouldAnnounce(said, 31, 9999)).toBe(false);
  expect(shouldAnnounce(said, 31, 10_000)).toBe(true);
});

it('announces nothing without progress', () => {
  expect(shouldAnnounce(said, 30, 60_000)).toBe(false);
});

it('never announces faster than it can be read out', () => {
  expect(shouldAnnounce(said, 500, 3999)).toBe(false);
  expect(shouldAnnounce(said, 500, 4000)).toBe(true);
});
