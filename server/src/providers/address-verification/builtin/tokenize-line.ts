import { foldLetters } from '@lading/contract/normalize-text.ts';

/** One word of a delivery line. */
export interface Word {
  /** Capitals without accents and punctuation; the rules use this. */
  text: string;
  /** As entered, for display. */
  raw: string;
  /** Follows a comma, semicolon or bracket. */
  afterComma: boolean;
}

const PLAIN = /^[\x20-\x7e]*$/;
const CHUNK = /[^\s,;()]+|[,;()]/g;
const ORDINAL = /^0*(\d+(?:ST|ND|RD|TH))$/;
/** A word joined to its number: `SUITE550`, `RR03`, `POBOX12`. */
const GLUED =
  /^(APT|APARTMENT|STE|SUITE|UNIT|BLDG|RM|ROOM|FL|FLOOR|LOT|LT|TRLR|SPC|PH|PMB|RR|HC|BOX|POB|POBOX|PSC|CMR|HWY|DEPT)-?(\d[A-Z0-9-]*)$/;
const ROUTE_NUMBER = /^(I|IH|US|SR|CR|SH|FM)-(\d+[A-Z]?)$/;
const RANGE_BEFORE_ORDINAL = /^(\d+)-(\d+(?:ST|ND|RD|TH))$/;
const ORDINAL_FLOOR = /^(\d+(?:ST|ND|RD|TH))-(FL|FLOOR|FLR)$/;
const PAIRS = [GLUED, ROUTE_NUMBER, RANGE_BEFORE_ORDINAL, ORDINAL_FLOOR];

export function tokenizeLine(line: string): Word[] {
  const words: Word[] = [];
  let afterComma = false;
  const push = (raw: string) => {
    for (const part of splitPairs(raw)) {
      words.push({ ...part, afterComma });
      afterComma = false;
    }
  };
  for (const [chunk] of spaced(line).matchAll(CHUNK)) {
    if (chunk.length === 1 && ',;()'.includes(chunk)) afterComma = words.length > 0;
    else for (const piece of pieces(chunk)) push(piece);
  }
  return joinRanges(words);
}

/** Replaces the special fractions and dashes that word processors insert. */
function spaced(line: string): string {
  if (PLAIN.test(line)) return line;
  return line
    .replace(/½/g, ' 1/2 ')
    .replace(/¼/g, ' 1/4 ')
    .replace(/¾/g, ' 3/4 ')
    .replace(/[‐‑‒–—]/g, '-');
}

function pieces(chunk: string): string[] {
  if (/^[A-Za-z0-9]+$/.test(chunk)) return [chunk];
  const bare = chunk.replace(/["“”'‘’`*:!?]/g, '');
  return bare
    .split(/(#)/)
    .flatMap((part) => (part.includes('.') ? undot(part) : [part]))
    .map((part) => (part === '-' ? part : part.replace(/^-+|-+$/g, '')))
    .filter((part) => part !== '');
}

/** `S.E.` is one word, `N.Main` is two, `39.2` stays. */
function undot(part: string): string[] {
  if (/^\d+\.\d+$/.test(part)) return [part];
  const between = part.split('.').filter((piece) => piece !== '');
  return between.every((piece) => piece.length <= 2) ? [between.join('')] : between;
}

function splitPairs(raw: string): { text: string; raw: string }[] {
  const text = (PLAIN.test(raw) ? raw : foldLetters(raw)).toUpperCase();
  if (!/\d/.test(text)) return [{ text, raw }];
  for (const pattern of PAIRS) {
    const [, first, second] = pattern.exec(text) ?? [];
    if (first === undefined || second === undefined) continue;
    const cut = raw.length - second.length;
    return [
      { text: first, raw: raw.slice(0, cut).replace(/-$/, '') },
      { text: second, raw: raw.slice(cut) },
    ];
  }
  return [{ text: text.replace(ORDINAL, '$1'), raw }];
}

/** `138 - 140 8th Ave` is one number; any other standalone hyphen is a separator. */
function joinRanges(words: Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const next = words[at + 1];
    const before = joined.at(-1);
    if (!word) continue;
    if (word.text !== '-') {
      joined.push(word);
      continue;
    }
    const isRange = joined.length === 1 && words.length > at + 2;
    if (isRange && before && next && /^\d+$/.test(before.text) && /^\d+$/.test(next.text)) {
      const text = `${before.text}-${next.text}`;
      joined[0] = { ...before, text, raw: text };
      at += 1;
    }
  }
  return joined;
}
