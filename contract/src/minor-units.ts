/** Currencies that the payment provider counts in whole units. */
export const WHOLE_UNITS = [
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
] as const;

/** Those that it counts in thousandths. */
export const THOUSANDTHS = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'] as const;

const DIGITS = new Map<string, number>([
  ...WHOLE_UNITS.map((currency) => [currency, 0] as const),
  ...THOUSANDTHS.map((currency) => [currency, 3] as const),
]);

/** The decimals of an amount. It counts all other currencies in hundredths, even those without cents, such as ISK. */
export const decimalsOf = (currency: string): number => DIGITS.get(currency) ?? 2;

/** What the payment provider calls 1000 is ¥1,000, but $10.00. */
export const unitsOf = (minorUnits: number, currency: string): number =>
  minorUnits / 10 ** decimalsOf(currency);
