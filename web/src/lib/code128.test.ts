import { expect, test } from 'vitest';
import { code128Path, encodeCode128, QUIET_ZONE_MODULES } from './code128.ts';

/** Decodes symbol values by the standard's rules, independently of the encoder. */
function decode(values: readonly number[]): string {
  const [start, ...rest] = values;
  expect(rest.pop()).toBe(106);
  const check = rest.pop();
  const sum = rest.reduce((total, value, index) => total + value * (index + 1), start ?? 0);
  expect(check).toBe(sum % 103);
  let set = start === 105 ? 'C' : 'B';
  let text = '';
  for (const value of rest) {
    if (value === 99 && set === 'B') set = 'C';
    else if (value === 100 && set === 'C') set = 'B';
    else if (set === 'C') text += String(value).padStart(2, '0');
    else text += String.fromCharCode(value + 32);
  }
  return text;
}

/** The bars of a path as a row of modules, bar = 1. */
function modulesOf(text: string): string {
  const { d, modules } = code128Path(text);
  const row = new Array<string>(modules).fill('0');
  for (const [, x, width] of d.matchAll(/M(\d+) 0h(\d+)v1h-\d+z/g)) {
    row.fill('1', Number(x), Number(x) + Number(width));
  }
  return row.join('');
}

test('a text in set B has the published check value', () => {
  expect(encodeCode128('Wikipedia')).toEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106]);
});

test('an even number of digits is one run of set C', () => {
  expect(encodeCode128('123456')).toEqual([105, 12, 34, 56, 44, 106]);
});

test('digits between letters switch the set only if that is shorter', () => {
  expect(encodeCode128('A1234B')).not.toContain(99);
  expect(encodeCode128('A123456B')).toContain(99);
  expect(encodeCode128('AB1234')).toContain(99);
});

test('start and stop match the standard, inside both quiet zones', () => {
  const row = modulesOf('9400');
  expect(row.slice(QUIET_ZONE_MODULES, QUIET_ZONE_MODULES + 11)).toBe('11010011100');
  expect(row.slice(-QUIET_ZONE_MODULES - 13, -QUIET_ZONE_MODULES)).toBe('1100011101011');
  expect(row.startsWith('0'.repeat(QUIET_ZONE_MODULES))).toBe(true);
  expect(row.endsWith('0'.repeat(QUIET_ZONE_MODULES))).toBe(true);
});

test('every symbol is eleven modules wide with an even number of dark ones, and no two are alike', () => {
  const seen = new Map<string, number>();
  const texts = [...Array(95).keys()].map((n) => String.fromCharCode(32 + n));
  for (const text of [...texts, '9495969798990001']) {
    const row = modulesOf(text).slice(QUIET_ZONE_MODULES, -QUIET_ZONE_MODULES - 2);
    for (const [index, value] of encodeCode128(text).slice(0, -1).entries()) {
      const symbol = row.slice(index * 11, index * 11 + 11);
      expect(symbol).toMatch(/^1.*0$/);
      expect(symbol.replaceAll('0', '').length % 2).toBe(0);
      expect(seen.get(symbol) ?? value).toBe(value);
      seen.set(symbol, value);
    }
  }
  expect(seen.size).toBe(new Set(seen.values()).size);
});

test('decoding returns the encoded text', () => {
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: 1 + random(24) }, () =>
      random(3) ? String(random(10)) : String.fromCharCode(32 + random(95)),
    ).join('');
    expect(decode(encodeCode128(text))).toBe(text);
  }
});

test('text outside printable ASCII is rejected', () => {
  expect(() => encodeCode128('é')).toThrow(RangeError);
  expect(() => encodeCode128('')).toThrow(RangeError);
});
