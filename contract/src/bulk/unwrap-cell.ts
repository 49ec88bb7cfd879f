const FORMULA = /^="([^"]*)"$/;
const APOSTROPHE = /^'(?=[^'\s])/;
const POINT_ZERO = /^(\d{3,})\.0+$/;

/** Removes the formula that keeps a value as text: `="02139"`. */
export const unwrapFormula = (text: string): string =>
  text.startsWith('="') ? (FORMULA.exec(text)?.[1]?.trim() ?? text) : text;

/** For codes and numbers: also removes a leading apostrophe, which in a name could be part of it. */
export const unwrapCode = (text: string): string =>
  unwrapFormula(text.replace(APOSTROPHE, '')).replace(APOSTROPHE, '');

/** Fixes ZIP codes and phone numbers that were converted to a number: `2139.0`. */
export const withoutPointZero = (text: string): string => POINT_ZERO.exec(text)?.[1] ?? text;
