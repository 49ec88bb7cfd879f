const LONGEST = 40;

const PLAIN = /^\d{1,9}(?:\.\d{1,9})?$/;
/** `.5`, `5.` and the many decimals of a calculated cell. */
const LOOSE = /^(?:\d{1,9}\.\d*|\.\d+)$/;
const DECIMAL_COMMA = /^\d{0,9},\d+$/;
/** `1,234.5` and `1,234,567`, but not `1,234`, which may be either. */
const COMMA_GROUPS = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const POINT_GROUPS = /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;

/** A number that is not negative, in plain digits, or null. Digits of other scripts, exponents and signs are no numbers here. */
export function readNumber(text: string, decimalComma: boolean): string | null {
  if (text.length > LONGEST) return null;
  if (PLAIN.test(text)) return text;
  if (LOOSE.test(text)) return plainDigits(Number(text));
  if (decimalComma && DECIMAL_COMMA.test(text)) return plainDigits(Number(text.replace(',', '.')));
  if (COMMA_GROUPS.test(text)) return plainDigits(Number(text.replaceAll(',', '')));
  if (POINT_GROUPS.test(text)) return plainDigits(Number(text.replaceAll('.', '').replace(',', '.')));
  return null;
}

/** Six decimals are far below what any scale or ruler shows. */
export const plainDigits = (value: number): string => String(Number(value.toFixed(6)));
