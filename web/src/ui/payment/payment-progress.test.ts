import { PAYMENT } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { PaymentSetupError } from '../../lib/payments.ts';
import { INITIAL, type Loaded, obstacle, paymentReducer, phaseOf, problemOf } from './payment-progress.ts';

const READY: Loaded = {
  provider: true,
  intent: 'ready',
  intentError: null,
  form: 'ready',
  formReady: true,
};

describe('the reason why the user cannot pay yet', () => {
  it.each<[string, Partial<Loaded>, string | null]>([
    ['none if everything has loaded', {}, null],
    ['the payment is loading', { intent: 'loading' }, PAYMENT.stillLoading],
    ['the form is loading', { form: 'loading' }, PAYMENT.stillLoading],
    ['the form does not accept input yet', { formReady: false }, PAYMENT.formNotReady],
    ['the form failed to load', { form: 'failed' }, PAYMENT.formNotLoaded],
    ['no card provider is configured', { provider: false }, PAYMENT.systemNotReady],
    ['an unexpected error', { intent: 'failed', intentError: new TypeError() }, PAYMENT.initializeFailed],
    [
      'an error with its own message',
      { intent: 'failed', intentError: new PaymentSetupError(PAYMENT.noToken) },
      PAYMENT.noToken,
    ],
  ])('%s', (_name, part, message) => {
    expect(obstacle({ ...READY, ...part })).toBe(message);
  });
});

describe('a card outcome', () => {
  it('uses the provider’s decline message, or ours if there is none', () => {
    expect(problemOf({ kind: 'failed', message: 'Your card was declined.' })).toBe('Your card was declined.');
    expect(problemOf({ kind: 'failed', message: null })).toBe(PAYMENT.failed);
    expect(problemOf({ kind: 'unfinished' })).toBe(PAYMENT.notCompleted);
    expect(problemOf({ kind: 'succeeded' })).toBeNull();
  });
});

describe('the phases', () => {
  it('go from loading to the form to processing, and back to the form after a decline', () => {
    expect(phaseOf(INITIAL, { ...READY, intent: 'loading' })).toBe('loading');
    expect(phaseOf(INITIAL, READY)).toBe('form');
    const sent = paymentReducer(INITIAL, { type: 'sent' });
    expect(phaseOf(sent, READY)).toBe('processing');
    expect(paymentReducer(sent, { type: 'refused', problem: PAYMENT.failed })).toEqual({
      step: 'form',
      problem: PAYMENT.failed,
      canceled: false,
      unsettled: false,
      priceChanged: null,
    });
  });

  it('stay at success after late responses', () => {
    const paid = paymentReducer(INITIAL, { type: 'succeeded' });
    expect(paymentReducer(paid, { type: 'refused', problem: PAYMENT.failed })).toBe(paid);
    expect(paymentReducer(paid, { type: 'sent' })).toBe(paid);
  });
});
