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

describe('the obstacle to paying', () => {
  it.each<[string, Partial<Loaded>, string | null]>([
    ['nothing', {}, null],
    ['a payment on its way', { intent: 'loading' }, PAYMENT.stillLoading],
    ['a form on its way', { form: 'loading' }, PAYMENT.stillLoading],
    ['a form that cannot be typed into yet', { formReady: false }, PAYMENT.formNotReady],
    ['a form that did not come', { form: 'failed' }, PAYMENT.formNotLoaded],
    ['nobody to take cards', { provider: false }, PAYMENT.systemNotReady],
    ['an error nobody foresaw', { intent: 'failed', intentError: new TypeError() }, PAYMENT.initializeFailed],
    [
      'a refusal with its own words',
      { intent: 'failed', intentError: new PaymentSetupError(PAYMENT.noToken) },
      PAYMENT.noToken,
    ],
  ])('%s', (_name, part, sentence) => {
    expect(obstacle({ ...READY, ...part })).toBe(sentence);
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
    });
  });

  it('end with success, whatever follows', () => {
    const paid = paymentReducer(INITIAL, { type: 'succeeded' });
    expect(paymentReducer(paid, { type: 'refused', problem: PAYMENT.failed })).toBe(paid);
    expect(paymentReducer(paid, { type: 'sent' })).toBe(paid);
  });
});
