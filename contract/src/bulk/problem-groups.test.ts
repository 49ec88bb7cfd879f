import { describe, expect, it } from 'vitest';
import { checkBulkRow } from './check-row.ts';
import { columnName } from './column-names.ts';
import { BULK_COLUMNS } from './columns.ts';
import { problemGroups } from './problem-groups.ts';
import { templateRows } from './template.ts';

const context = { today: '2026-11-16', decimalComma: false };
const [sound = {}] = templateRows(context.today);
const row = (number: number, cells: typeof sound) => ({
  number,
  problems: checkBulkRow({ ...sound, ...cells }, context).problems,
});

describe('problem groups', () => {
  it('combine rows with the same kind of problem in the same column, largest group first', () => {
    const groups = problemGroups([
      row(1, { receiver_zipcode: '', package_weight: 'x' }),
      row(2, {}),
      row(3, { receiver_zipcode: '' }),
      row(4, { sender_phone: '1', receiver_zipcode: '' }),
    ]);
    expect(groups).toEqual([
      {
        key: 'missing:receiver_zipcode',
        column: 'receiver_zipcode',
        kind: 'missing',
        label: 'Missing recipient ZIP',
        numbers: [1, 3, 4],
      },
      {
        key: 'number:package_weight',
        column: 'package_weight',
        kind: 'number',
        label: 'Invalid weight',
        numbers: [1],
      },
      {
        key: 'phone:sender_phone',
        column: 'sender_phone',
        kind: 'phone',
        label: 'Invalid sender phone',
        numbers: [4],
      },
    ]);
  });

  it('count a row once for two problems of one kind in one cell', () => {
    const problem = { column: 'sender_address', kind: 'address', message: 'one' } as const;
    expect(problemGroups([{ number: 5, problems: [problem, { ...problem, message: 'two' }] }])).toMatchObject(
      [{ label: 'Sender address not verified', numbers: [5] }],
    );
  });

  it('have a name for every column', () => {
    const names = BULK_COLUMNS.map(columnName);
    expect(new Set(names).size).toBe(BULK_COLUMNS.length);
    expect(names.filter((name) => name.includes('_') || name.includes('undefined'))).toEqual([]);
  });
});
