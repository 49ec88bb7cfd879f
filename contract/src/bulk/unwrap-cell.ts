const FORMULA = /^="([^"]*)"$/;
const APOSTROPHE = /^'(?=[^'\s])/;
const POINT_ZERO = /^(\d{3,})\.0+$/;

/** What a spreadsheet puts around a text to keep it a text: `="02139"`. */
export const unwrapFormula = (text: string): string =>
  text.startsWith('="') ? (FORMULA.exec(text)?.[1]?.trim() ?? text) : text;

/** For cells that hold codes and numbers: also `'02139` and `'K1A 0B6`. In names an apostrophe may be a letter's own. */
export const unwrapCode = (text: string): string =>
  unwrapFormula(text.replace(APOSTROPHE, '')).replace(APOSTROPHE, '');

/** ZIP codes and phone numbers that were once taken for a number: `2139.0`. */
export const withoutPointZero = (text: string): string => POINT_ZERO.exec(text)?.[1] ?? text;
