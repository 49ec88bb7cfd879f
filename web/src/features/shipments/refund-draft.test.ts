import { SHIPMENTS } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { amountNote, checkRefund, leftText } from './refund-draft.ts';

const draft = { amount: '8.41', reason: 'Damaged', voidLabel: false };

describe('a refund', () => {
  it('trims its reason', () => {
    expect(checkRefund({ ...draft, reason: '  Damaged \n' })).toEqual({
      body: { amount: 8.41, reason: 'Damaged', voidLabel: false },
    });
  });

  it.each(['0', '0.001', '-1', 'x', '8.411', '8,41'])(
    'of %j is rejected with the specified message',
    (amount) => {
      expect(checkRefund({ ...draft, amount })).toEqual({ errors: { amount: SHIPMENTS.amountInvalid } });
    },
  );

  it('reports both problems together, and a reason that is too long', () => {
    expect(checkRefund({ amount: '', reason: ' \n', voidLabel: false })).toEqual({
      errors: { amount: SHIPMENTS.amountInvalid, reason: SHIPMENTS.reasonMissing },
    });
    expect(checkRefund({ ...draft, reason: 'x'.repeat(501) })).toHaveProperty('errors.reason');
    expect(checkRefund({ ...draft, reason: ` ${'x'.repeat(500)} ` })).toHaveProperty('body');
  });
});

describe('the hint below the amount', () => {
  const sums = { cost: 8.41, refunded: 5.21, refundable: 3.2 };

  it('is the refundable amount', () => {
    expect(leftText({ cost: 8.41, refunded: 0, refundable: 8.41 })).toBe('Up to $8.41 can be refunded.');
    expect(leftText(sums)).toBe('$3.20 can still be refunded; $5.21 has already been refunded.');
    expect(leftText({ cost: 8.41, refunded: 8.41, refundable: 0 })).toBe(
      'This shipment has been fully refunded ($8.41).',
    );
    expect(leftText({ cost: 8.41, refunded: 0, refundable: 0 })).toMatch(/can’t be refunded/);
  });

  it('warns about more than the cost or the refundable amount', () => {
    expect(amountNote('8.42', sums)).toBe('More than this shipment’s cost ($8.41)');
    expect(amountNote('8.41', sums)).toBe('More than the refundable amount ($3.20)');
    expect(amountNote('3.20', sums)).toBeNull();
    expect(amountNote('x', sums)).toBeNull();
  });
});
