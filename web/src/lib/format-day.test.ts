import { expect, it } from 'vitest';
import { formatDay, formatFullDay, formatWeekday } from './format-day.ts';

it('formats a day independently of time zones, and an invalid day as an empty string', () => {
  expect(formatDay('2026-11-20')).toBe('Nov 20');
  expect(formatWeekday('2026-11-20')).toBe('Fri, Nov 20');
  expect(formatFullDay('2026-11-20')).toBe('Nov 20, 2026');
  expect(formatDay('2026-02-30')).toBe('');
});
