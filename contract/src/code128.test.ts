import { describe, expect, it } from 'vitest';
import { type Code128Symbol, encodeCode128, FNC1 } from './code128.ts';
import { CODE128_STOP, CODE128_WIDTHS } from './code128-patterns.ts';

/** Decodes bars like a scanner: widths to characters, check, then text. */
function read(symbol: Code128Symbol): string {
  const widths = [...symbol.widths].join('');
  expect(widths.endsWith(CODE128_STOP)).toBe(true);
  const values = (widths.slice(0, -CODE128_STOP.length).match(/.{6}/g) ?? []).map((w) =>
    CODE128_WIDTHS.indexOf(w),
  );
  const check = values.pop();
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0);
  expect(check).toBe(sum % 103);
  let set = ['A', 'B', 'C'][(values[0] ?? 0) - 103] ?? '';
  let shifted = '';
  let text = '';
  for (const value of values.slice(1)) {
    const now = shifted || set;
    shifted = '';
    if (value === 102) text += FNC1;
    else if (now === 'C' && value < 100) text += String(value).padStart(2, '0');
    else if (value === 98) shifted = now === 'A' ? 'B' : 'A';
    else if (value === 99) set = 'C';
    else if (value === 100) set = 'B';
    else if (value === 101) set = 'A';
    else text += String.fromCharCode(now === 'A' && value >= 64 ? value - 64 : value + 32);
  }
  return text;
}

const characters = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'0123456789012345678901234567890123456789012345678901234567890123456789',
  FNC1,
];

/** The same pseudo-random texts in every run. */
function sampleTexts(count: number, maxLength: number): string[] {
  let state = 20261115;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const character = () => characters[below(characters.length)] ?? '';
  return Array.from({ length: count }, () =>
    Array.from({ length: below(maxLength + 1) }, character).join(''),
  );
}

describe('Code 128', () => {
  it('has distinct patterns of eleven modules, each with an even number of dark ones', () => {
    const dark = (widths: string) =>
      [...widths].reduce((sum, width, at) => sum + (at % 2 ? 0 : Number(width)), 0);
    expect(CODE128_WIDTHS).toHaveLength(106);
    expect(new Set(CODE128_WIDTHS).size).toBe(106);
    for (const widths of CODE128_WIDTHS) {
      expect([...widths].reduce((sum, width) => sum + Number(width), 0)).toBe(11);
      expect(dark(widths) % 2).toBe(0);
    }
  });

  it('computes published check characters', () => {
    // The textbook check value is 54 for a start in set A. Set B, whose start counts one more, gives 55.
    expect(encodeCode128('PJJ123C').codewords).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55]);
    expect(encodeCode128('Wikipedia').codewords).toEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88]);
    expect(encodeCode128('123456').codewords).toEqual([105, 12, 34, 56, 44]);
  });

  it('encodes a GS1 element string with two function characters', () => {
    const { codewords, modules } = encodeCode128(`${FNC1}42094103${FNC1}9400112345600000000124`);
    expect(codewords.slice(0, 8)).toEqual([105, 102, 42, 9, 41, 3, 102, 94]);
    expect(codewords).toHaveLength(19);
    expect(modules).toBe(19 * 11 + 13);
  });

  it.each([
    ['12', 3],
    ['A12', 5],
    ['A1234', 6],
    ['1234A', 6],
    ['12345', 6],
    ['a\tb', 6],
    ['\t\ta\t\t', 8],
  ])('uses the fewest characters for %j', (text, length) => {
    expect(encodeCode128(text).codewords).toHaveLength(length);
  });

  it('decodes to the encoded text', () => {
    for (const text of sampleTexts(1000, 40)) expect(read(encodeCode128(text))).toBe(text);
  });

  it('rejects a character outside ASCII', () => {
    expect(() => encodeCode128('é')).toThrow(RangeError);
  });
});
