/** Entities that WordPress and its editors write, by code point. */
const NAMED: Readonly<Record<string, number>> = {
  amp: 38,
  lt: 60,
  gt: 62,
  quot: 34,
  apos: 39,
  nbsp: 160,
  iexcl: 161,
  cent: 162,
  pound: 163,
  yen: 165,
  sect: 167,
  copy: 169,
  laquo: 171,
  shy: 173,
  reg: 174,
  deg: 176,
  plusmn: 177,
  sup2: 178,
  sup3: 179,
  acute: 180,
  micro: 181,
  middot: 183,
  raquo: 187,
  frac14: 188,
  frac12: 189,
  frac34: 190,
  iquest: 191,
  times: 215,
  divide: 247,
  OElig: 338,
  oelig: 339,
  Scaron: 352,
  scaron: 353,
  Yuml: 376,
  ensp: 8194,
  emsp: 8195,
  thinsp: 8201,
  zwnj: 8204,
  zwj: 8205,
  lrm: 8206,
  rlm: 8207,
  ndash: 8211,
  mdash: 8212,
  lsquo: 8216,
  rsquo: 8217,
  sbquo: 8218,
  ldquo: 8220,
  rdquo: 8221,
  bdquo: 8222,
  bull: 8226,
  hellip: 8230,
  prime: 8242,
  Prime: 8243,
  euro: 8364,
  trade: 8482,
  rarr: 8594,
  minus: 8722,
};

/** The letters from 192 to 255 in the order of their code points; `-` where the list above has the name. */
const LATIN_LETTERS =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml - Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml - oslash ugrave uacute ucirc uuml yacute thorn yuml';

const CODE_POINTS = new Map([
  ...Object.entries(NAMED),
  ...LATIN_LETTERS.split(' ').map((name, index) => [name, 192 + index] as const),
]);

/**
 * Text without HTML entities and control characters. Unknown entities stay as they are. Decoded once, not
 * repeatedly.
 */
export function plainText(html: string): string {
  return html
    .replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]\w{1,9}));/g, (entity, decimal, hex, name) => {
      const code =
        name === undefined ? Number.parseInt(decimal ?? hex, decimal ? 10 : 16) : CODE_POINTS.get(name);
      return isCharacter(code) ? String.fromCodePoint(code) : entity;
    })
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll('\u00a0', ' ')
    .trim();
}

/** On one line, for names and addresses. */
export const plainLine = (html: string): string => plainText(html).replace(/\s+/g, ' ');

const MAX_LENGTH = 200;

/** Cleans external text: one line, no markup, no invisible characters, limited length. */
export function lineOf(text: string): string {
  const plain = text
    .slice(0, 20 * MAX_LENGTH)
    .replace(/<[^>]*>/g, ' ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH).toWellFormed().trimEnd()}…` : plain;
}

const isCharacter = (code: number | undefined): code is number =>
  code !== undefined && code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
