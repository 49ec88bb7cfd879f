/** Starts a formula in a spreadsheet. Includes full-width variants. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/**
 * The same after a semicolon, a tab or a line break: spreadsheets with another list separator start a cell there, because quotation
 * marks in the middle of their cell do not protect it.
 */
const INNER_FORMULA = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;
/** A negative number is not a formula. */
const NEGATIVE = /^-\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]/;

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe. Our own numbers stay numbers.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inner = value.replace(INNER_FORMULA, "$1'");
  const text = FORMULA.test(inner) && !NEGATIVE.test(inner) ? `'${inner}` : inner;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
