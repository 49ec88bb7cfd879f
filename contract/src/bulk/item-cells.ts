import { MAX_ITEMS } from '../customs/declaration.ts';
import { type BulkCells, ITEM_COLUMNS, type ItemColumn } from './columns.ts';

/** One item, as written in the file. */
export type ItemCells = Record<ItemColumn, string>;

/** Separates the items of a shipment within a cell: `Mug | Plate`. */
const SEPARATOR = '|';

export const NO_ITEM: ItemCells = {
  item_description: '',
  item_quantity: '',
  item_weight: '',
  item_value: '',
  item_hs: '',
  item_origin: '',
  item_sku: '',
};

export const isEmptyItem = (item: ItemCells) => ITEM_COLUMNS.every((column) => item[column] === '');

/** The items of a row. A single origin counts for all of them. */
export function readItems(cells: BulkCells): ItemCells[] {
  const lists = ITEM_COLUMNS.map((column) => {
    const text = cells[column]?.trim() ?? '';
    return text === '' ? [] : text.split(SEPARATOR).map((part) => part.trim());
  });
  const count = Math.max(...lists.map(({ length }) => length));
  const items = Array.from({ length: count }, (_, index) => {
    const item = { ...NO_ITEM };
    for (const [place, column] of ITEM_COLUMNS.entries()) item[column] = lists[place]?.[index] ?? '';
    const origins = lists[ITEM_COLUMNS.indexOf('item_origin')];
    if (origins?.length === 1) item.item_origin = origins[0] ?? '';
    return item;
  });
  return items.filter((item) => !isEmptyItem(item));
}

/** The longest that a declaration takes. */
const MAX_LENGTH = 100;

/** A separator inside a value would split it in two. */
const written = (text: string) =>
  text.replaceAll(SEPARATOR, '/').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH).toWellFormed().trim();

/** One more than a declaration can have, so that the row is refused instead of shipped without some of them. */
const MAX_WRITTEN = MAX_ITEMS + 1;

/** The cells of a row with these items. Every list has one value per item, so that they stay aligned. */
export function writeItems(given: readonly ItemCells[]): ItemCells {
  const items = given.filter((item) => !isEmptyItem(item)).slice(0, MAX_WRITTEN);
  const cells = { ...NO_ITEM };
  for (const column of ITEM_COLUMNS) {
    const values = items.map((item) => written(item[column]));
    cells[column] = values.every((value) => value === '') ? '' : values.join(` ${SEPARATOR} `);
  }
  return cells;
}
