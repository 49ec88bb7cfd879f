import { describe, expect, it } from 'vitest';
import { checkBulkRow } from './check-row.ts';
import { readDate } from './read-date.ts';
import { templateRows } from './template.ts';

describe('a date', () => {
  it.each<[string, string]>([
    ['2026-11-20', '2026-11-20'],
    ['2026-1-5', '2026-01-05'],
    ['11/20/2026', '2026-11-20'],
    ['3/4/2026', '2026-03-04'],
    ['03/04/2026', '2026-03-04'],
    ['1/5/26', '2026-01-05'],
    ['12/31/26', '2026-12-31'],
    ['20.11.2026', '2026-11-20'],
    ['3.4.2026', '2026-04-03'],
    ['2026/11/20', '2026-11-20'],
    ['2026-11-20 14:30', '2026-11-20'],
    ['2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['2026-11-20T00:30:00+09:00', '2026-11-20'],
    ['2026-11-20 00:00:00 UTC', '2026-11-20'],
    ['11/20/2026 2:30 PM', '2026-11-20'],
    ['45987', '2025-11-26'],
    ['46346.75', '2026-11-20'],
    ['36526', '2000-01-01'],
    ['20-Nov-26', '2026-11-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['20 November 2026', '2026-11-20'],
    ['Sept 3, 2026', '2026-09-03'],
    ['2028-02-29', '2028-02-29'],
  ])('%j is %s', (text, date) => {
    expect(readDate(text)).toEqual({ date });
  });

  it.each<[string, string | null]>([
    ['13/25/2026', null],
    ['2026-02-30', null],
    ['2026-02-29', null],
    ['31.04.2026', null],
    ['20-Nov', null],
    ['2026', null],
    ['20261120', null],
    ['99999', null],
    ['12', null],
    ['tomorrow', null],
    ['Foo 20, 2026', null],
    ['٢٠٢٦-١١-٢٠', null],
    ['2026-11-20 25', null],
    ['1'.repeat(1000), null],
    ['25/12/2026', '2026-12-25'],
    ['11-20-2026', '2026-11-20'],
    ['20-11-2026', '2026-11-20'],
  ])('%j is ambiguous; the guess is %j', (text, guess) => {
    expect(readDate(text)).toEqual({ guess });
  });
});

describe('the shipping date of a row (CS12)', () => {
  const [sound = {}] = templateRows('2026-11-16');
  const check = (shipping_date: string, today = '2026-11-16') =>
    checkBulkRow({ ...sound, shipping_date }, { today, decimalComma: false });

  it('may be today or later', () => {
    expect(check('2026-11-16').problems).toEqual([]);
    expect(check('12/31/2099').shipment?.shippingDate).toBe('2099-12-31');
  });

  it.each(['2026-11-15', '11/15/2026', '45987'])('%s is in the past, and today is suggested', (written) => {
    expect(check(written)).toMatchObject({
      repairs: [],
      problems: [
        {
          column: 'shipping_date',
          kind: 'date_past',
          message: `Shipping date cannot be in the past: ${written}`,
          fix: { text: 'Use today', cells: { shipping_date: '2026-11-16' } },
        },
      ],
    });
  });

  it('is compared with today in the operator’s time zone', () => {
    expect(check('2026-11-16', '2026-11-17').problems).toHaveLength(1);
    expect(check('2026-11-16', '2026-11-15').problems).toEqual([]);
  });

  it('is quoted and shortened if it cannot be read', () => {
    expect(check('13/25/2026').problems).toEqual([
      { column: 'shipping_date', kind: 'date_format', message: 'Invalid shipping date format: 13/25/2026' },
    ]);
    expect(check('x'.repeat(900)).problems[0]?.message).toHaveLength(91);
    expect(check('25/12/2026').problems[0]?.fix).toEqual({
      text: 'Use 2026-12-25',
      cells: { shipping_date: '2026-12-25' },
    });
  });
});
