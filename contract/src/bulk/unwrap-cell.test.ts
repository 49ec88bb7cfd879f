import { describe, expect, it } from 'vitest';
import { checkBulkRow } from './check-row.ts';
import { BULK_COLUMNS, type BulkCells } from './columns.ts';
import { templateRows } from './template.ts';

const TODAY = '2026-11-16';
const [SOUND = {}] = templateRows(TODAY);
const check = (cells: BulkCells) =>
  checkBulkRow({ ...SOUND, ...cells }, { today: TODAY, decimalComma: false });

const EXTRAS: BulkCells = {
  signature: 'adult',
  insurance: '20',
  saturday_delivery: 'yes',
  batteries: 'alone',
};

describe('every column', () => {
  it('loses its formula wrapper and reports the repair; names keep their apostrophes', () => {
    for (const column of BULK_COLUMNS) {
      const value = SOUND[column] || EXTRAS[column] || 'A-1';
      const { values, problems, repairs } = check({ [column]: `="${value}"` });
      expect([column, values[column], problems]).toEqual([column, value, []]);
      expect(repairs).toEqual([{ column, kind: 'spreadsheet', from: `="${value}"`, to: value }]);
    }
    expect(check({ receiver_fullname: "'t Hooft", receiver_address: "'5 Main" })).toMatchObject({
      repairs: [],
    });
  });
});
