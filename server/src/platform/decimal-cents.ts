/** Longer texts are no amounts. On a million spaces, the pattern would take hours. */
const MAX_LENGTH = 100;

/**
 * The hundredths of a decimal number in text, such as 5130 for "51.30", without rounding errors of binary
 * fractions. Further digits are rounded half up. Null if the text is not a plain decimal number of a reasonable
 * size.
 */
export function decimalCents(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const match = /^\s*([+-]?)(\d{0,11})(?:\.(\d*))?\s*$/.exec(text);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (match === null || whole + fraction === '') return null;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  const rounded = cents + (Number(fraction.charAt(2)) >= 5 ? 1 : 0);
  return sign === '-' && rounded !== 0 ? -rounded : rounded;
}
