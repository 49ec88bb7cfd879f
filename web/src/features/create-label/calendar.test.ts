import { expect, it } from 'vitest';
import { dateChoices, todayIn } from './calendar.ts';

it('uses the date in the operator’s time zone', () => {
  const now = new Date('2026-11-16T02:00:00Z');
  expect(todayIn('UTC', now)).toBe('2026-11-16');
  expect(todayIn('America/Los_Angeles', now)).toBe('2026-11-15');
});

it('offers today, tomorrow and the next Monday', () => {
  expect(dateChoices('2026-11-18').map(({ date }) => date)).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-23',
  ]);
});

it('offers the following Monday on a Monday', () => {
  expect(dateChoices('2026-11-16').at(-1)).toEqual({ label: 'Next Monday', date: '2026-11-23' });
});

it('does not list Monday twice on a Sunday', () => {
  expect(dateChoices('2026-11-15').map(({ label }) => label)).toEqual(['Today', 'Tomorrow']);
});
