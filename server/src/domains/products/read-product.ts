import { readNumber } from '@lading/contract/bulk/read-number.ts';
import { MASS, readUnit } from '@lading/contract/bulk/units.ts';
import { PRODUCTS, type ProductBody, ProductBodySchema } from '@lading/contract/products.ts';
import * as z from 'zod/mini';
import type { FoundColumns, ProductColumn } from './product-columns.ts';
import { withoutProtection } from './protected-cells.ts';

interface CellProblem {
  column: string;
  message: string;
}

type ReadProduct = { product: ProductBody; problems: [] } | { product: null; problems: CellProblem[] };

const OUNCES_PER_POUND = 16;
/** Longer cells hold no quantity, and the pattern would take minutes on some. */
const MAX_LENGTH = 60;
/** A number with an optional currency sign before and a unit after it: “$12.50”, “8 oz”. */
const QUANTITY = /^(?:USD|US\$|\$)?\s*([\d.,]+)\s*([a-z.]*)$/i;

/** Reads one row. Each problem names its column as the file writes it. */
export function readProduct(
  columns: FoundColumns,
  cells: readonly string[],
  decimalComma: boolean,
): ReadProduct {
  const cell = (column: ProductColumn) => {
    const index = columns[column]?.index;
    return index === undefined ? '' : withoutProtection((cells[index] ?? '').trim());
  };
  const problems: CellProblem[] = [];
  const report = (column: ProductColumn, message: string) => {
    problems.push({ column: columns[column]?.title ?? column, message });
    return null;
  };
  const weight = readWeight(cell('unitWeight'), columns.unitWeight?.unit ?? cell('weightUnit'), decimalComma);
  const value = readValue(cell('unitValue'), decimalComma);
  const parsed = z.safeParse(ProductBodySchema, {
    sku: cell('sku'),
    name: cell('name'),
    description: cell('description'),
    unitWeight: typeof weight === 'string' ? report('unitWeight', weight) : weight,
    unitValue: typeof value === 'string' ? report('unitValue', value) : value,
    hsCode: readHs(cell('hsCode')),
    origin: cell('origin'),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) report(path[0] as ProductColumn, message);
  return parsed.success && problems.length === 0
    ? { product: parsed.data, problems: [] }
    : { product: null, problems };
}

/** The digits, and the unit or currency after them. Both are empty if the text is no quantity. */
function splitQuantity(text: string): [digits: string, unit: string] {
  const [, digits = '', unit = ''] = (text.length <= MAX_LENGTH && QUANTITY.exec(text)) || [];
  return [digits, unit];
}

/** Ounces, null if empty, or a sentence that says what is wrong. */
function readWeight(text: string, unitOfColumn: string, decimalComma: boolean): number | null | string {
  if (text === '') return null;
  const [digits, ownUnit] = splitQuantity(text);
  const number = readNumber(digits, decimalComma);
  if (number === null) return PRODUCTS.number;
  const unit = readUnit(MASS, ownUnit || unitOfColumn || 'oz');
  if (unit === null) return PRODUCTS.weightUnit;
  return rounded(Number(number) * MASS.inOwn[unit] * OUNCES_PER_POUND);
}

/** Finer than any scale. */
const rounded = (ounces: number): number => Number(ounces.toFixed(4));

function readValue(text: string, decimalComma: boolean): number | null | string {
  if (text === '') return null;
  const [digits, currency] = splitQuantity(text);
  const number = /^(?:usd)?$/i.test(currency) ? readNumber(digits, decimalComma) : null;
  return number === null ? PRODUCTS.number : Number(number);
}

/** A spreadsheet removes the leading zero of a code that it takes for a number. Codes have an even number of digits. */
const readHs = (text: string): string => (/^\d+$/.test(text) && text.length % 2 === 1 ? `0${text}` : text);
