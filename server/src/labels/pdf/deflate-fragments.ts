import { END_OF_BLOCK, LENGTHS, LITERALS } from './deflate-codes.ts';

/** Text compressed in advance, and what it adds to the checksum. */
export interface Fragment {
  /** Groups of 16 bits, then the rest. */
  words: number[];
  rest: number;
  restBits: number;
  length: number;
  low: number;
  high: number;
}

/** A text that occurs often on a page. From its second occurrence on, it is written as a reference to the one before. */
export interface Phrase extends Fragment {
  /** Its place in the list of last positions. */
  index: number;
  /** The code for a repetition of this length. */
  repetition: number;
  repetitionBits: number;
}

export const MAX_PHRASES = 128;

let phrases = 0;

export function fragmentOf(text: string): Fragment {
  const fragment: Fragment = { words: [], rest: 0, restBits: 0, length: text.length, low: 0, high: 0 };
  for (const character of text) {
    const code = character.charCodeAt(0);
    fragment.rest |= (LITERALS.codes[code] ?? 0) << fragment.restBits;
    fragment.restBits += LITERALS.lengths[code] ?? 0;
    if (fragment.restBits >= 16) {
      fragment.words.push(fragment.rest & 0xffff);
      fragment.rest >>>= 16;
      fragment.restBits -= 16;
    }
    fragment.low += code;
    fragment.high += fragment.low;
  }
  return fragment;
}

/** A phrase has 4 to 30 characters: a reference to fewer costs more than they do. */
export function phraseOf(text: string): Phrase {
  if (text.length < 4 || text.length > 30 || phrases === MAX_PHRASES) throw new RangeError('Not a phrase');
  const kind = LENGTHS.symbols[text.length] ?? 0;
  const symbol = END_OF_BLOCK + 1 + kind;
  const bits = LITERALS.lengths[symbol] ?? 0;
  const extra = text.length - (LENGTHS.bases[kind] ?? 0);
  return {
    ...fragmentOf(text),
    index: phrases++,
    repetition: (LITERALS.codes[symbol] ?? 0) | (extra << bits),
    repetitionBits: bits + (LENGTHS.extraBits[kind] ?? 0),
  };
}
