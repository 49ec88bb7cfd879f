import { describe, expect, it } from 'vitest';
import { formatMonth, formatPeriod, monthBefore, monthsBetween } from './months.ts';

describe('months', () => {
  it('are written with their name', () => {
    expect(formatMonth('2026-10')).toBe('October 2026');
    expect(formatMonth('2026-13')).toBe('2026-13');
  });

  it('follow each other across a year', () => {
    expect(monthBefore('2026-01')).toBe('2025-12');
    expect(monthsBetween('2025-11', '2026-02', 24)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
    expect(monthsBetween('2025-11', '2026-02', 2)).toEqual(['2026-02', '2026-01']);
    expect(monthsBetween('2026-03', '2026-02', 24)).toEqual([]);
  });
});

describe('a period', () => {
  it.each([
    ['2026-10-01', '2026-10-31', 'October 2026'],
    ['2028-02-01', '2028-02-29', 'February 2028'],
    ['2026-10-01', '2026-10-30', 'Oct 1, 2026 – Oct 30, 2026'],
    ['2026-10-01', '2026-11-30', 'Oct 1, 2026 – Nov 30, 2026'],
  ])('from %s to %s is written as "%s"', (start, end, text) => {
    expect(formatPeriod(start, end)).toBe(text);
  });
});
