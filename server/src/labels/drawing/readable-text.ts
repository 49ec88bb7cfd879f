import { HANGUL_LEADS, HANGUL_TAILS, HANGUL_VOWELS, KANA, LETTERS } from './transliteration.ts';
import { winAnsiByte } from './win-ansi.ts';

interface ReadableText {
  /** Only characters that the printer fonts have. */
  text: string;
  /** True when the text was transliterated. */
  changed: boolean;
  /** Number of characters that are shown only as a count. */
  unreadable: number;
}

const SCRIPTS = [
  ['Chinese', /\p{Script=Han}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Armenian', /\p{Script=Armenian}/u],
] as const;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{M}\p{Z}]/u;
const MARKED = /\uE010([^\uE011]*)\uE011/gu;
const PLAIN = /^[\x20-\x7e\xa0-\xff]*$/;

/**
 * Makes text printable. Characters without a transliteration become a count in brackets, so the loss is
 * visible.
 */
export function readableText(original: string): ReadableText {
  if (PLAIN.test(original)) return { text: tidy(original), changed: false, unreadable: 0 };
  // This function uses private-use characters as markers.
  const source = original.replace(/[\uE000-\uF8FF]/g, '?').normalize('NFC');
  const withoutKana = withKana(source);
  let unreadable = 0;
  let changed = withoutKana !== source;
  let shown = '';
  for (const character of withoutKana) {
    if (winAnsiByte(character) !== undefined) {
      shown += character;
      continue;
    }
    const letters = inLatin(character);
    changed ||= letters.trim() !== '' || !INVISIBLE.test(character);
    if (letters === '' && !isSilent(character)) {
      unreadable += 1;
      shown += `\uE010${scriptOf(character)}\uE011`;
    } else shown += letters;
  }
  return { text: tidy(countMarks(shown)), changed, unreadable };
}

/** The printable text alone. */
export const plain = (text: string): string => readableText(text).text;

/** Most lines are clean, and testing is cheaper than replacing. */
const tidy = (text: string) =>
  /^[ \xa0]|[ \xa0]$|[ \xa0]{2}|[\t-\r\xa0]/.test(text) ? text.replace(/[\s\xa0]+/g, ' ').trim() : text;

function isSilent(character: string): boolean {
  return INVISIBLE.test(character) || LETTERS.has(character.toLowerCase());
}

function inLatin(character: string): string {
  if (/\s/u.test(character)) return ' ';
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xac00 && code <= 0xd7a3) return hangul(code - 0xac00);
  const lower = character.toLowerCase();
  const known = LETTERS.get(character) ?? LETTERS.get(lower);
  if (known !== undefined) return lower === character ? known : capital(known);
  const base = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part)).join('');
  if (base === character || base === '') return '';
  return [...base].map((part) => (winAnsiByte(part) === undefined ? inLatin(part) : part)).join('');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function hangul(index: number): string {
  const lead = HANGUL_LEADS[Math.floor(index / 588)] ?? '';
  const vowel = HANGUL_VOWELS[Math.floor((index % 588) / 28)] ?? '';
  return lead + vowel + (HANGUL_TAILS[index % 28] ?? '');
}

/** Kana syllables: small vowels join the previous letter, a small tsu doubles the next, a bar lengthens. */
function withKana(text: string): string {
  const hiragana = text.replace(/[\u30a1-\u30f4]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0x60),
  );
  return hiragana.replace(/[\u3041-\u3094\u30fc]+/g, (run) => {
    let shown = '';
    let doubled = false;
    for (const letter of run) {
      if (letter === 'っ') doubled = true;
      else if (letter === 'ー') shown += shown.at(-1) ?? '';
      else {
        const syllable = KANA.get(letter) ?? '';
        if ('ゃゅょ'.includes(letter) && shown.endsWith('i')) {
          const stem = shown.slice(0, -1);
          shown = stem + (/(sh|ch|j)$/.test(stem) ? syllable.slice(1) : syllable);
        } else shown += (doubled ? syllable.charAt(0) : '') + syllable;
        doubled = false;
      }
    }
    return `${shown} `;
  });
}

function scriptOf(character: string): string {
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other';
}

function countMarks(text: string): string {
  return text.replace(/(\uE010[^\uE011]*\uE011)\1*/gu, (run, first: string) => {
    const count = run.length / first.length;
    const script = first.replace(MARKED, '$1');
    return ` [${count} ${script} character${count === 1 ? '' : 's'}] `;
  });
}
