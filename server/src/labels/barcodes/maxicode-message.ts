/** The secondary message of MaxiCode: code sets A and B, number compression, and shifts for the final control character. */

const PAD = 33;
const SHIFT_B_FROM_A = 59;
const SHIFT_E = 62;
const LATCH_B = 63;
const SHIFT_A_FROM_B = 59;
const LATCH_A = 63;
const NUMBER_SHIFT = 31;

/** Placeholders mark functions without a character. */
const SET_A = '\rABCDEFGHIJKLMNOPQRSTUVWXYZ\uE000\x1c\x1d\x1e\uE000 \uE000"#$%&\'()*+,-./0123456789:';
const SET_B = '`abcdefghijklmnopqrstuvwxyz\uE000\x1c\x1d\x1e\uE000{\uE000}~\x7f;<=>?[\\]^_ ,./:@!|';

/** The value of each ASCII character in a set; -1 if it has none. */
const valuesIn = (set: string) =>
  Int8Array.from({ length: 128 }, (_, code) => set.indexOf(String.fromCharCode(code)));
const VALUES = { A: valuesIn(SET_A), B: valuesIn(SET_B) };
const valueIn = (set: 'A' | 'B', code: number) => VALUES[set][code] ?? -1;
const DIGITS_PER_NUMBER = 9;
const QUESTION_MARK = 63;

/** Without padding. A character outside both sets becomes a question mark. */
export function maxiCodeText(text: string): number[] {
  const codewords: number[] = [];
  let set: 'A' | 'B' = 'A';
  let at = 0;
  while (at < text.length) {
    if (hasDigits(text, at)) {
      pushNumber(codewords, Number(text.slice(at, at + DIGITS_PER_NUMBER)));
      at += DIGITS_PER_NUMBER;
      continue;
    }
    set = pushCharacter(codewords, set, text.charCodeAt(at), text.charCodeAt(at + 1));
    at += 1;
  }
  return codewords;
}

function hasDigits(text: string, from: number): boolean {
  for (let at = from; at < from + DIGITS_PER_NUMBER; at++) {
    const code = text.charCodeAt(at);
    // At the end of the text, the code is NaN.
    if (!(code >= 48 && code <= 57)) return false;
  }
  return true;
}

/** `next` is NaN after the last character. */
function pushCharacter(codewords: number[], set: 'A' | 'B', code: number, next: number): 'A' | 'B' {
  const other = set === 'A' ? 'B' : 'A';
  const own = valueIn(set, code);
  if (own >= 0) {
    codewords.push(own);
    return set;
  }
  const foreign = valueIn(other, code);
  if (foreign >= 0) {
    const stays = Number.isNaN(next) || valueIn(set, next) >= 0;
    if (stays) codewords.push(set === 'A' ? SHIFT_B_FROM_A : SHIFT_A_FROM_B);
    else codewords.push(set === 'A' ? LATCH_B : LATCH_A);
    codewords.push(foreign);
    return stays ? set : other;
  }
  if (code <= 26) {
    codewords.push(SHIFT_E, code);
    return set;
  }
  return pushCharacter(codewords, set, QUESTION_MARK, next);
}

/** Nine digits have 30 bits. */
function pushNumber(codewords: number[], value: number) {
  codewords.push(NUMBER_SHIFT);
  for (let shift = 24; shift >= 0; shift -= 6) codewords.push((value >>> shift) & 63);
}

export function padded(codewords: readonly number[], length: number): number[] {
  return [...codewords, ...new Array<number>(Math.max(0, length - codewords.length)).fill(PAD)];
}

/** Set A value; a space for a missing character. */
export const postalValue = (character: string) => {
  const value = SET_A.indexOf(character);
  return value === -1 ? SET_A.indexOf(' ') : value;
};
