import { addDays } from '@lading/contract/calendar-date.ts';
import { type DateRange, daysIn } from '@lading/contract/date-range.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenRange } from './chosen-range.ts';
import { change, growth } from './compare.ts';
import { monthsIn, splitByMonths } from './months.ts';

const range = (startDate: string, endDate: string): DateRange => ({ startDate, endDate });

describe('splitByMonths', () => {
  it.each([
    [range('2026-03-01', '2026-03-31'), range('2026-03-01', '2026-03-01'), []],
    [range('2026-03-02', '2026-03-31'), null, [range('2026-03-02', '2026-03-31')]],
    [range('2026-03-01', '2026-03-30'), null, [range('2026-03-01', '2026-03-30')]],
    [
      range('2023-12-15', '2024-03-01'),
      range('2024-01-01', '2024-02-01'),
      [range('2023-12-15', '2023-12-31'), range('2024-03-01', '2024-03-01')],
    ],
    [
      range('2024-02-28', '2024-03-01'),
      null,
      [range('2024-02-28', '2024-02-29'), range('2024-03-01', '2024-03-01')],
    ],
    [range('2024-02-01', '2024-02-29'), range('2024-02-01', '2024-02-01'), []],
    [range('2023-02-01', '2023-02-28'), range('2023-02-01', '2023-02-01'), []],
    [range('9999-12-02', '9999-12-31'), null, [range('9999-12-02', '9999-12-31')]],
    [range('1970-01-01', '9999-12-31'), range('1970-01-01', '9999-12-01'), []],
  ])('%o', (whole, months, days) => {
    expect(splitByMonths(whole)).toEqual({ months, days });
  });

  it('covers every day once', () => {
    const day = fc.integer({ min: 0, max: 2_000 }).map((offset) => addDays('2023-01-01', offset));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (startDate, length) => {
        const whole = range(startDate, addDays(startDate, length));
        const { months, days } = splitByMonths(whole);
        const inMonths = months
          ? monthsIn(months).flatMap((month) =>
              Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)).filter((date) =>
                date.startsWith(month),
              ),
            )
          : [];
        const covered = [
          ...inMonths,
          ...days.flatMap((edge) =>
            Array.from({ length: daysIn(edge) }, (_, index) => addDays(edge.startDate, index)),
          ),
        ];
        expect(covered.sort()).toEqual(
          Array.from({ length: length + 1 }, (_, index) => addDays(startDate, index)),
        );
      }),
    );
  });

  it('lists every month that it touches', () => {
    expect(monthsIn(range('2025-11-30', '2026-02-01'))).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsIn(range('2026-02-10', '2026-02-10'))).toEqual(['2026-02']);
  });
});

describe('the requested range', () => {
  const today = '2026-11-15';

  it('is a single day for today and yesterday', () => {
    expect(chosenRange({ period: 'today' }, today)).toEqual({ period: 'today', ...range(today, today) });
    expect(chosenRange({ period: 'yesterday' }, today)).toEqual({
      period: 'yesterday',
      ...range('2026-11-14', '2026-11-14'),
    });
  });

  it('is a period that ends today', () => {
    expect(chosenRange({ period: '7d' }, today)).toEqual({ period: '7d', ...range('2026-11-09', today) });
  });

  it('is the given dates instead of the period', () => {
    const named = range('2026-01-01', '2026-01-31');
    expect(chosenRange({ period: '7d', ...named }, today)).toEqual({ period: 'custom', ...named });
  });

  it('ends today if only a start is given, and covers thirty days if only an end is given', () => {
    expect(chosenRange({ period: '30d', startDate: '2026-11-01' }, today)).toMatchObject(
      range('2026-11-01', today),
    );
    expect(chosenRange({ period: '30d', startDate: '2026-12-01' }, today)).toMatchObject(
      range('2026-12-01', '2026-12-01'),
    );
    expect(chosenRange({ period: '30d', endDate: '2026-03-30' }, today)).toMatchObject(
      range('2026-03-01', '2026-03-30'),
    );
  });

  it('is at most ten years (RX10)', () => {
    expect(() => chosenRange({ period: '30d', startDate: '2016-11-15' }, today)).not.toThrow();
    expect(() => chosenRange({ period: '30d', startDate: '2015-11-15' }, today)).toThrow(
      'Please choose a range of at most ten years.',
    );
  });
});

describe('comparisons', () => {
  it('have one decimal, and are null when there was nothing before', () => {
    expect(change(110, 100)).toBe(10);
    expect(change(2, 3)).toBe(-33.3);
    expect(change(5, 0)).toBeNull();
    expect(change(0, 0)).toBeNull();
    expect(change(0, 7)).toBe(-100);
    expect([change(100, -100), change(-300, -100)]).toEqual([200, -200]);
  });

  it('include the direction', () => {
    expect(growth(3, 2)).toEqual({ growthTrend: 'up', growthPercentage: 50, isNew: false });
    expect(growth(2, 3)).toEqual({ growthTrend: 'down', growthPercentage: 33.3, isNew: false });
    expect(growth(4, 4)).toEqual({ growthTrend: 'up', growthPercentage: 0, isNew: false });
    expect(growth(4, 0)).toEqual({ growthTrend: 'up', growthPercentage: 100, isNew: true });
  });
});
