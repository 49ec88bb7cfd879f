import { describe, expect, it } from 'vitest';
import { checkBulkRow } from './check-row.ts';
import type { BulkCells } from './columns.ts';
import { completeItems, type ItemValues } from './complete-items.ts';
import { customsQuestions } from './customs-questions.ts';
import { internationalRows, templateRows } from './template.ts';

const TODAY = '2026-11-16';
const [DOMESTIC = {}] = templateRows(TODAY);
const [, , BERLIN = {}] = internationalRows(TODAY);
const rowOf = (number: number, cells: BulkCells) => ({
  number,
  cells,
  problems: checkBulkRow(cells, { today: TODAY, decimalComma: false }).problems,
});
const questionsOf = (cells: readonly BulkCells[]) =>
  customsQuestions(
    cells.map((row, index) => rowOf(index + 1, row)),
    false,
  );

/** What a shop export has: no HS code, origin or weight. */
const ordered = (sku: string, cells: BulkCells = {}): BulkCells => ({
  ...BERLIN,
  insurance: '',
  item_sku: sku,
  item_hs: '',
  item_origin: '',
  item_weight: '',
  ...cells,
});
const CANDLE: ItemValues = {
  description: 'Soy wax candle in a jar',
  unitWeight: 9.5,
  unitValue: 99,
  hsCode: '340600',
  origin: 'US',
};

describe('the questions about customs data', () => {
  it('are one per SKU, not one per row', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ordered(`SKU-${index % 12}`));
    const questions = questionsOf(rows);
    expect(questions).toHaveLength(12);
    expect(questions.flatMap(({ numbers }) => numbers).toSorted((a, b) => a - b)).toEqual(
      rows.map((_, index) => index + 1),
    );
    expect(questions[0]?.columns).toEqual(['item_weight', 'item_hs', 'item_origin']);
  });

  it('are about the description of items without a SKU, and about rows without items once', () => {
    const nothing = { item_description: '', item_quantity: '', item_value: '' };
    const questions = questionsOf([
      ordered('', { item_description: 'Candle' }),
      ordered('', { item_description: 'CANDLE' }),
      ordered('', nothing),
      ordered('', nothing),
      ordered('a', { item_description: 'x | y', item_value: '1 | 2', item_sku: 'a | A' }),
    ]);
    expect(questions.map(({ key, numbers }) => [key, numbers])).toEqual([
      ['item:candle', [1, 2]],
      ['', [3, 4]],
      ['sku:a', [5]],
    ]);
    expect(questions[1]?.columns).toHaveLength(5);
  });

  it('suggest the values that other rows have, and leave domestic rows alone', () => {
    const questions = questionsOf([
      ordered('a', { item_hs: '3406.00' }),
      ordered('a', { item_hs: '99' }),
      { ...DOMESTIC, item_sku: 'b' },
    ]);
    expect(questions).toMatchObject([{ key: 'sku:a', known: { item_hs: '3406.00' }, numbers: [1, 2] }]);
  });
});

describe('completing items', () => {
  it('fills what is missing or wrong, and keeps what can be used', () => {
    const answer = completeItems(ordered('a', { item_hs: '1' }), false, (key) =>
      key === 'sku:a' ? CANDLE : undefined,
    );
    expect(answer?.filled).toEqual(['item_weight', 'item_hs', 'item_origin']);
    expect(answer?.cells).toMatchObject({
      item_description: 'Soy wax candle',
      item_value: '22.00',
      item_weight: '9.5',
      item_hs: '340600',
      item_origin: 'US',
    });
    expect(rowOf(1, answer?.cells ?? {}).problems).toEqual([]);
  });

  it('changes only the items that it is about', () => {
    const row = ordered('a', { item_sku: 'a | b', item_description: 'A | B', item_value: '1 | 2' });
    const answer = completeItems(row, false, (key) => (key === 'sku:b' ? CANDLE : undefined));
    expect(answer?.cells).toMatchObject({ item_hs: ' | 340600', item_weight: ' | 9.5', item_value: '1 | 2' });
    expect(completeItems(row, false, () => undefined)).toBeNull();
  });

  it('adds an item to a row without items', () => {
    const row = ordered('', { item_description: '', item_quantity: '', item_value: '' });
    const answer = completeItems(row, false, () => CANDLE);
    expect(rowOf(1, answer?.cells ?? {}).problems).toEqual([]);
  });
});
