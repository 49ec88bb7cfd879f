import { describe, expect, it } from 'vitest';
import { checkBulkRow } from './check-row.ts';
import { BULK_COLUMNS, TEMPLATE_COLUMNS } from './columns.ts';
import {
  bulkTemplate,
  INTERNATIONAL_COLUMNS,
  internationalRows,
  internationalTemplate,
  templateRows,
} from './template.ts';

describe('the template', () => {
  it.each(['2026-11-16', '2028-02-29', '2099-12-31'])(
    'is valid on %s and has an example of each type',
    (today) => {
      const checked = templateRows(today).map((row) => checkBulkRow(row, { today, decimalComma: false }));
      expect(checked.map(({ problems, repairs }) => [problems, repairs])).toEqual([
        [[], []],
        [[], []],
      ]);
      expect(checked.map(({ shipment }) => shipment?.package.type)).toEqual(['package', 'envelope']);
    },
  );

  it('has the columns of the specification and needs no quotes', () => {
    const lines = bulkTemplate('2026-11-16').split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(TEMPLATE_COLUMNS.join(','));
    expect(lines[3]).toBe('');
    const cells = templateRows('2026-11-16').flatMap((row) =>
      BULK_COLUMNS.map((column) => row[column] ?? ''),
    );
    expect(cells.filter((cell) => /[",\r\n]/.test(cell))).toEqual([]);
    for (const line of lines.slice(0, 3)) expect(line.split(',')).toHaveLength(27);
  });

  it('has an international version with all columns and no quotes', () => {
    const lines = internationalTemplate('2026-11-16').split('\r\n');
    expect(lines[0]).toBe(INTERNATIONAL_COLUMNS.join(','));
    expect(new Set(INTERNATIONAL_COLUMNS)).toEqual(new Set(BULK_COLUMNS));
    for (const line of lines.slice(0, -1)) expect(line.split(',')).toHaveLength(INTERNATIONAL_COLUMNS.length);
    expect(lines.join()).not.toContain('"');
    const [first = {}, , third = {}] = internationalRows('2026-11-16');
    for (const row of [first, third])
      expect(checkBulkRow(row, { today: '2026-11-16', decimalComma: false }).problems).toEqual([]);
  });
});
