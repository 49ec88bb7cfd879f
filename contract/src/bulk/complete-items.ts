import type { Product } from '../products.ts';
import { rowNeedsHs } from './check-customs.ts';
import { type BulkCells, ITEM_COLUMNS, type ItemColumn } from './columns.ts';
import { type ItemCells, NO_ITEM, readItems, writeItems } from './item-cells.ts';
import { itemProblems } from './item-form.ts';

/** Customs data of one piece. */
export type ItemValues = Pick<Product, 'description' | 'unitWeight' | 'unitValue' | 'hsCode' | 'origin'>;

/** Items with the same key get the same data: the SKU, or else the description. Empty if an item has neither. */
export function itemKey({ sku, description }: { sku: string; description: string }): string {
  if (sku !== '') return `sku:${sku.toLowerCase()}`;
  return description === '' ? '' : `item:${description.toLowerCase()}`;
}

export const keyOf = ({ item_sku: sku, item_description: description }: ItemCells): string =>
  itemKey({ sku, description });

const textOf = (value: number | null) => (value === null ? '' : String(value));

const cellsOf = (values: ItemValues): Partial<ItemCells> => ({
  item_description: values.description,
  item_weight: textOf(values.unitWeight),
  item_value: textOf(values.unitValue),
  item_hs: values.hsCode,
  item_origin: values.origin,
});

/**
 * Fills in missing or invalid values of a row's items; valid values stay. A row without items gets one if there are
 * values for the empty key. Returns the changed cells, or null if nothing changes.
 */
export function completeItems(
  cells: BulkCells,
  decimalComma: boolean,
  valuesOf: (key: string) => ItemValues | undefined,
): { cells: BulkCells; filled: ItemColumn[] } | null {
  const needsHs = rowNeedsHs(cells);
  const written = readItems(cells);
  const items = (written.length > 0 ? written : [NO_ITEM]).map((item) => {
    const values = valuesOf(keyOf(item));
    if (!values) return item;
    const problems = itemProblems(item, { needsHs, decimalComma });
    const completed = { ...item };
    for (const [column, value] of Object.entries(cellsOf(values)) as [ItemColumn, string][])
      if (value !== '' && (item[column] === '' || problems[column] !== undefined)) completed[column] = value;
    return completed;
  });
  const after = writeItems(items);
  const before = writeItems(written);
  const filled = ITEM_COLUMNS.filter((column) => after[column] !== before[column]);
  if (filled.length === 0) return null;
  return {
    cells: { ...cells, ...Object.fromEntries(filled.map((column) => [column, after[column]])) },
    filled,
  };
}
