import { describe, expect, it } from 'vitest';
import { oddTexts } from '../testing.ts';
import { type Code128Symbol, encodeCode128, encodeGs1, FNC1 } from './code128.ts';
import { CODE128_STOP, CODE128_WIDTHS } from './code128-patterns.ts';

/** Reads bars back as a scanner does: widths to characters, the check, then the text. */
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

describe('Code 128', () => {
  it('has patterns of eleven modules, all different, each with an even number of dark ones', () => {
    const dark = (widths: string) =>
      [...widths].reduce((sum, width, at) => sum + (at % 2 ? 0 : Number(width)), 0);
    expect(CODE128_WIDTHS).toHaveLength(106);
    expect(new Set(CODE128_WIDTHS).size).toBe(106);
    for (const widths of CODE128_WIDTHS) {
      expect([...widths].reduce((sum, width) => sum + Number(width), 0)).toBe(11);
      expect(dark(widths) % 2).toBe(0);
    }
  });

  it('gives the known check character of a much printed example', () => {
    // "PJJ123C" begun in set A has 54; begun in set B, whose start counts one more, 55.
    expect(encodeCode128('PJJ123C').codewords).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55]);
  });

  it('puts a second function character between postal code and number', () => {
    const { codewords, modules } = encodeGs1('42094103', '9400112345600000000124');
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
  ])('takes no more characters than it must for %j', (text, length) => {
    expect(encodeCode128(text).codewords).toHaveLength(length);
  });

  it('is read back exactly, whatever the text', () => {
    for (const text of oddTexts(1000, 40, characters)) expect(read(encodeCode128(text))).toBe(text);
  });

  it('refuses a character that it does not have', () => {
    expect(() => encodeCode128('é')).toThrow(RangeError);
  });
});
