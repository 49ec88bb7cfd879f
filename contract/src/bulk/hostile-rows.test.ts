import { describe, expect, it } from 'vitest';
import { cpuGrowth, MAX_CPU_GROWTH } from '../cpu-growth.fixture.ts';
import { checkBulkRow } from './check-row.ts';
import { BULK_COLUMNS, type BulkColumn } from './columns.ts';
import { templateRows } from './template.ts';

const context = { today: '2026-11-16', decimalComma: false };
const [sound = {}] = templateRows(context.today);
const problemsAt = (column: BulkColumn, value: string) =>
  checkBulkRow({ ...sound, [column]: value }, context).problems;

const INVISIBLE = 'Please remove invisible characters.';
const TOO_LONG = 'Please use at most 100 characters.';

describe('hostile text', () => {
  it.each<[string, string, string | undefined]>([
    ['Anna\u202eazil', INVISIBLE, 'Annaazil'],
    ['Zero\u200bwidth', INVISIBLE, 'Zerowidth'],
    ['Two\r\nlines', INVISIBLE, 'Two lines'],
    ['Nul\u0000', INVISIBLE, 'Nul'],
    ['Half\ud800', INVISIBLE, 'Half'],
    ['\u2066\u2069', INVISIBLE, undefined],
    ['n'.repeat(10_000), TOO_LONG, undefined],
    ['e\u0301'.repeat(5_000), TOO_LONG, undefined],
    [`a\u200b`.repeat(60), TOO_LONG, 'a'.repeat(60)],
  ])('in a name is rejected: %j', (value, why, visible) => {
    expect(problemsAt('receiver_fullname', value)).toEqual([
      {
        column: 'receiver_fullname',
        kind: 'text',
        message: `Recipient name: ${why}`,
        ...(visible && {
          fix: { text: 'Remove invisible characters', cells: { receiver_fullname: visible } },
        }),
      },
    ]);
  });

  it('that looks like a formula is plain text', () => {
    for (const value of ['=HYPERLINK("https://x.example")', '@SUM(A1)', '-2+3', '＝1+1'])
      expect(checkBulkRow({ ...sound, receiver_company: value }, context)).toMatchObject({
        problems: [],
        repairs: [],
        shipment: { receiver: { company: value } },
      });
  });

  it('in an order number is rejected', () => {
    expect(problemsAt('order_ref', 'A\u202eB')).toMatchObject([{ message: `Order number: ${INVISIBLE}` }]);
    expect(problemsAt('order_ref', 'A'.repeat(101))).toMatchObject([
      { message: `Order number: ${TOO_LONG}` },
    ]);
  });
});

describe('input designed to make patterns slow', () => {
  const LENGTH = 100_000;
  it.each<[string, string]>([
    ['dots behind an at sign', `a@${'a.'.repeat(LENGTH / 2)}`],
    ['digits and a letter', `${'1'.repeat(LENGTH)}x`],
    ['digits and commas', `${'1,'.repeat(LENGTH / 2)}x`],
    ['a number and blanks', `1${' '.repeat(LENGTH)}x`],
    ['blanks around a letter', `${' '.repeat(LENGTH)}x${' '.repeat(LENGTH)}`],
    ['a formula without an end', `="${'"'.repeat(LENGTH)}`],
    ['apostrophes', `${"'".repeat(LENGTH)}1`],
    ['zeros behind a point', `1234.${'0'.repeat(LENGTH)}x`],
    ['brackets', '('.repeat(LENGTH)],
    ['invisible characters', '\u200b'.repeat(LENGTH)],
    ['a date and a time', `2026-11-20 ${'1:'.repeat(LENGTH / 2)}`],
  ])('%s take time in proportion to their length in any column', (_name, value) => {
    for (const column of BULK_COLUMNS)
      expect(
        cpuGrowth((part) => problemsAt(column, part), value),
        column,
      ).toBeLessThan(MAX_CPU_GROWTH);
  });
});
