import type { PaymentIntentResult } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './stripe-outcome.ts';

const intent = (status: string) => ({ paymentIntent: { status } }) as PaymentIntentResult;
const error = (type: string, message?: string, code?: string) =>
  ({ error: { type, message, code } }) as PaymentIntentResult;
const unread = () => {
  throw new Error('was read');
};

describe('Stripe’s result', () => {
  it('is a success only if the payment succeeded', async () => {
    expect(await outcomeOf(intent('succeeded'), unread)).toEqual({ kind: 'succeeded' });
    for (const status of ['processing', 'requires_action', 'requires_payment_method'])
      expect(await outcomeOf(intent(status), unread)).toEqual({ kind: 'unfinished' });
  });

  it.each([
    error('card_error', 'Declined.', 'card_declined'),
    error('validation_error', 'Declined.', 'incomplete_number'),
    error('invalid_request_error', 'Declined.', 'payment_intent_authentication_failure'),
  ])('is a decline with Stripe’s message', async (answer) => {
    expect(await outcomeOf(answer, unread)).toEqual({ kind: 'failed', message: 'Declined.' });
  });

  it('may be a decline without a message', async () => {
    expect(await outcomeOf(error('card_error'), unread)).toEqual({ kind: 'failed', message: null });
  });

  it('is looked up after other errors and throws only if it stays unknown', async () => {
    const lost = error('api_connection_error', 'No network.');
    expect(await outcomeOf(lost, async () => intent('succeeded'))).toEqual({ kind: 'succeeded' });
    await expect(outcomeOf(lost, async () => intent('requires_payment_method'))).rejects.toThrow(
      /card|payment/i,
    );
    await expect(outcomeOf(lost, async () => lost)).rejects.toThrow(/card|payment/i);
    // The user clicked twice, and the first click paid.
    const again = error('invalid_request_error', 'Paid already.', 'payment_intent_unexpected_state');
    expect(await outcomeOf(again, async () => intent('succeeded'))).toEqual({ kind: 'succeeded' });
  });

  it('is a canceled payment after too many declined cards', async () => {
    const closed = error('invalid_request_error', 'Canceled.', 'payment_intent_unexpected_state');
    expect(await outcomeOf(closed, async () => intent('canceled'))).toEqual({ kind: 'canceled' });
  });
});
