import { describe, expect, it } from 'vitest';
import { encodeMaxiCode } from './maxicode.ts';
import { MAXICODE_ALWAYS_DARK, MAXICODE_PLACES } from './maxicode-grid.ts';
import { maxiCodeText } from './maxicode-message.ts';
import { encodePdf417 } from './pdf417.ts';
import { compact } from './pdf417-compaction.ts';
import { PDF417_PATTERNS } from './pdf417-patterns.ts';

const times64 = (a: number, b: number): number => {
  let product = 0;
  for (let bit = 0; bit < 6; bit++) if (b & (1 << bit)) product ^= a << bit;
  // Reduce modulo the field's primitive polynomial x⁶ + x + 1.
  for (let bit = 10; bit >= 6; bit--) if (product & (1 << bit)) product ^= 0b1000011 << (bit - 6);
  return product;
};

/** Evaluates a polynomial over GF(64) at α^power. It is zero at every root of the generator when the codewords are correct. */
function evaluateAt(power: number, coefficients: readonly number[]): number {
  let point = 1;
  for (let count = 0; count < power; count++) point = times64(point, 2);
  return coefficients.reduce((sum, coefficient) => times64(sum, point) ^ coefficient, 0);
}

describe('PDF417', () => {
  it('compacts the example of the standard: PDF417 in five codewords with a switch to digits', () => {
    // P D | F ml | 4 1 | 7 ps, two base-30 values per codeword.
    expect(compact('PDF417')).toEqual([15 * 30 + 3, 5 * 30 + 28, 4 * 30 + 1, 7 * 30 + 29]);
  });

  it('compacts groups of 44 digits and of six bytes like the examples of the standard', () => {
    expect(compact('000213298174000')).toEqual([902, 1, 624, 434, 632, 282, 200]);
    expect(compact('\x01\x02\x03\x04\x05\x06')).toEqual([924, ...base900(0x010203040506)]);
  });

  it('makes every message a multiple of the generator polynomial', () => {
    for (const level of [0, 2, 4, 5]) {
      const { codewords, rows, columns } = encodePdf417(
        '[)>\x1e01\x1d0294103\x1d840\x1d019 Main Street\x1e\x04',
        6,
        level,
      );
      expect(codewords).toHaveLength(rows * columns);
      expect(codewords[0]).toBe(rows * columns - 2 ** (level + 1));
      let root = 1;
      for (let power = 1; power <= 2 ** (level + 1); power++) {
        root = (root * 3) % 929;
        expect(codewords.reduce((sum, codeword) => (sum * root + codeword) % 929, 0)).toBe(0);
      }
    }
  });

  it('has 929 distinct patterns in each cluster, with four bars, four spaces and the cluster number', () => {
    const seen = new Set<string>();
    for (let index = 0; index < 3 * 929; index++) {
      const middle = Number.parseInt(PDF417_PATTERNS.slice(3 * index, 3 * index + 3), 32);
      const modules = `1${middle.toString(2).padStart(15, '0')}0`;
      const widths = (modules.match(/1+|0+/g) ?? []).map((run) => run.length);
      expect(widths).toHaveLength(8);
      const [a = 0, , b = 0, , c = 0, , d = 0] = widths;
      expect((a - b + c - d + 9) % 9).toBe(3 * Math.floor(index / 929));
      seen.add(modules);
    }
    expect(seen.size).toBe(3 * 929);
  });

  it('frames every row with the start and stop pattern', () => {
    const { widths, elements, modules, rows } = encodePdf417('FRAMED', 3, 2);
    for (let row = 0; row < rows; row++) {
      const parts = [...widths.subarray(row * elements, (row + 1) * elements)];
      const line = parts.map((wide, at) => (at % 2 === 0 ? '1' : '0').repeat(wide)).join('');
      expect(line.startsWith('11111111010101000')).toBe(true);
      expect(line.endsWith('111111101000101001')).toBe(true);
      expect(line).toHaveLength(modules);
    }
  });

  it('refuses a message that is too long for one symbol', () => {
    expect(() => encodePdf417('x'.repeat(4000), 10, 5)).toThrow(RangeError);
  });
});

function base900(value: number): number[] {
  const digits: number[] = [];
  for (let rest = value, count = 0; count < 5; count++, rest = Math.floor(rest / 900))
    digits.unshift(rest % 900);
  return digits;
}

describe('MaxiCode', () => {
  const message =
    '[)>\x1e01\x1d961Z00000127\x1dUPSN\x1d12345E\x1d320\x1d\x1d1/1\x1d3\x1dN\x1d\x1dSAN FRANCISCO\x1dCA\x1e\x04';
  const symbol = encodeMaxiCode({ postalCode: '94103', country: 840, serviceClass: 3 }, message);

  it('uses each of 864 positions once, and no orientation module', () => {
    const places = (MAXICODE_PLACES.match(/../g) ?? []).map((text) => Number.parseInt(text, 36));
    expect(new Set([...places, ...MAXICODE_ALWAYS_DARK]).size).toBe(864 + MAXICODE_ALWAYS_DARK.length);
    expect(Math.max(...places)).toBeLessThan(33 * 30);
  });

  it('chooses mode 2 for a ZIP code and mode 3 for letters, and encodes it in the first codeword', () => {
    const abroad = encodeMaxiCode({ postalCode: 'M5V3A8', country: 124, serviceClass: 11 }, message);
    expect([symbol.mode, (symbol.codewords[0] ?? 0) & 15]).toEqual([2, 2]);
    expect([abroad.mode, (abroad.codewords[0] ?? 0) & 15]).toEqual([3, 3]);
  });

  it('encodes postal code, country and class at the standard positions', () => {
    const bit = (place: number) =>
      ((symbol.codewords[Math.floor((place - 1) / 6)] ?? 0) >> (5 - ((place - 1) % 6))) & 1;
    const number = (places: number[]) => places.reduce((value, place) => 2 * value + bit(place), 0);
    expect(number([53, 54, 43, 44, 45, 46, 47, 48, 37, 38])).toBe(840);
    expect(number([55, 56, 57, 58, 59, 60, 49, 50, 51, 52])).toBe(3);
    expect(number([39, 40, 41, 42, 31, 32])).toBe(5);
  });

  it('has valid error correction in the primary and both halves of the secondary message', () => {
    const { codewords } = symbol;
    const secondary = codewords.slice(20);
    const halves = [0, 1].map((odd) => secondary.filter((_, at) => at % 2 === odd));
    for (let power = 1; power <= 10; power++) expect(evaluateAt(power, codewords.slice(0, 20))).toBe(0);
    for (const half of halves) {
      expect(half).toHaveLength(62);
      for (let power = 1; power <= 20; power++) expect(evaluateAt(power, half)).toBe(0);
    }
    const broken = codewords.slice(0, 20);
    broken[3] = (broken[3] ?? 0) ^ 1;
    expect(evaluateAt(1, broken)).not.toBe(0);
  });

  it('packs nine digits into six codewords', () => {
    expect(maxiCodeText('123456789')).toEqual([31, 7, 22, 60, 52, 21]);
  });

  it('refuses a message that does not fit', () => {
    expect(() =>
      encodeMaxiCode({ postalCode: '94103', country: 840, serviceClass: 3 }, 'X'.repeat(85)),
    ).toThrow(RangeError);
  });
});
