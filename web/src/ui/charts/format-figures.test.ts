import { describe, expect, it } from 'vitest';
import { formatPercent, formatRange, formatShortMonth, shareOf } from './format-figures.ts';

describe('formatted figures', () => {
  it('show shared parts of a date range once', () => {
    expect(formatRange({ startDate: '2026-10-15', endDate: '2026-11-14' })).toBe('Oct 15 – Nov 14, 2026');
    expect(formatRange({ startDate: '2025-11-15', endDate: '2026-11-14' })).toBe(
      'Nov 15, 2025 – Nov 14, 2026',
    );
    expect(formatRange({ startDate: '2026-11-14', endDate: '2026-11-14' })).toBe('Nov 14, 2026');
  });

  it('name months', () => {
    expect(formatShortMonth('2026-01')).toBe('Jan 2026');
  });

  it('show percentages with at most one decimal, and zero for a share of zero', () => {
    expect([0, 12.25, 33.333, 100].map(formatPercent)).toEqual(['0%', '12.3%', '33.3%', '100%']);
    expect(shareOf(0, 0)).toBe(0);
    expect(shareOf(1, 8)).toBe(12.5);
  });
});
