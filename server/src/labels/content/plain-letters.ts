import { readableText } from '../drawing/readable-text.ts';

/** What NFD does not take apart. */
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

/** Capitals as the address lines of a label have them: accents stay where the printer's fonts have them. */
export function capitals(text: string): string {
  const upper = readableText(text).text.toUpperCase();
  return ASCII.test(upper) ? upper : readableText(upper).text;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Capitals without accents, for bar codes and codes: ASCII only. */
export function latinCapitals(text: string): string {
  const upper = capitals(text);
  if (ASCII.test(upper)) return upper;
  return upper.normalize('NFD').replace(/[^\x20-\x7e]/g, (character) => WITHOUT_ACCENT[character] ?? '');
}
