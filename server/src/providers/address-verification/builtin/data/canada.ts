/** First letter of a postal code and its province, by Canada Post (2026-11-15). */
export const PROVINCE_OF_LETTER: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

/** Two territories share the letter X; the area decides (from zipcodes 8.0.0). */
export const TERRITORY_OF_X: Readonly<Record<string, string>> = {
  X0A: 'NU',
  X0B: 'NU',
  X0C: 'NU',
  X0E: 'NT',
  X0G: 'NT',
  X1A: 'NT',
};

/** Federal offices in Gatineau have postal codes of Ottawa. */
export const SECOND_PROVINCE: Readonly<Record<string, string>> = { K1A: 'QC' };
