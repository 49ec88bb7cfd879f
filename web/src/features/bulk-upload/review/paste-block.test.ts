import { cpuGrowth, MAX_CPU_GROWTH } from '@lading/contract/cpu-growth.fixture.ts';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../batch/batch.fixture.ts';
import { columnCount, GRID_COLUMNS, positionOf } from './grid-columns.ts';
import { parseBlock, pasteBlock, pasteColumn } from './paste-block.ts';

describe('cells from the clipboard', () => {
  it.each([
    ['one value', 'Austin', [['Austin']]],
    ['a column with the line end of a spreadsheet', 'TX\r\nMA\r\n', [['TX'], ['MA']]],
    [
      'a block',
      'Austin\tTX\nBoston\tMA',
      [
        ['Austin', 'TX'],
        ['Boston', 'MA'],
      ],
    ],
    [
      'empty cells',
      '\tTX\n\t\n',
      [
        ['', 'TX'],
        ['', ''],
      ],
    ],
    ['an empty row between two', 'a\n\nb', [['a'], [''], ['b']]],
    ['quotes around line ends and tabs', '"Apt 1\nRear\t2"\tTX', [['Apt 1\nRear\t2', 'TX']]],
    ['doubled quotes', '"The ""Good"" Shop"\tx', [['The "Good" Shop', 'x']]],
    ['a quote inside a value', '5" pipe\tx', [['5" pipe', 'x']]],
    ['a quote that is never closed', '"abc\tx', [['abc\tx']]],
    ['nothing', '', [['']]],
  ])('are parsed: %s', (_, text, rows) => {
    expect(parseBlock(text)).toEqual(rows);
  });

  it('are parsed in linear time', () => {
    for (const text of ['"a\t'.repeat(50_000), '"'.repeat(50_000)])
      expect(cpuGrowth((part) => parseBlock(part), text)).toBeLessThan(MAX_CPU_GROWTH);
  });
});

describe('pasting a block', () => {
  const city = positionOf('receiver_city');

  it('fills a range to the right and down', () => {
    const { edits, left } = pasteBlock(parseBlock('Austin\tTX\t78701\nBoston\tMA\t02108'), [4, 7, 9], {
      index: 1,
      column: city,
    });
    expect(edits).toEqual([
      { number: 7, cells: { receiver_city: 'Austin', receiver_state: 'TX', receiver_zipcode: '78701' } },
      { number: 9, cells: { receiver_city: 'Boston', receiver_state: 'MA', receiver_zipcode: '02108' } },
    ]);
    expect(left).toBe(0);
  });

  it('skips combined cells', () => {
    const recipient = positionOf('receiver_fullname');
    expect(GRID_COLUMNS[recipient + 1]?.column).toBeNull();
    expect(pasteBlock([['Dana', '2']], [1], { index: 0, column: recipient }).edits).toEqual([
      { number: 1, cells: { receiver_fullname: 'Dana', package_weight: '2' } },
    ]);
  });

  it('starts at its own cell, or for one value at the part of a combined cell that typing edits', () => {
    const at = (key: string) => GRID_COLUMNS.findIndex((column) => column.key === key);
    const missing = { column: 'receiver_city', kind: 'missing', message: '' } as const;
    const [row, faulty] = [rowOf(1), rowOf(1, { problems: [missing] })];
    const block = [['Austin', 'TX']];
    expect(pasteColumn(block, row, city)).toBe(city);
    expect(pasteColumn([['1 Elm St']], row, at('destination'))).toBe(positionOf('receiver_address'));
    expect(pasteColumn([['Austin']], faulty, at('destination'))).toBe(city);
    for (const larger of [block, [['12'], ['13']]])
      expect(pasteColumn(larger, row, at('dimensions'))).toBeNull();
    expect(pasteColumn([['7']], row, at('row'))).toBeNull();
  });

  it('reports rows that did not fit and drops columns beyond the last', () => {
    const count = columnCount(false);
    const last = count - 1;
    expect(pasteBlock([['a', 'b'], ['c'], ['d']], [1, 2], { index: 1, column: last }, count)).toEqual({
      edits: [{ number: 2, cells: { sender_country: 'a' } }],
      left: 2,
    });
  });
});
