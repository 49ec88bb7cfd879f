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

describe('what stands in the way of paying', () => {
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

describe('the answer of a card', () => {
  it('that is refused is told in its own words, else in ours', () => {
    expect(problemOf({ kind: 'failed', message: 'Your card was declined.' })).toBe('Your card was declined.');
    expect(problemOf({ kind: 'failed', message: null })).toBe(PAYMENT.failed);
    expect(problemOf({ kind: 'unfinished' })).toBe(PAYMENT.notCompleted);
    expect(problemOf({ kind: 'succeeded' })).toBeNull();
  });
});

describe('the phases', () => {
  it('go from loading over the form to processing, and after a refusal back to the form', () => {
    expect(phaseOf(INITIAL, { ...READY, intent: 'loading' })).toBe('loading');
    expect(phaseOf(INITIAL, READY)).toBe('form');
    const sent = paymentReducer(INITIAL, { type: 'sent' });
    expect(phaseOf(sent, READY)).toBe('processing');
    expect(paymentReducer(sent, { type: 'refused', problem: PAYMENT.failed })).toEqual({
      step: 'form',
      problem: PAYMENT.failed,
    });
  });

  it('end with success, whatever comes after', () => {
    const paid = paymentReducer(INITIAL, { type: 'succeeded' });
    expect(paymentReducer(paid, { type: 'refused', problem: PAYMENT.failed })).toBe(paid);
    expect(paymentReducer(paid, { type: 'sent' })).toBe(paid);
  });
});
