/** Starts a formula in a spreadsheet. Includes full-width variants. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** A negative number is not a formula. */
const NEGATIVE = /^-\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]/;

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe. Our own numbers stay numbers.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) && !NEGATIVE.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
