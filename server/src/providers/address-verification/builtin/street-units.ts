import { DIRECTIONALS, SUFFIXES, UNITS_ALONE, UNITS_WITH_NUMBER } from './data/street-words.ts';
import type { Word } from './tokenize-line.ts';

export interface Unit {
  designator: string;
  id: string;
}

interface FoundUnit extends Unit {
  words: Word[];
  end: number;
}

const ORDINAL = /^(\d+)(?:ST|ND|RD|TH)$/;
const isFloor = (word: Word | undefined) => UNITS_WITH_NUMBER.get(word?.text ?? '') === 'FL';
const looksLikeId = (word: Word | undefined) =>
  word !== undefined && (/\d/.test(word.text) || word.text.length === 1);

/** True when a secondary unit starts here. `first` is where the street name starts. */
export function beginsUnit(words: readonly Word[], at: number, first: number): boolean {
  const text = words[at]?.text ?? '';
  const next = words[at + 1];
  if (text === '#') return next !== undefined;
  if (text === 'NO') return /^\d/.test(next?.text ?? '') && at > first;
  if (ORDINAL.test(text) && isFloor(next)) return at > first;
  if (at <= first && at !== 0) return false;
  const designator = UNITS_WITH_NUMBER.get(text);
  if (designator) {
    if (looksLikeId(next) || next?.text === '#') return true;
    // A named unit, as in `Unit Charles`, or a second designator, as in `Apt Unit 4`.
    return (
      (designator === 'APT' || designator === 'STE' || designator === 'UNIT') && next !== undefined && at > 0
    );
  }
  if (!UNITS_ALONE.has(text) || at === 0) return false;
  if (UNITS_ALONE.get(text) === 'PH' && looksLikeId(next)) return true;
  const ends = next === undefined || next.afterComma || beginsUnit(words, at + 1, first);
  return ends && (words[at]?.afterComma === true || endsStreet(words[at - 1]));
}

const endsStreet = (word: Word | undefined) =>
  word !== undefined && (SUFFIXES.has(word.text) || DIRECTIONALS.has(word.text) || looksLikeId(word));

export function readUnit(words: readonly Word[], at: number): FoundUnit | null {
  const word = words[at];
  const next = words[at + 1];
  if (!word) return null;
  const floor = ORDINAL.exec(word.text)?.[1];
  if (floor && isFloor(next)) return made('FL', next?.raw ?? '', floor, floor, at + 2);
  if (word.text === '#' || word.text === 'NO')
    return next ? made('#', '#', next.text, next.raw, at + 2) : null;
  const alone = UNITS_ALONE.get(word.text);
  if (alone) {
    const hasId = alone === 'PH' && next !== undefined && looksLikeId(next);
    return hasId && next
      ? made(alone, word.raw, next.text, next.raw, at + 2)
      : { designator: alone, id: '', words: [{ ...word, text: alone }], end: at + 1 };
  }
  const designator = UNITS_WITH_NUMBER.get(word.text);
  if (!designator || !next) return null;
  // With two designators for one number, the second counts.
  const doubled = UNITS_WITH_NUMBER.has(next.text) && words[at + 2] !== undefined;
  if (doubled || (ORDINAL.test(next.text) && isFloor(words[at + 2]))) return readUnit(words, at + 1);
  const id = next.text === '#' ? words[at + 2] : next;
  return id ? made(designator, word.raw, id.text, id.raw, next.text === '#' ? at + 3 : at + 2) : null;
}

function made(designator: string, raw: string, id: string, idRaw: string, end: number): FoundUnit {
  const words = [
    { text: designator, raw, afterComma: false },
    { text: id, raw: idRaw, afterComma: false },
  ];
  return { designator, id, words, end };
}
