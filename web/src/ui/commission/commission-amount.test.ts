import { CLIENTS } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { exampleText, formatMarkup, readAmount, ruleOf } from './commission-amount.ts';

describe('a typed commission', () => {
  it.each([
    ['12', 12],
    ['0', 0],
    [' 0.5 ', 0.5],
    ['12.34', 12.34],
    ['1000', 1000],
  ])('of %j is parsed as %d', (text, amount) => {
    expect(readAmount('percentage', text)).toEqual({ amount });
  });

  it.each(['', '  ', '-1', '-0.01', 'twelve', 'Infinity'])(
    'of %j is rejected with the specified message',
    (text) => {
      expect(readAmount('flat_rate', text)).toEqual({ problem: CLIENTS.commissionInvalid });
    },
  );

  it('has at most two decimals', () => {
    expect(readAmount('percentage', '1.005')).toEqual({ problem: 'Please use at most two decimal places.' });
  });

  it('has a maximum that depends on its type', () => {
    expect(readAmount('percentage', '1000.01')).toEqual({
      problem: 'The commission can be at most 1000.00%.',
    });
    expect(readAmount('flat_rate', '1000.01')).toEqual({ amount: 1000.01 });
    expect(readAmount('flat_rate', '10000.01')).toHaveProperty('problem');
  });
});

describe('a formatted commission', () => {
  it('has its unit and two decimals', () => {
    expect(formatMarkup('percentage', 12)).toBe('12.00%');
    expect(formatMarkup('flat_rate', 0.5)).toBe('$0.50');
    expect(formatMarkup('flat_rate', 1234.5)).toBe('$1,234.50');
  });

  it('previews a price with the rounding of real quotes', () => {
    expect(exampleText(ruleOf('percentage', 12))).toBe('On a $10.00 label, the client pays $11.20');
    expect(exampleText(ruleOf('percentage', 0.05))).toBe('On a $10.00 label, the client pays $10.01');
    expect(exampleText(ruleOf('flat_rate', 0.5))).toBe('On a $10.00 label, the client pays $10.50');
  });
});
