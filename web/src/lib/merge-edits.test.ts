import { expect, it } from 'vitest';
import { CHANGED_MEANWHILE, mergeEdits } from './merge-edits.ts';

const loaded = { rate: 825, lines: ['400 Pier Ave'] };

it('sends what was edited, and the newest values of everything else', () => {
  const newest = { rate: 900, lines: ['400 Pier Ave'] };
  expect(mergeEdits(loaded, { ...loaded, lines: ['1 Dock St'] }, newest)).toEqual({
    rate: 900,
    lines: ['1 Dock St'],
  });
  expect(mergeEdits(loaded, { rate: 825, lines: ['400 Pier Ave'] }, newest)).toEqual(newest);
});

it('refuses to replace a value that someone else changed, unless both chose the same', () => {
  expect(() => mergeEdits(loaded, { ...loaded, rate: 850 }, { ...loaded, rate: 900 })).toThrow(
    CHANGED_MEANWHILE,
  );
  expect(mergeEdits(loaded, { ...loaded, rate: 900 }, { ...loaded, rate: 900 })).toEqual({
    ...loaded,
    rate: 900,
  });
});

it('sends only the fields of the form', () => {
  expect(mergeEdits<{ rate: number }>(loaded, { rate: 850 }, loaded)).toEqual({ rate: 850 });
});
