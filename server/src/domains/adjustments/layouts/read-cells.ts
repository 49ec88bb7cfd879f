import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { isVisible } from '@lading/contract/storable-text.ts';
import { UnreadableLine } from '../invoice-lines.ts';

/** Readers of single cells. Each throws `UnreadableLine` with a sentence for the operator. */

const MAX_CENTS = 1_000_000_000;
const GRAMS: Record<string, number> = {
  L: 453.59237,
  K: 1000,
  LB: 453.59237,
  KG: 1000,
  LBS: 453.59237,
  KGS: 1000,
};
const CM_PER_IN = 2.54;

const POINT = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2}0*)?$/;
const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d{1,2}0*)?$/;

/** '1,234.50' → 123450. With a decimal comma, '1.234,50'. */
export function readCents(text: string, column: string, decimalComma = false): number {
  const plain = text.trim().replace(/^(-?)\$/, '$1');
  if (!(decimalComma ? COMMA : POINT).test(plain)) throw new UnreadableLine(`“${column}” is not an amount.`);
  const digits = decimalComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '');
  const cents = Math.round(Number(digits) * 100);
  if (Math.abs(cents) > MAX_CENTS) throw new UnreadableLine(`“${column}” is too large.`);
  return cents;
}

export const readOptionalCents = (text: string, column: string, decimalComma = false): number | null =>
  text.trim() === '' ? null : readCents(text, column, decimalComma);

/** All books are in US dollars. */
export function requireDollars(currency: string): void {
  const code = currency.trim().toUpperCase();
  if (code !== '' && code !== 'USD') throw new UnreadableLine('Only amounts in USD can be imported.');
}

const iso = (year = '', month = '', day = '') => `${year}-${month}-${day}`;

/** YYYY-MM-DD, YYYYMMDD or DD.MM.YYYY. DD/MM/YYYY only with a decimal comma: otherwise the month may come first. */
export function readDate(text: string, column: string, decimalComma = false): string {
  const plain = text.trim();
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ?? [];
  const [, ofMonth, separator, inYear, last] = /^(\d{2})([/.])(\d{2})\2(\d{4})$/.exec(plain) ?? [];
  if (separator === '/' && !decimalComma)
    throw new UnreadableLine(`“${column}” must have the form YYYY-MM-DD.`);
  const date = year ? iso(year, month, day) : last ? iso(last, inYear, ofMonth) : plain.slice(0, 10);
  if (!isCalendarDate(date)) throw new UnreadableLine(`“${column}” is not a date.`);
  return date;
}

export function readText(text: string, column: string, max: number): string {
  const plain = text.trim();
  if (plain.length > max) throw new UnreadableLine(`“${column}” is too long.`);
  if (!isVisible(plain)) throw new UnreadableLine(`“${column}” contains invisible characters.`);
  return plain;
}

export function readRequired(text: string, column: string, max: number): string {
  const plain = readText(text, column, max);
  if (plain === '') throw new UnreadableLine(`“${column}” is missing.`);
  return plain;
}

/** Only what helps to explain a charge, so an odd value is left out. */
export function readGrams(amount: string, unit: string): number | undefined {
  const value = Number(amount.trim().replace(',', '.'));
  const grams = GRAMS[unit.trim().toUpperCase() || 'L'];
  return value > 0 && value < 1_000_000 && grams !== undefined ? Math.round(value * grams) : undefined;
}

const size = (value: number) => String(Math.round(value * 100) / 100);

/** '12 x 9 x 4' or three cells → '12 × 9 × 4 in'. */
export function readDimensions(parts: readonly string[], unit: string): string | undefined {
  const numbers = parts.map((part) => Number(part.trim().replace(',', '.')));
  if (numbers.length !== 3 || !numbers.every((value) => value > 0 && value < 10_000)) return undefined;
  const scale = /^c/i.test(unit.trim()) ? 1 / CM_PER_IN : 1;
  return `${numbers.map((value) => size(value * scale)).join(' × ')} in`;
}

export const splitDimensions = (text: string): string[] =>
  text.split(/\s*[x×*]\s*/i).filter((part) => part !== '');
