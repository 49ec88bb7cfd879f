/**
 * States of the ZIP codes with a leading zero, by their first three digits (USPS L002). Only these can lose a
 * digit in a spreadsheet.
 */
const AREAS: readonly (readonly [first: number, last: number, state: string])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT'],
  [70, 89, 'NJ'],
  [90, 98, 'AE'],
];

/** Fishers Island is in New York but has a Connecticut ZIP code. */
const FISHERS_ISLAND = '06390';

function stateOfZeroZip(zip5: string): string | null {
  if (zip5 === FISHERS_ISLAND) return 'NY';
  const area = Number(zip5.slice(0, 3));
  return AREAS.find(([first, last]) => first <= area && area <= last)?.[2] ?? null;
}

/** `2139`, `501`, `2139-1234`, `21391234`, and nine digits of a complete ZIP+4. */
const SHORT = /^\d{3,4}$/;
const SHORT_WITH_FOUR = /^(\d{3,4})-(\d{4})$/;
const NINE_OR_FEWER = /^(\d{3,5})(\d{4})$/;

/** Restores lost zeros and the hyphen if the state matches; otherwise returns the input. */
export function restoreZip(zip: string, state: string): string {
  const [, short, four] = SHORT_WITH_FOUR.exec(zip) ?? NINE_OR_FEWER.exec(zip) ?? [];
  const digits = short ?? (SHORT.test(zip) ? zip : null);
  if (digits === null) return zip;
  const zip5 = digits.padStart(5, '0');
  if (digits.length < 5 && stateOfZeroZip(zip5) !== state) return zip;
  return four === undefined ? zip5 : `${zip5}-${four}`;
}
