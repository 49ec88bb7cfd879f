import { describe, expect, it } from 'vitest';
import { type AnalyticsRange, analyticsRange, dashboardRange, daysIn, rangeBefore } from './date-range.ts';

describe('analytics ranges', () => {
  it.each<[AnalyticsRange, string, string]>([
    ['7d', '2026-11-15', '2026-11-09'],
    ['7d', '2026-03-03', '2026-02-25'],
    ['30d', '2026-11-15', '2026-10-16'],
    ['30d', '2024-03-30', '2024-02-29'],
    ['3m', '2026-11-15', '2026-08-15'],
    ['3m', '2026-05-31', '2026-02-28'],
    ['3m', '2024-05-31', '2024-02-29'],
    ['3m', '2026-01-31', '2025-10-31'],
    ['1y', '2026-11-15', '2025-11-15'],
    ['1y', '2024-02-29', '2023-02-28'],
  ])('%s back from %s starts on %s', (range, today, startDate) => {
    expect(analyticsRange(range, today)).toEqual({ startDate, endDate: today });
  });
});

describe('dashboard periods', () => {
  it('include today', () => {
    const week = dashboardRange('7d', '2026-03-02');
    expect(week).toEqual({ startDate: '2026-02-24', endDate: '2026-03-02' });
    expect(daysIn(week)).toBe(7);
    expect(daysIn(dashboardRange('365d', '2024-12-31'))).toBe(365);
  });

  it('are compared with the preceding period of equal length', () => {
    expect(rangeBefore(dashboardRange('30d', '2026-03-30'))).toEqual({
      startDate: '2026-01-30',
      endDate: '2026-02-28',
    });
  });
});
