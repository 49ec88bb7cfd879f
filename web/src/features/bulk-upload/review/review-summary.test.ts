import { BULK_COLUMNS } from '@lading/contract/bulk/columns.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { describe, expect, it } from 'vitest';
import { editPosition, GRID_COLUMNS, positionOf } from './grid-columns.ts';
import { fixesOf, setForAll } from './group-fixes.ts';
import { rejectedName, rejectedRows } from './rejected-rows.ts';
import { filterText, keeps, parseFilter, summarize } from './review-summary.ts';

const row = (number: number, change: Partial<BulkRow> = {}): BulkRow => ({
  id: `csv_ship_${number}`,
  number,
  line: number + 1,
  cells: { receiver_city: 'Austin', receiver_state: 'TX', receiver_zipcode: '78701', receiver_country: 'US' },
  originalRowData: [],
  filled: [],
  status: 'pending',
  removed: false,
  isValid: true,
  error: null,
  problems: [],
  work: null,
  paid: false,
  selectedRateId: null,
  rate: null,
  rateCount: 0,
  transaction: null,
  duplicate: null,
  ...change,
});

const missingZip = {
  column: 'receiver_zipcode',
  kind: 'missing',
  message: 'Missing required field: receiver_zipcode',
} as const;
const pastDate = {
  column: 'shipping_date',
  kind: 'date_past',
  message: 'Shipping date cannot be in the past: 2020-01-01',
  fix: { text: 'Use today', cells: { shipping_date: '2026-11-15' } },
} as const;
const invalid = (number: number, ...problems: BulkRow['problems']) =>
  row(number, { status: 'invalid', isValid: false, problems });

const ROWS = [
  row(1),
  row(2, { work: 'addresses' }),
  invalid(3, missingZip),
  invalid(4, missingZip, pastDate),
  row(5, { removed: true, status: 'invalid', problems: [missingZip] }),
  row(6, { status: 'rate_selected', duplicate: { number: 1, fileName: null, date: null } }),
  row(7, { status: 'label_generated', paid: true }),
];

describe('the review of a batch', () => {
  it('counts rows by state', () => {
    expect(summarize(ROWS)).toMatchObject({
      total: 7,
      counts: { ready: 2, checking: 1, fixing: 2, removed: 1, done: 1 },
      unpriced: 1,
      duplicates: [6],
    });
  });

  it('groups equal problems of active rows', () => {
    expect(summarize(ROWS).groups.map(({ key, numbers }) => [key, numbers])).toEqual([
      ['missing:receiver_zipcode', [3, 4]],
      ['date_past:shipping_date', [4]],
    ]);
  });

  it.each([
    ['all', [1, 2, 3, 4, 5, 6, 7]],
    ['fixing', [3, 4]],
    ['ready', [1, 2, 6, 7]],
    ['duplicates', [6]],
    ['date_past:shipping_date', [4]],
    ['nonsense', [1, 2, 3, 4, 5, 6, 7]],
  ])('shows the rows for the filter %s', (text, numbers) => {
    expect(ROWS.filter(keeps(parseFilter(text))).map(({ number }) => number)).toEqual(numbers);
  });

  it('round-trips a filter through the URL', () => {
    for (const text of ['all', 'fixing', 'ready', 'duplicates', 'missing:receiver_zipcode'])
      expect(filterText(parseFilter(text))).toBe(text);
  });

  it('applies the suggested fix of each row, or one value to all', () => {
    const [zips, dates] = summarize(ROWS).groups;
    if (!zips || !dates) throw new Error('two groups');
    const find = (number: number) => ROWS[number - 1];
    expect(fixesOf(dates, find)).toEqual([{ number: 4, cells: { shipping_date: '2026-11-15' } }]);
    expect(fixesOf(zips, find)).toEqual([]);
    expect(setForAll(zips, '78701')).toEqual([
      { number: 3, cells: { receiver_zipcode: '78701' } },
      { number: 4, cells: { receiver_zipcode: '78701' } },
    ]);
  });

  it('edits the part with the problem in a combined cell', () => {
    const destination = GRID_COLUMNS.findIndex(({ key }) => key === 'destination');
    expect(editPosition(invalid(3, missingZip), destination)).toBe(positionOf('receiver_zipcode'));
    expect(editPosition(row(1), destination)).toBe(positionOf('receiver_address'));
    expect(editPosition(row(1), 0)).toBeNull();
  });

  it('has a cell for every file column', () => {
    expect(GRID_COLUMNS.flatMap(({ column }) => column ?? [])).toHaveLength(BULK_COLUMNS.length);
    expect(new Set(GRID_COLUMNS.map(({ key }) => key)).size).toBe(GRID_COLUMNS.length);
  });
});

describe('the file of rejected rows', () => {
  it('has the original columns and the problems', () => {
    const rows = [
      { ...invalid(4, missingZip, pastDate), originalRowData: ['Dana, "D"', '', '2020-01-01', 'extra'] },
      { ...invalid(9, missingZip), originalRowData: ['Sam'] },
    ];
    expect(rejectedRows({ columns: ['name', 'zip', 'date'] }, rows)).toBe(
      [
        'name,zip,date,error',
        '"Dana, ""D""",,2020-01-01,Missing required field: receiver_zipcode; Shipping date cannot be in the past: 2020-01-01',
        'Sam,,,Missing required field: receiver_zipcode',
        '',
      ].join('\r\n'),
    );
  });

  it('escapes formulas but not numbers', () => {
    const cells = ['=HYPERLINK("x")', '+cmd', '-2.5', '@SUM(A1)', '+15125550143', '\t=1', '="02139"'];
    const [, line] = rejectedRows({ columns: cells }, [
      { ...invalid(1), error: null, originalRowData: cells },
    ]).split('\r\n');
    expect(line).toBe(`"'=HYPERLINK(""x"")",'+cmd,-2.5,'@SUM(A1),+15125550143,'\t=1,"'=""02139""",`);
  });

  it('is named after the file', () => {
    expect(rejectedName('orders.nov.csv')).toBe('orders.nov-rejected.csv');
  });
});
