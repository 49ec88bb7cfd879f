import { inspect } from 'node:util';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { toPaymentEvent } from './stripe-events.ts';
import { asSentence, finalNo, plainError, toIntent, toRefundAnswer } from './stripe-mapping.ts';

const anIntent = (facts: object) =>
  toIntent({
    id: 'pi_1',
    metadata: { payment_id: 'p1' },
    client_secret: 'pi_1_secret_x',
    amount: 900,
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    last_payment_error: null,
    ...facts,
  } as unknown as Stripe.PaymentIntent);

describe('a Stripe intent', () => {
  it.each([
    ['requires_payment_method', 'requires_payment_method'],
    ['requires_confirmation', 'requires_payment_method'],
    ['requires_action', 'requires_action'],
    ['processing', 'processing'],
    ['requires_capture', 'processing'],
    ['something_new', 'processing'],
    ['succeeded', 'succeeded'],
    ['canceled', 'canceled'],
  ])('with status %s maps to %s', (theirs, ours) => {
    expect(anIntent({ status: theirs }).status).toBe(ours);
  });

  it('has the charged amount once it is charged', () => {
    expect(anIntent({}).amountCents).toBe(900);
    expect(anIntent({ status: 'succeeded', amount_received: 850 }).amountCents).toBe(850);
  });

  it('without our metadata has an empty key', () => {
    expect(anIntent({ metadata: {} }).key).toBe('');
  });

  const DECLINED = 'Your card was declined. Please try another card.';
  it.each([
    [{ type: 'card_error', message: 'Your card has expired.' }, 'Your card has expired.'],
    [{ type: 'card_error', message: 'your card has expired' }, 'Your card has expired.'],
    [{ type: 'card_error', message: 'It is lost.', decline_code: 'lost_card' }, DECLINED],
    [{ type: 'card_error', message: 'It is stolen.', decline_code: 'stolen_card' }, DECLINED],
    [{ type: 'card_error', message: 'We keep it.', decline_code: 'pickup_card' }, DECLINED],
    [{ type: 'card_error', message: 'It is fraud.', decline_code: 'fraudulent' }, DECLINED],
    [
      { type: 'api_error', message: 'shard 7 is gone' },
      'Your card could not be processed. Please try again in a moment.',
    ],
    [null, null],
  ])('with %j shows the client a reason', (error, words) => {
    expect(anIntent({ last_payment_error: error }).lastError).toBe(words);
  });
});

describe('a Stripe refund', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    [null, 'pending'],
    ['failed', 'refused'],
    ['canceled', 'refused'],
  ])('with status %s maps to %s', (theirs, ours) => {
    expect(toRefundAnswer({ id: 're_1', status: theirs } as Stripe.Refund).outcome).toBe(ours);
  });
});

describe('a Stripe dispute', () => {
  const event = (status: string, facts: object = {}) =>
    toPaymentEvent({
      id: 'evt_1',
      type: 'charge.dispute.updated',
      livemode: false,
      data: {
        object: {
          id: 'dp_1',
          amount: 500,
          charge: 'ch_1',
          payment_intent: 'pi_1',
          reason: 'general',
          status,
          ...facts,
        },
      },
    });

  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('with status %s maps to %s', (theirs, ours) => {
    expect(event(theirs)).toEqual({
      eventId: 'evt_1',
      kind: 'dispute',
      intentId: 'pi_1',
      dispute: { disputeId: 'dp_1', cents: 500, status: ours, reason: 'general' },
    });
  });

  it.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'])(
    'with status %s takes no money and is ignored',
    (status) => {
      expect(event(status)).toBeNull();
    },
  );

  it('of a charge without an intent is still reported', () => {
    expect(event('needs_response', { payment_intent: null })?.intentId).toBe('ch_1');
  });
});

describe('a Stripe error', () => {
  const body = { type: 'invalid_request_error', message: 'Not so', statusCode: 400 } as const;

  it('that a retry cannot fix is an answer with a sentence', () => {
    const { StripeInvalidRequestError } = Stripe.errors;
    expect(finalNo(new StripeInvalidRequestError({ ...body, code: 'charge_disputed' }))).toEqual({
      code: 'charge_disputed',
      text: 'Not so.',
    });
    expect(finalNo(new StripeInvalidRequestError({ ...body, code: 'balance_insufficient' }))).toBeNull();
    expect(finalNo(new Stripe.errors.StripeAPIError({ ...body, statusCode: 500 }))).toBeNull();
    expect(finalNo(new Stripe.errors.StripeIdempotencyError(body))).toBeNull();
  });

  it('is logged without its attached objects', () => {
    const intent = { id: 'pi_1', client_secret: 'pi_1_secret_x' };
    const error = new Stripe.errors.StripeInvalidRequestError({ ...body, payment_intent: intent } as never);
    expect(inspect(error, { depth: 9 })).toContain('_secret_');
    expect(inspect(plainError(error), { depth: 9 })).not.toContain('_secret_');
    expect(String(plainError(error))).toContain('Not so');
  });

  it('becomes a sentence', () => {
    expect(asSentence(' no such charge ')).toBe('No such charge.');
    expect(asSentence('Done.')).toBe('Done.');
  });
});
