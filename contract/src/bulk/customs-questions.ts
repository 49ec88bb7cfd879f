import { rowNeedsHs } from './check-customs.ts';
import type { BulkCells, ItemColumn } from './columns.ts';
import { keyOf } from './complete-items.ts';
import { type ItemCells, NO_ITEM, readItems } from './item-cells.ts';
import { itemProblems } from './item-form.ts';
import { type BulkProblem, isCustomsProblem } from './row.ts';

/** The columns that are the same for every piece of a product. */
const ASKED = ['item_description', 'item_weight', 'item_value', 'item_hs', 'item_origin'] as const;
export type AskedColumn = (typeof ASKED)[number];

/** Missing customs data for one SKU, or for one description if there is no SKU. */
export interface CustomsQuestion {
  key: string;
  /** Both as first written; both empty for rows without items. */
  sku: string;
  description: string;
  columns: AskedColumn[];
  /** Usable values of those columns that some rows have. */
  known: Partial<Record<AskedColumn, string>>;
  numbers: number[];
}

interface Row {
  readonly number: number;
  readonly cells: BulkCells;
  readonly problems: readonly BulkProblem[];
}

/** One question per SKU, whatever the number of rows; the most frequent first. */
export function customsQuestions(rows: Iterable<Row>, decimalComma: boolean): CustomsQuestion[] {
  const questions = new Map<string, CustomsQuestion>();
  const known = new Map<string, CustomsQuestion['known']>();
  for (const { number, cells, problems } of rows) {
    if (!problems.some(isCustomsProblem)) continue;
    const needsHs = rowNeedsHs(cells);
    const items = readItems(cells);
    for (const item of items.length > 0 ? items : [NO_ITEM]) {
      const wrong = itemProblems(item, { needsHs, decimalComma });
      noteKnown(known, item, wrong);
      const columns = ASKED.filter((column) => wrong[column] !== undefined);
      if (columns.length > 0) add(questions, item, columns, number);
    }
  }
  return [...questions.values()]
    .map((question) => ({ ...question, known: known.get(question.key) ?? {} }))
    .sort((a, b) => b.numbers.length - a.numbers.length);
}

function noteKnown(
  known: Map<string, CustomsQuestion['known']>,
  item: ItemCells,
  wrong: Partial<Record<ItemColumn, string>>,
): void {
  const key = keyOf(item);
  const values = known.get(key) ?? {};
  for (const column of ASKED)
    if (item[column] !== '' && wrong[column] === undefined) values[column] ??= item[column];
  known.set(key, values);
}

function add(
  questions: Map<string, CustomsQuestion>,
  item: ItemCells,
  columns: readonly AskedColumn[],
  number: number,
): void {
  const key = keyOf(item);
  const question = questions.get(key) ?? {
    key,
    sku: item.item_sku,
    description: item.item_description,
    columns: [],
    known: {},
    numbers: [],
  };
  question.columns = ASKED.filter((column) => columns.includes(column) || question.columns.includes(column));
  if (question.numbers.at(-1) !== number) question.numbers.push(number);
  questions.set(key, question);
}
