import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { RefundBodySchema } from './admin-shipments.ts';
import { CreateBatchBodySchema } from './bulk.ts';
import { type storable, visibleLine, visibleOnly, visibleText } from './storable-text.ts';

const accepts = (check: typeof storable, text: string) => z.string().check(check).safeParse(text).success;

describe('text that people read (AU19, L6, CS18)', () => {
  it.each([
    ['U+0001', '\u0001'],
    ['delete', '\u007f'],
    ['right-to-left override', '\u202e'],
    ['right-to-left isolate', '\u2067'],
    ['Arabic letter mark', '\u061c'],
    ['zero-width space', '\u200b'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\ufeff'],
    ['line separator', '\u2028'],
    ['a lone surrogate', '\ud800'],
    ['NUL', '\0'],
  ])('has no %s', (_name, character) => {
    expect(accepts(visibleLine, `a${character}b`)).toBe(false);
    expect(accepts(visibleText, `a${character}b`)).toBe(false);
  });

  it('may use any script, accents and emoji', () => {
    for (const text of ['Größe', 'Łódź', '東京', 'Αθήνα', 'שלום', '📦'])
      expect([accepts(visibleLine, text), accepts(visibleText, text)]).toEqual([true, true]);
  });

  it('has line breaks only where a text may have several lines', () => {
    expect(accepts(visibleLine, 'a\nb')).toBe(false);
    expect(accepts(visibleText, 'a\r\n\tb')).toBe(true);
  });

  it('includes file names and refund reasons', () => {
    const batch = { fileHash: 'a'.repeat(64), source: 'template', columns: ['a'], rowCount: 1 };
    const named = (fileName: string) => CreateBatchBodySchema.safeParse({ ...batch, fileName }).success;
    expect([named('orders.csv'), named('sro\u202evsc.exe'), named('a\nb.csv')]).toEqual([true, false, false]);
    const refund = (reason: string) => RefundBodySchema.safeParse({ amount: 1, reason }).success;
    expect([refund('Lost\nin transit'), refund('Lost\u200b')]).toEqual([true, false]);
  });
});

describe('the amount of a refund (MA07)', () => {
  it.each([1e-9, 0.001, 0, -1, 0.125])('%d is not a sum of cents', (amount) => {
    expect(RefundBodySchema.safeParse({ amount, reason: 'Lost' }).success).toBe(false);
  });
  it('is at least a cent', () => {
    expect(RefundBodySchema.safeParse({ amount: 0.01, reason: 'Lost' }).success).toBe(true);
    expect(RefundBodySchema.safeParse({ amount: 0.1 + 0.2, reason: 'Lost' }).success).toBe(true);
  });
});

describe('text of other programs', () => {
  it.each([
    ['Dana\u0000 \u202eReyes\ud800 🎁', 'Dana Reyes 🎁'],
    [' a\n\tb ', 'a b'],
    ['abcdefghijk', 'abcdefghij'],
    ['abcdefghi📦', 'abcdefghi'],
    ['\u0007\u200f', ''],
  ])('%j becomes %j', (text, shown) => {
    expect(visibleOnly(text, 10 + (shown.includes('🎁') ? 10 : 0))).toBe(shown);
  });
});
