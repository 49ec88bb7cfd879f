import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { wordsOf } from './hs-words.ts';

/**
 * Chapters, headings and subheadings of the Harmonized System 2022, one “code text” per line. Source: UN Comtrade,
 * as published at github.com/datasets/harmonized-system, commit 905e5a0 (2024-10-25), ODC Public Domain Dedication
 * and License. Columns other than code and text were removed.
 */
const FILE = resolve(import.meta.dirname, 'data/hs-2022.txt.gz');

/** Six digits, with their first four and two. */
interface Subheading {
  code: string;
  heading: string;
  chapter: string;
}

export interface HsCodes {
  /** By chapter (two digits), heading (four) and subheading (six). */
  texts: ReadonlyMap<string, string>;
  /** In the order of their codes. */
  subheadings: readonly Subheading[];
  /** For each word the codes whose text contains it, with a weight. */
  words: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

let known: Promise<HsCodes> | undefined;

/** Read at the first search, because most processes never need it. */
export function hsCodes(): Promise<HsCodes> {
  known ??= load().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function load(): Promise<HsCodes> {
  const bytes = await promisify(gunzip)(await readFile(FILE));
  const texts = new Map(
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => {
        const end = line.indexOf(' ');
        return [line.slice(0, end), line.slice(end + 1).trim()] as const;
      }),
  );
  const subheadings = [...texts.keys()]
    .filter((code) => code.length === 6)
    .map((code) => ({ code, heading: code.slice(0, 4), chapter: code.slice(0, 2) }));
  return { texts, subheadings, words: await wordsIn(texts) };
}

/** Takes a few hundred milliseconds, so other requests get their turn in between. */
const TEXTS_AT_A_TIME = 200;

async function wordsIn(texts: HsCodes['texts']): Promise<HsCodes['words']> {
  const words = new Map<string, Map<string, number>>();
  let count = 0;
  for (const [code, text] of texts) {
    count += 1;
    if (count % TEXTS_AT_A_TIME === 0) await otherWork();
    for (const [word, weight] of weightsOf(text)) {
      const codes = words.get(word) ?? new Map<string, number>();
      words.set(word, codes.set(code, weight));
    }
  }
  return words;
}

/** Words after “excluding” count little. */
const EXCLUDED = 0.15;
/** The part before the semicolon names the goods. */
const GOODS = 1.3;
const EXCLUSION = /\b(?:other than|excluding|except(?:ing)?|not including|does not include)\b/;

function weightsOf(text: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [index, part] of text.split(';').entries()) {
    const [included = '', ...excluded] = part.split(EXCLUSION);
    const weight = index === 0 ? GOODS : 1;
    for (const word of wordsOf(included)) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    for (const word of excluded.flatMap(wordsOf)) if (!weights.has(word)) weights.set(word, EXCLUDED);
  }
  return weights;
}
