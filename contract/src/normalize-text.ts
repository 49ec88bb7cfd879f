/** Normalizes text for comparison: uppercase letters and digits, single spaces, no accents or punctuation. */
export function normalizeText(text: string): string {
  const folded = PLAIN.test(text) ? text : foldLetters(text);
  return folded
    .toUpperCase()
    .replace(/[.'`]/g, '')
    .replace(/[^A-Z0-9/&-]+/g, ' ')
    .trim();
}

/** Common abbreviations in city names. */
const CITY_WORDS: ReadonlyMap<string, string> = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['FT', 'FORT'],
  ['MT', 'MOUNT'],
  ['PT', 'POINT'],
  ['N', 'NORTH'],
  ['S', 'SOUTH'],
  ['E', 'EAST'],
  ['W', 'WEST'],
  ['HTS', 'HEIGHTS'],
  ['SPGS', 'SPRINGS'],
  ['SPG', 'SPRING'],
  ['BCH', 'BEACH'],
  ['VLG', 'VILLAGE'],
  ['JCT', 'JUNCTION'],
  ['TWP', 'TOWNSHIP'],
]);

export function normalizeCity(text: string): string {
  const plain = normalizeText(text).replace(/[/&-]/g, ' ');
  return plain
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => CITY_WORDS.get(word) ?? word)
    .join(' ');
}

const PLAIN = /^[\x20-\x7e]*$/;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['Ø', 'O'],
  ['ø', 'o'],
  ['Æ', 'AE'],
  ['æ', 'ae'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['½', ' 1/2'],
  ['¼', ' 1/4'],
  ['¾', ' 3/4'],
  ['–', '-'],
  ['—', '-'],
  ['‑', '-'],
  ['’', "'"],
]);

export function foldLetters(text: string): string {
  let folded = '';
  for (const letter of text.normalize('NFC')) folded += LETTERS.get(letter) ?? letter;
  return folded.normalize('NFD').replace(/\p{M}/gu, '');
}
