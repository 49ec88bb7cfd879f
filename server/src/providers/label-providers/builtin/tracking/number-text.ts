/** From pasted text to the pieces that tracking numbers are put together from. */

export interface Token {
  /** Capital letters and digits only. */
  text: string;
  hasDigit: boolean;
  /** Only spaces, dashes and the like lie between it and the piece before: the two may belong to one number. */
  joinedToPrevious: boolean;
}

/** What lies behind is not read: single digits in great number would cost a noticeable time. */
const MAX_LENGTH = 1000;

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** A scanner may tell the kind of bar code first, as in `]C1`. */
const SCANNER_PREFIX = /\][A-Z]\d/g;
/** Brackets and control characters come with bar codes, as in `(420)94103(94)001…`; a new line begins another number. */
const WITHIN_A_NUMBER = /^(?:(?![\r\n])[\p{Zs}\p{Cc}\p{Pd}._()\u2212])*$/u;

export function tokensOf(text: string): Token[] {
  const readable = text
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .slice(0, MAX_LENGTH)
    .replace(INVISIBLE, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replace(SCANNER_PREFIX, '\n');
  const tokens: Token[] = [];
  let end = 0;
  for (const match of readable.matchAll(/[A-Z0-9]+/g)) {
    const between = readable.slice(end, match.index);
    end = match.index + match[0].length;
    tokens.push({
      text: match[0],
      hasDigit: /\d/.test(match[0]),
      joinedToPrevious: tokens.length > 0 && WITHIN_A_NUMBER.test(between),
    });
  }
  return tokens;
}

/** Everything that begins with this piece and goes on over joined pieces, up to a length. */
export function joinTokens(
  tokens: readonly Token[],
  first: number,
  longest: number,
): { last: number; joined: string }[] {
  const stretches: { last: number; joined: string }[] = [];
  let joined = '';
  for (let last = first; last < tokens.length; last++) {
    const token = tokens[last];
    if (!token || (last > first && !token.joinedToPrevious)) break;
    if (joined.length + token.text.length > longest) break;
    joined += token.text;
    stretches.push({ last, joined });
  }
  return stretches;
}
