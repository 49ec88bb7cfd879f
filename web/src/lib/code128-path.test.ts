import { encodeCode128 } from '@lading/contract/code128.ts';
import { expect, test } from 'vitest';
import { code128Path, QUIET_ZONE_MODULES } from './code128-path.ts';

/** The bars of a drawn path as a row of modules, bar = 1. */
function modulesOf(text: string): string {
  const { d, modules } = code128Path(text);
  const row = new Array<string>(modules).fill('0');
  for (const [, x, width] of d.matchAll(/M(\d+) 0h(\d+)v1h-\d+z/g)) {
    row.fill('1', Number(x), Number(x) + Number(width));
  }
  return row.join('');
}

test('draws the standard start and stop patterns between two quiet zones', () => {
  const row = modulesOf('9400');
  expect(row.slice(QUIET_ZONE_MODULES, QUIET_ZONE_MODULES + 11)).toBe('11010011100');
  expect(row.slice(-QUIET_ZONE_MODULES - 13, -QUIET_ZONE_MODULES)).toBe('1100011101011');
  expect(row.startsWith('0'.repeat(QUIET_ZONE_MODULES))).toBe(true);
  expect(row.endsWith('0'.repeat(QUIET_ZONE_MODULES))).toBe(true);
});

test('draws distinct symbols, each eleven modules wide with an even number of dark modules', () => {
  const seen = new Map<string, number>();
  const texts = [...Array(95).keys()].map((n) => String.fromCharCode(32 + n));
  for (const text of [...texts, '9495969798990001']) {
    const row = modulesOf(text).slice(QUIET_ZONE_MODULES, -QUIET_ZONE_MODULES - 2);
    for (const [index, value] of encodeCode128(text).codewords.entries()) {
      const symbol = row.slice(index * 11, index * 11 + 11);
      expect(symbol).toMatch(/^1.*0$/);
      expect(symbol.replaceAll('0', '').length % 2).toBe(0);
      expect(seen.get(symbol) ?? value).toBe(value);
      seen.set(symbol, value);
    }
  }
  expect(seen.size).toBe(new Set(seen.values()).size);
});

test('rejects text outside ASCII', () => {
  expect(() => code128Path('é')).toThrow(RangeError);
});
