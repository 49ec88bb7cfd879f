const MAX_LENGTH = 40;

const PLAIN = /^\d{1,9}(?:\.\d{1,9})?$/;
/** `.5`, `5.` and the long decimals of calculated cells. */
const LOOSE = /^(?:\d{1,9}\.\d*|\.\d+)$/;
const DECIMAL_COMMA = /^\d{0,9},\d+$/;
/** `1,234.5` and `1,234,567`, but not the ambiguous `1,234`. */
const COMMA_GROUPS = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const POINT_GROUPS = /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;

/** Returns a non-negative number in plain digits, or null. Rejects exponents, signs and non-ASCII digits. */
export function readNumber(text: string, decimalComma: boolean): string | null {
  if (text.length > MAX_LENGTH) return null;
  if (PLAIN.test(text)) return text;
  if (LOOSE.test(text)) return plainDigits(Number(text));
  if (decimalComma && DECIMAL_COMMA.test(text)) return plainDigits(Number(text.replace(',', '.')));
  if (COMMA_GROUPS.test(text)) return plainDigits(Number(text.replaceAll(',', '')));
  if (POINT_GROUPS.test(text)) return plainDigits(Number(text.replaceAll('.', '').replace(',', '.')));
  return null;
}

/** Six decimals exceed the precision of any scale or ruler. */
export const plainDigits = (value: number): string => String(Number(value.toFixed(6)));
