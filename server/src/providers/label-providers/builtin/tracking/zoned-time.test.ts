import { describe, expect, it } from 'vitest';
import { dayAfter, dayOf, instantAt } from './zoned-time.ts';

const iso = (day: string, minute: number, zone: string) =>
  new Date(instantAt(day, minute, zone)).toISOString();

describe('wall-clock time', () => {
  it('converts to UTC in every season', () => {
    expect(iso('2026-01-15', 600, 'UTC')).toBe('2026-01-15T10:00:00.000Z');
    expect(iso('2026-01-15', 600, 'America/New_York')).toBe('2026-01-15T15:00:00.000Z');
    expect(iso('2026-07-15', 600, 'America/New_York')).toBe('2026-07-15T14:00:00.000Z');
    expect(iso('2026-07-15', 600, 'Asia/Kolkata')).toBe('2026-07-15T04:30:00.000Z');
  });

  it('is right on the days of daylight-saving changes', () => {
    expect(iso('2026-03-08', 60, 'America/New_York')).toBe('2026-03-08T06:00:00.000Z');
    expect(iso('2026-03-08', 240, 'America/New_York')).toBe('2026-03-08T08:00:00.000Z');
    expect(iso('2026-11-01', 30, 'America/New_York')).toBe('2026-11-01T04:30:00.000Z');
    expect(iso('2026-11-01', 240, 'America/New_York')).toBe('2026-11-01T09:00:00.000Z');
  });

  it('finds the day of a UTC time and the following days', () => {
    expect(dayOf(Date.parse('2026-11-01T03:00:00Z'), 'America/New_York')).toBe('2026-10-31');
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
    expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01');
  });
});
