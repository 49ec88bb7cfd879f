import { SHIPMENTS } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { amountNote, amountOf, checkRefund, leftText } from './refund-draft.ts';

const draft = { amount: '8.41', reason: 'Damaged', voidLabel: false };

describe('the amount of a refund', () => {
  it.each([
    ['8.41', 8.41],
    [' $8.4 ', 8.4],
    ['.50', 0.5],
    ['1,234.50', 1234.5],
    ['7.', 7],
  ])('reads %j as %d', (text, amount) => {
    expect(amountOf(text)).toBe(amount);
  });

  it.each(['', '.', '$', 'eight', '8,41', '1e3', '-5', '8.41.1', '0x10', 'Infinity'])(
    'refuses %j',
    (text) => {
      expect(amountOf(text)).toBeNaN();
    },
  );
});

describe('a refund', () => {
  it('is sent with its reason trimmed', () => {
    expect(checkRefund({ ...draft, reason: '  Damaged \n' })).toEqual({
      body: { amount: 8.41, reason: 'Damaged', voidLabel: false },
    });
  });

  it.each(['0', '0.001', '-1', 'x', '8.411'])('of %j says what an amount is', (amount) => {
    expect(checkRefund({ ...draft, amount })).toEqual({ errors: { amount: SHIPMENTS.amountInvalid } });
  });

  it('names both problems at once, and no reason longer than there is room for', () => {
    expect(checkRefund({ amount: '', reason: ' \n', voidLabel: false })).toEqual({
      errors: { amount: SHIPMENTS.amountInvalid, reason: SHIPMENTS.reasonMissing },
    });
    expect(checkRefund({ ...draft, reason: 'x'.repeat(501) })).toHaveProperty('errors.reason');
    expect(checkRefund({ ...draft, reason: ` ${'x'.repeat(500)} ` })).toHaveProperty('body');
  });
});

describe('what is said about the amount', () => {
  const sums = { cost: 8.41, refunded: 5.21, refundable: 3.2 };

  it('is what can still go back', () => {
    expect(leftText({ cost: 8.41, refunded: 0, refundable: 8.41 })).toBe('Up to $8.41 can be refunded.');
    expect(leftText(sums)).toBe('$3.20 can still be refunded; $5.21 was refunded already.');
    expect(leftText({ cost: 8.41, refunded: 8.41, refundable: 0 })).toBe(
      'All of it ($8.41) was refunded already.',
    );
    expect(leftText({ cost: 8.41, refunded: 0, refundable: 0 })).toMatch(/^Nothing/);
  });

  it('is a note when it is more than the cost or than what is left', () => {
    expect(amountNote('8.42', sums)).toBe("More than this shipment's cost ($8.41)");
    expect(amountNote('8.41', sums)).toBe('More than is left ($3.20)');
    expect(amountNote('3.20', sums)).toBeNull();
    expect(amountNote('x', sums)).toBeNull();
  });
});
