/** PDF417 data codewords: text, byte and numeric compaction. The mode changes when that makes the code shorter. */

const LATCH_TEXT = 900;
const LATCH_BYTES = 901;
const LATCH_NUMBERS = 902;
const LATCH_FULL_BYTES = 924;
const ONE_BYTE = 913;

const NUMBERS_WORTH = 13;
const TEXT_WORTH = 5;

/** Characters of the two sub-modes other than letters; the index is the value. */
const MIXED = '0123456789&\r\t,:#-.$/+%*=^';
const PUNCTUATION = ';<>@[\\]_`~!\r\t,:\n-.$/"|*()?{}\'';

type SubMode = 'upper' | 'lower' | 'mixed' | 'punctuation';
const PAD = 29;

export function compact(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  const mixed = compactMixed(bytes);
  const plainLength = 1 + 5 * Math.floor(bytes.length / 6) + (bytes.length % 6);
  return plainLength < mixed.length ? byteCodewords(bytes) : mixed;
}

function compactMixed(bytes: Uint8Array): number[] {
  const codewords: number[] = [];
  let mode: 'text' | 'bytes' | 'numbers' = 'text';
  let subMode: SubMode = 'upper';
  let at = 0;
  while (at < bytes.length) {
    const digits = stretch(bytes, at, isDigit);
    if (digits >= NUMBERS_WORTH) {
      codewords.push(LATCH_NUMBERS, ...numberCodewords(bytes.subarray(at, at + digits)));
      mode = 'numbers';
      at += digits;
      continue;
    }
    const texts = textStretch(bytes, at);
    const last = at + texts === bytes.length;
    if (texts >= TEXT_WORTH || (texts > 0 && (last || mode === 'text'))) {
      if (mode !== 'text') {
        codewords.push(LATCH_TEXT);
        subMode = 'upper';
      }
      const part = textCodewords(bytes.subarray(at, at + texts), subMode);
      codewords.push(...part.codewords);
      subMode = part.subMode;
      mode = 'text';
      at += texts;
      continue;
    }
    const others = byteStretch(bytes, at);
    const part = bytes.subarray(at, at + others);
    if (others === 1 && mode === 'text') {
      codewords.push(ONE_BYTE, part[0] ?? 0);
    } else {
      codewords.push(...byteCodewords(part));
      mode = 'bytes';
    }
    at += others;
  }
  return codewords;
}

const isDigit = (byte: number) => byte >= 48 && byte <= 57;
const isText = (byte: number) => (byte >= 32 && byte <= 126) || byte === 9 || byte === 10 || byte === 13;

function stretch(bytes: Uint8Array, from: number, fits: (byte: number) => boolean): number {
  let end = from;
  while (end < bytes.length && fits(bytes[end] ?? 0)) end++;
  return end - from;
}

/** Text up to the next long number or non-text byte. */
function textStretch(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end < bytes.length && isText(bytes[end] ?? 0)) {
    const digits = stretch(bytes, end, isDigit);
    if (digits >= NUMBERS_WORTH) break;
    end += Math.max(1, digits);
  }
  return end - from;
}

function byteStretch(bytes: Uint8Array, from: number): number {
  let end = from + 1;
  while (end < bytes.length && textStretch(bytes, end) < TEXT_WORTH) {
    if (stretch(bytes, end, isDigit) >= NUMBERS_WORTH) break;
    end++;
  }
  return end - from;
}

/** Six bytes become five codewords; remaining bytes take one codeword each. */
function byteCodewords(bytes: Uint8Array): number[] {
  const codewords = [bytes.length % 6 === 0 ? LATCH_FULL_BYTES : LATCH_BYTES];
  let at = 0;
  for (; at + 6 <= bytes.length; at += 6) {
    let value = 0n;
    for (let index = 0; index < 6; index++) value = value * 256n + BigInt(bytes[at + index] ?? 0);
    codewords.push(...inBase900(value, 5));
  }
  for (; at < bytes.length; at++) codewords.push(bytes[at] ?? 0);
  return codewords;
}

/** Up to 44 digits, with a 1 in front that keeps leading zeros, become one number in base 900. */
function numberCodewords(digits: Uint8Array): number[] {
  const codewords: number[] = [];
  for (let at = 0; at < digits.length; at += 44) {
    const group = digits.subarray(at, at + 44);
    const value = BigInt(`1${String.fromCharCode(...group)}`);
    codewords.push(...inBase900(value, Math.floor(group.length / 3) + 1));
  }
  return codewords;
}

function inBase900(value: bigint, length: number): number[] {
  const digits = new Array<number>(length).fill(0);
  let rest = value;
  for (let index = length - 1; index >= 0; index--) {
    digits[index] = Number(rest % 900n);
    rest /= 900n;
  }
  return digits;
}

function textCodewords(bytes: Uint8Array, from: SubMode): { codewords: number[]; subMode: SubMode } {
  const values: number[] = [];
  let subMode = from;
  bytes.forEach((byte, at) => {
    subMode = pushCharacter(values, subMode, byte, bytes[at + 1]);
  });
  // The filler also switches from punctuation back to upper case.
  if (values.length % 2 === 1) {
    values.push(PAD);
    if (subMode === 'punctuation') subMode = 'upper';
  }
  const codewords: number[] = [];
  for (let at = 0; at < values.length; at += 2)
    codewords.push(30 * (values[at] ?? 0) + (values[at + 1] ?? 0));
  return { codewords, subMode };
}

const LATCHES: Record<SubMode, Record<SubMode, number[]>> = {
  upper: { upper: [], lower: [27], mixed: [28], punctuation: [28, 25] },
  lower: { upper: [28, 28], lower: [], mixed: [28], punctuation: [28, 25] },
  mixed: { upper: [28], lower: [27], mixed: [], punctuation: [25] },
  punctuation: { upper: [29], lower: [29, 27], mixed: [29, 28], punctuation: [] },
};
const SHIFT_PUNCTUATION = 29;
const SHIFT_UPPER = 27;

function textValue(subMode: SubMode, byte: number): number | null {
  if (byte === 32) return subMode === 'punctuation' ? null : 26;
  if (subMode === 'upper') return byte >= 65 && byte <= 90 ? byte - 65 : null;
  if (subMode === 'lower') return byte >= 97 && byte <= 122 ? byte - 97 : null;
  const index = (subMode === 'mixed' ? MIXED : PUNCTUATION).indexOf(String.fromCharCode(byte));
  return index === -1 ? null : index;
}

const ORDER: readonly SubMode[] = ['upper', 'lower', 'mixed', 'punctuation'];

function pushCharacter(values: number[], current: SubMode, byte: number, next: number | undefined): SubMode {
  const own = textValue(current, byte);
  if (own !== null) {
    values.push(own);
    return current;
  }
  const staysHere = next === undefined || textValue(current, next) !== null;
  const punctuation = textValue('punctuation', byte);
  if (punctuation !== null && (staysHere || textValue('mixed', byte) === null) && current !== 'punctuation') {
    const nextToo = next !== undefined && !staysHere && textValue('punctuation', next) !== null;
    if (!nextToo) {
      values.push(SHIFT_PUNCTUATION, punctuation);
      return current;
    }
  }
  const upper = textValue('upper', byte);
  if (current === 'lower' && upper !== null && staysHere) {
    values.push(SHIFT_UPPER, upper);
    return current;
  }
  for (const subMode of ORDER) {
    const value = textValue(subMode, byte);
    if (value === null) continue;
    values.push(...LATCHES[current][subMode], value);
    return subMode;
  }
  throw new RangeError(`PDF417 text has no character ${byte}`);
}
