import { describe, expect, it } from 'vitest';
import { seekDay } from './page-by-day.ts';

const DAYS = [
  { day: '2026-11-16', count: 3 },
  { day: '2026-11-15', count: 0 },
  { day: '2026-11-14', count: 2 },
];

describe('seekDay', () => {
  it('finds the first day for the first row', () => {
    expect(seekDay(DAYS, 0)).toEqual({ day: '2026-11-16', offset: 0 });
  });

  it('stays within a day up to its last row', () => {
    expect(seekDay(DAYS, 2)).toEqual({ day: '2026-11-16', offset: 2 });
  });

  it('skips days without rows', () => {
    expect(seekDay(DAYS, 3)).toEqual({ day: '2026-11-14', offset: 0 });
    expect(seekDay([{ day: '2026-11-16', count: 0 }, ...DAYS], 0)).toEqual({ day: '2026-11-16', offset: 0 });
  });

  it('returns null past the last row', () => {
    expect(seekDay(DAYS, 4)).toEqual({ day: '2026-11-14', offset: 1 });
    expect(seekDay(DAYS, 5)).toBeNull();
    expect(seekDay([], 0)).toBeNull();
  });

  it('visits every row of the list once', () => {
    const places = Array.from({ length: 5 }, (_, offset) => seekDay(DAYS, offset));
    expect(new Set(places.map((place) => JSON.stringify(place)))).toHaveProperty('size', 5);
  });
});
