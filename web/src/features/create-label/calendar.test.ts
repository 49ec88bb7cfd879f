import { expect, it } from 'vitest';
import { dateChoices, todayIn } from './calendar.ts';

it('today is the operator’s day', () => {
  const moment = new Date('2026-11-16T02:00:00Z');
  expect(todayIn('UTC', moment)).toBe('2026-11-16');
  expect(todayIn('America/Los_Angeles', moment)).toBe('2026-11-15');
});

it('the days to choose are today, tomorrow and the next Monday', () => {
  expect(dateChoices('2026-11-18').map(({ date }) => date)).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-23',
  ]);
});

it('on a Monday the next Monday is a week away', () => {
  expect(dateChoices('2026-11-16').at(-1)).toEqual({ label: 'Next Monday', date: '2026-11-23' });
});

it('on a Sunday tomorrow already is Monday, and stands there once', () => {
  expect(dateChoices('2026-11-15').map(({ label }) => label)).toEqual(['Today', 'Tomorrow']);
});
