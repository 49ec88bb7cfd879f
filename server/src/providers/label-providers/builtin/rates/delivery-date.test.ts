import { describe, expect, it } from 'vitest';
import { deliveryDate, holidaysOf, parseDay } from './delivery-date.ts';

const arrival = (shipDate: string, days: number, saturday = false) =>
  deliveryDate(parseDay(shipDate) ?? Number.NaN, days, saturday);
const holidays = (year: number) => [...holidaysOf(year)].map((at) => new Date(at).toISOString().slice(5, 10));

describe('the delivery date', () => {
  it('counts working days from the ship date', () => {
    expect(arrival('2026-11-16', 5)).toBe('2026-11-23');
    expect(arrival('2026-11-16', 1)).toBe('2026-11-17');
  });

  it('counts Saturdays only for carriers that deliver on them, and never Sundays', () => {
    expect(arrival('2026-11-19', 2, true)).toBe('2026-11-21');
    expect(arrival('2026-11-19', 2, false)).toBe('2026-11-23');
    expect(arrival('2026-11-20', 2, true)).toBe('2026-11-23');
  });

  it('starts on the next working day when the ship date is not a working day', () => {
    expect(arrival('2026-11-21', 1, false)).toBe('2026-11-24');
    expect(arrival('2026-11-22', 1, true)).toBe('2026-11-24');
    expect(arrival('2026-12-25', 1, true)).toBe('2026-12-28');
  });

  it('skips Thanksgiving and New Year’s Day', () => {
    expect(arrival('2026-11-25', 1)).toBe('2026-11-27');
    expect(arrival('2026-12-31', 1)).toBe('2027-01-04');
  });
});

describe('federal holidays', () => {
  it('follow their rules in any year', () => {
    expect(holidays(2026)).toEqual(
      '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'.split(' '),
    );
    expect(holidays(2024)).toEqual(
      '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'.split(' '),
    );
  });

  it('move from a Sunday to the following Monday', () => {
    expect(holidays(2023)[0]).toBe('01-02');
    expect(holidays(2027)[5]).toBe('07-05');
  });
});

describe('a ship date', () => {
  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    'tomorrow',
    '2026-11-16T00:00',
    '9999-12-31',
  ])('is rejected when it is %j', (text) => {
    expect(parseDay(text)).toBeNull();
  });
});
