/** What a spreadsheet would run as a formula; also behind the signs that only look like ours. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/** One cell: text that could act as a formula gets an apostrophe in front, numbers of ours stay numbers. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
