import { describe, expect, it } from 'vitest';
import { type CheckRule, checkDigit } from './check-digits.ts';

describe('check digits', () => {
  it.each<[CheckRule, string, string]>([
    ['mod10-3-1', '940011234560000000012', '4'],
    ['mod10-3-1', '920559023456780000012', '0'],
    ['mod10-3-1', '940011120620640626078', '7'],
    ['mod10-1-2', '12345E030000012', '7'],
    ['mod10-1-2', 'A1B2C3021234567', '5'],
    ['mod10-1-2', '5R8939035756712', '7'],
    ['mod11', '98657878885', '5'],
    ['mod11', '0098657878885', '5'],
    ['mod11', '79480839059', '4'],
    ['mod7', '331881002', '5'],
    ['mod7', '123456789', '1'],
    ['s10', '12345678', '5'],
  ])('%s of %s is %s', (rule, body, digit) => {
    expect(checkDigit(rule, body)).toBe(digit);
  });

  it('are 0 for a remainder of ten', () => {
    // 3 × 1 + 7 × 1 = 10, which is not a single digit.
    expect(checkDigit('mod11', '00000001030')).toBe('0');
    expect(checkDigit('s10', '00000010')).toBe('2');
    expect(checkDigit('s10', '00000000')).toBe('5');
    expect(checkDigit('s10', '70000000')).toBe('0');
  });

  it('use the UPS letter values, from A=2 to Z=7', () => {
    const values = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(
      (letter) => 10 - Number(checkDigit('mod10-1-2', letter)),
    );
    expect(values.map((value) => value % 10).join('')).toBe('23456789012345678901234567');
  });
});
