import { MAX_PRODUCT_NAME } from '@lading/contract/products.ts';
import type { TextRecord } from '@lading/contract/read-records.ts';
import type { FoundColumns, ProductColumn } from './product-columns.ts';

const OPTIONS = ['option1', 'option2', 'option3'] as const satisfies readonly ProductColumn[];

/**
 * Shopify names only the first variant of a product; the others have its handle and their options. Their names become those
 * that Shopify's orders have. Rows that only add an image are dropped.
 */
export function withVariantNames(columns: FoundColumns, rows: readonly TextRecord[]): readonly TextRecord[] {
  const { handle, name } = columns;
  if (!handle || !name) return rows;
  const titles = new Map<string, string>();
  return rows.flatMap((row) => {
    const cell = (column: ProductColumn) => row.cells[columns[column]?.index ?? -1]?.trim() ?? '';
    if (cell('handle') === '') return [row];
    if (cell('name') !== '') {
      titles.set(cell('handle'), cell('name'));
      return [row];
    }
    const options = OPTIONS.map(cell).filter(Boolean);
    if (cell('sku') === '' && options.length === 0) return [];
    const title = titles.get(cell('handle'));
    if (!title) return [row];
    const cells = [...row.cells];
    cells[name.index] = options.length === 0 ? title : variantName(title, options.join(' / '));
    return [{ ...row, cells }];
  });
}

/** Shortens the title rather than the options, which tell variants apart. */
function variantName(title: string, options: string): string {
  const room = Math.max(0, MAX_PRODUCT_NAME - options.length - ' - '.length);
  return `${title.slice(0, room).toWellFormed().trimEnd()} - ${options}`
    .slice(0, MAX_PRODUCT_NAME)
    .toWellFormed();
}
