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

/** Without padding. A character outside both sets becomes a question mark. */
export function maxiCodeText(text: string): number[] {
  const codewords: number[] = [];
  let set: 'A' | 'B' = 'A';
  let at = 0;
  while (at < text.length) {
    const number = /^\d{9}/.exec(text.slice(at, at + 9))?.[0];
    if (number) {
      codewords.push(NUMBER_SHIFT, ...inBase64(Number(number)));
      at += 9;
      continue;
    }
    set = pushCharacter(codewords, set, text.charAt(at), text.charAt(at + 1));
    at += 1;
  }
  return codewords;
}

function pushCharacter(codewords: number[], set: 'A' | 'B', character: string, next: string): 'A' | 'B' {
  const [own, other] = set === 'A' ? [SET_A, SET_B] : [SET_B, SET_A];
  if (own.includes(character)) {
    codewords.push(own.indexOf(character));
    return set;
  }
  if (other.includes(character)) {
    const stays = next === '' || own.includes(next);
    if (stays) codewords.push(set === 'A' ? SHIFT_B_FROM_A : SHIFT_A_FROM_B);
    else codewords.push(set === 'A' ? LATCH_B : LATCH_A);
    codewords.push(other.indexOf(character));
    return stays ? set : set === 'A' ? 'B' : 'A';
  }
  const code = character.charCodeAt(0);
  if (code <= 26) {
    codewords.push(SHIFT_E, code);
    return set;
  }
  return pushCharacter(codewords, set, '?', next);
}

function inBase64(value: number): number[] {
  return [24, 18, 12, 6, 0].map((shift) => Math.floor(value / 2 ** shift) % 64);
}

export function padded(codewords: readonly number[], length: number): number[] {
  return [...codewords, ...new Array<number>(Math.max(0, length - codewords.length)).fill(PAD)];
}

/** Set A value; a space for a missing character. */
export const postalValue = (character: string) => {
  const value = SET_A.indexOf(character);
  return value === -1 ? SET_A.indexOf(' ') : value;
};
