import { describe, expect, it, vi } from 'vitest';
import { addDays, dateIn, isCalendarDate } from './calendar-date.ts';

describe('the date in a time zone', () => {
  const moment = new Date('2026-11-16T04:30:00Z');

  it.each([
    ['UTC', '2026-11-16'],
    ['America/New_York', '2026-11-15'],
    ['Pacific/Auckland', '2026-11-16'],
  ])('is correct in %s', (timeZone, date) => {
    expect(dateIn(timeZone, moment)).toBe(date);
  });

  it('does not depend on how the browser writes a date', () => {
    const prototype: { format: object } = Intl.DateTimeFormat.prototype;
    const format = vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/16/2026');
    expect(dateIn('UTC', moment)).toBe('2026-11-16');
    format.mockRestore();
  });
});

describe('a calendar date', () => {
  it('counts days across months and leap days', () => {
    expect(addDays('2026-10-31', 1)).toBe('2026-11-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it.each(['2026-02-30', '2026-13-01', '11/16/2026', ''])('is not %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});
