import { plain } from '../drawing/readable-text.ts';

/** Characters that NFD does not decompose. */
const WITHOUT_ACCENT: Record<string, string> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ð: 'D',
  Þ: 'TH',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '×': 'X',
  '€': 'EUR',
};

/** Capitals for address lines; keeps accents that the printer fonts have. */
export function capitals(text: string): string {
  const upper = plain(text).toUpperCase();
  return ASCII.test(upper) ? upper : plain(upper);
}

const ASCII = /^[\x20-\x7e]*$/;

/** ASCII capitals, for bar codes. */
export function latinCapitals(text: string): string {
  const upper = capitals(text);
  if (ASCII.test(upper)) return upper;
  return upper.normalize('NFD').replace(/[^\x20-\x7e]/g, (character) => WITHOUT_ACCENT[character] ?? '');
}
