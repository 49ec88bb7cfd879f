/** “1,250” of “1,250.00”, but nothing of “50,00” or “0,500”. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** “$1,250.00” is understood as 1250.00. Any other comma is kept, so that “50,00” is not read as 5000. */
export const plainNumber = (text: string): string =>
  text
    .trim()
    .replace(/^([+-]?)\s*\$?\s*/, '$1')
    .replace(/\s*\$$/, '')
    .replace(THOUSANDS, (digits) => digits.replaceAll(',', ''));

/** Text that is not a number becomes NaN, which the schemas of forms report. */
export function typedNumber(text: string): number {
  const plain = plainNumber(text);
  return DECIMAL.test(plain) ? Number(plain) : Number.NaN;
}
