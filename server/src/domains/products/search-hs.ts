import type { HsMatch } from '@lading/contract/products.ts';
import { everydayScores } from './everyday-goods.ts';
import { type HsCodes, hsCodes } from './hs-codes.ts';
import { wordsOf } from './hs-words.ts';

const MAX_MATCHES = 20;
/** Each word is compared with the whole vocabulary. More than descriptions have: a search has up to 100 characters. */
const MAX_WORDS = 16;
/** Shorter words must match exactly. */
const MIN_PREFIX = 3;
const PREFIX_WEIGHT = 0.6;
/** A heading describes its subheadings, a chapter only roughly. */
const HEADING_WEIGHT = 0.6;
const CHAPTER_WEIGHT = 0.3;

const DIGITS = /^[\d\s.]*\d[\d\s.]*$/;

/** Subheadings that match words, or begin with the given digits. The best come first; the client chooses. */
export async function searchHs(search: string): Promise<HsMatch[]> {
  const codes = await hsCodes();
  const found = DIGITS.test(search) ? byDigits(codes, search) : byWords(codes, search);
  return found.slice(0, MAX_MATCHES).map((code) => toMatch(codes, code));
}

/** Digits after the sixth differ from country to country. */
function byDigits({ subheadings }: HsCodes, search: string): string[] {
  const digits = search.replace(/\D/g, '').slice(0, 6);
  return subheadings.map(({ code }) => code).filter((code) => code.startsWith(digits));
}

function byWords(codes: HsCodes, search: string): string[] {
  const wanted = [...new Set(wordsOf(search))].slice(0, MAX_WORDS);
  const scores = new Map<string, number>();
  for (const word of wanted) {
    const matches = matchesOf(codes, word);
    // A rare word says more than a frequent one.
    const rarity = Math.log(1 + codes.subheadings.length / (matches.size + 1));
    for (const [code, weight] of matches) scores.set(code, (scores.get(code) ?? 0) + weight * rarity);
  }
  for (const [code, score] of everydayScores(wanted)) scores.set(code, (scores.get(code) ?? 0) + score);
  return [...scores]
    .sort(([codeA, scoreA], [codeB, scoreB]) => scoreB - scoreA || (codeA < codeB ? -1 : 1))
    .map(([code]) => code);
}

/** The subheadings that a word matches in their own text, that of the heading or of the chapter. */
function matchesOf({ words, subheadings }: HsCodes, wanted: string): Map<string, number> {
  const direct = new Map<string, number>();
  const add = (word: string, factor: number) => {
    for (const [code, weight] of words.get(word) ?? [])
      direct.set(code, Math.max(direct.get(code) ?? 0, weight * factor));
  };
  add(wanted, 1);
  if (wanted.length >= MIN_PREFIX)
    for (const word of words.keys()) if (word !== wanted && word.startsWith(wanted)) add(word, PREFIX_WEIGHT);
  const matches = new Map<string, number>();
  if (direct.size === 0) return matches;
  for (const { code, heading, chapter } of subheadings) {
    const weight = Math.max(
      direct.get(code) ?? 0,
      HEADING_WEIGHT * (direct.get(heading) ?? 0),
      CHAPTER_WEIGHT * (direct.get(chapter) ?? 0),
    );
    if (weight > 0) matches.set(code, weight);
  }
  return matches;
}

function toMatch({ texts }: HsCodes, code: string): HsMatch {
  const [heading, chapter] = [code.slice(0, 4), code.slice(0, 2)];
  return {
    code,
    text: texts.get(code) ?? '',
    heading,
    headingText: texts.get(heading) ?? '',
    chapter,
    chapterText: texts.get(chapter) ?? '',
  };
}
