import { CUSTOMS } from '../customs/customs-messages.ts';
import { CustomsItemSchema } from '../customs/declaration.ts';
import { readCell } from './check-parcel.ts';
import type { ItemColumn } from './columns.ts';
import type { ItemCells } from './item-cells.ts';
import { plainDigits, readNumber } from './read-number.ts';
import { MASS } from './units.ts';

export const COLUMN_OF_FIELD = {
  description: 'item_description',
  quantity: 'item_quantity',
  unitWeight: 'item_weight',
  unitValue: 'item_value',
  hsCode: 'item_hs',
  origin: 'item_origin',
  sku: 'item_sku',
} as const satisfies Record<string, ItemColumn>;

const MAX_LENGTH = 40;
const CURRENCY = /usd|us\$|\$/gi;

/** `$12.50`, `12.50 USD`, `12,50` in files with decimal commas. */
export const readDollars = (text: string, decimalComma: boolean): string | null =>
  text.length > MAX_LENGTH ? null : readNumber(text.replaceAll(CURRENCY, '').trim(), decimalComma);

/** Ounces unless the cell has another unit. */
function readOunces(text: string, decimalComma: boolean): string | null {
  const reading = readCell(MASS, text, decimalComma);
  if (!reading) return null;
  const unit = reading.unit ?? 'oz';
  return unit === 'oz'
    ? reading.digits
    : plainDigits((Number(reading.digits) * MASS.inOwn[unit]) / MASS.inOwn.oz);
}

/** The item as the customs form takes it. Text that is not a number stays as it is, for its error. */
export function itemForm(item: ItemCells, decimalComma: boolean) {
  const quantity = readNumber(item.item_quantity, decimalComma);
  return {
    description: item.item_description,
    // Shops leave it out if there is one piece.
    quantity: item.item_quantity === '' ? '1' : (quantity ?? '?'),
    unitWeight: readOunces(item.item_weight, decimalComma) ?? '',
    unitValue: readDollars(item.item_value, decimalComma) ?? '',
    hsCode: item.item_hs,
    origin: item.item_origin,
    sku: item.item_sku,
  };
}

type ItemProblems = Partial<Record<ItemColumn, string>>;

/** Missing or invalid values of an item, by column. */
export function itemProblems(
  item: ItemCells,
  { needsHs, decimalComma }: { needsHs: boolean; decimalComma: boolean },
): ItemProblems {
  const problems: ItemProblems = {};
  const parsed = CustomsItemSchema.safeParse(itemForm(item, decimalComma));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = COLUMN_OF_FIELD[path[0] as keyof typeof COLUMN_OF_FIELD];
    problems[column] ??= message;
  }
  if (needsHs && item.item_hs === '') problems.item_hs = CUSTOMS.hsRequired;
  return problems;
}
