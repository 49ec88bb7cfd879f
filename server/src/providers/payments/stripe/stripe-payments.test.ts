import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/build-test-app.ts';
import { chanceOf } from '../../../../test/doubles/fault-plan.ts';
import { type StripeDouble, startStripeDouble } from '../../../../test/doubles/stripe-double.ts';
import { atStripe, stripeAt } from '../../../../test/stripe-at-double.ts';
import { newId } from '../../../platform/ids.ts';
import type { Intent } from '../port.ts';
import { paymentPortSuite } from '../port-suite.ts';
import { storedCardsSuite } from '../stored-cards-suite.ts';
import type { StripePayments } from './stripe-payments.ts';

paymentPortSuite('Stripe', async () => {
  const double = await startStripeDouble();
  const confirm = async ({ intentId }: Intent, card: string) => {
    await atStripe(double, 'confirm', { intentId, card });
  };
  return {
    provider: stripeAt(double),
    another: () => stripeAt(double),
    pay: (intent) => confirm(intent, '4242424242424242'),
    fail: (intent) => confirm(intent, '4000000000009995'),
    startAuthentication: (intent) => confirm(intent, '4000002760003184'),
    close: () => double.close(),
  };
});

storedCardsSuite('Stripe', async () => {
  const double = await startStripeDouble();
  /** Answers the bank if it asks. */
  const send = async (order: string, ids: object, step: object) => {
    const answer = await atStripe<{ status?: string }>(double, order, { ...ids, ...step });
    if (answer.status === 'requires_action')
      await atStripe(double, order, { ...ids, authentication: 'complete' });
  };
  return {
    provider: stripeAt(double),
    another: () => stripeAt(double),
    pay: ({ intentId }) => send('confirm', { intentId }, { card: '4242424242424242' }),
    save: ({ setupId }, card) => send('confirm-setup', { setupIntentId: setupId }, { card }),
    confirm: ({ intentId }, methodId) => send('confirm', { intentId }, { methodId }),
    close: () => double.close(),
  };
});

describe('Stripe', () => {
  let double: StripeDouble;
  let provider: StripePayments;
  beforeEach(async () => {
    double = await startStripeDouble();
    provider = stripeAt(double, new ManualClock());
  });
  afterEach(() => double.close());

  const made = (kind: string) => double.server.journal.filter((entry) => entry.kind === kind);
  const orderOf = (key: string) => ({ key, amountCents: 900, currency: 'USD', description: '' }) as const;
  const refundOf = (intentId: string, key = newId(), reason = 'It was late.') => ({
    key,
    intentId,
    shipmentId: null,
    amountCents: 300,
    reason,
  });
  async function paid(): Promise<string> {
    const intent = await provider.createIntent(orderOf(newId()));
    if (intent.status === 'refused') throw new Error(intent.text);
    await atStripe(double, 'confirm', { intentId: intent.intentId, card: '4242424242424242' });
    return intent.intentId;
  }

  /** A key for which the double stores a failure this many times before the next key works. */
  function unluckyKey(prefix: string, failures = 1): string {
    const ends = ['', ':2', ':3'].slice(0, failures + 1);
    for (;;) {
      const key = newId();
      const fails = ends.map((end) => chanceOf(`stored ${prefix}:${key}${end}`) < 0.5);
      if (fails.indexOf(false) === failures) return key;
    }
  }

  describe.each([
    ['has executed the call', 1],
    ['has not executed the call', 0],
  ])('when it stores a failure for the key and %s', (_case, done) => {
    it('creates one intent', async () => {
      const key = unluckyKey('payment');
      await atStripe(double, 'settings', { storedErrors: { share: 0.5, done } });
      const intent = await provider.createIntent(orderOf(key));
      expect(intent).toMatchObject({ key, amountCents: 900, status: 'requires_payment_method' });
      expect(await provider.createIntent(orderOf(key))).toEqual(intent);
      expect(made('intent_created')).toHaveLength(1);
    });

    it('creates one intent, even when Stripe replays a failure for the second key', async () => {
      const key = unluckyKey('payment', 2);
      await atStripe(double, 'settings', { storedErrors: { share: 0.5, done } });
      expect(await provider.createIntent(orderOf(key))).toMatchObject({ key, amountCents: 900 });
      expect(made('intent_created')).toHaveLength(1);
    });

    it('refunds once', async () => {
      const order = refundOf(await paid(), unluckyKey('refund'));
      await atStripe(double, 'settings', { storedErrors: { share: 0.5, done } });
      const answer = await provider.refund(order);
      expect(answer.outcome).toBe('succeeded');
      expect(await provider.refund(order)).toEqual(answer);
      expect(made('refunded')).toHaveLength(1);
    });
  });

  it('refunds once, even when Stripe has forgotten the key', async () => {
    const order = refundOf(await paid());
    const first = await provider.refund(order);
    await atStripe(double, 'settings', { keysLiveMs: 0 });
    expect(await provider.refund(order)).toEqual(first);
    expect(made('refunded')).toHaveLength(1);
  });

  it('finds a refund among hundreds of the same payment', async () => {
    const intentId = await paid();
    const key = newId();
    const first = await provider.refund({ ...refundOf(intentId, key), amountCents: 1 });
    for (let count = 0; count < 120; count += 1)
      await provider.refund({ ...refundOf(intentId), amountCents: 1 });
    expect(await provider.findRefund(intentId, key)).toEqual(first);
  });

  it('reports a refund that is pending, and one that failed later', async () => {
    await atStripe(double, 'settings', { refundsPendMs: null });
    const order = refundOf(await paid());
    const answer = await provider.refund(order);
    expect(answer.outcome).toBe('pending');
    const refundId = 'refundId' in answer ? answer.refundId : '';
    await atStripe(double, 'refund', { refundId, status: 'failed' });
    expect(await provider.findRefund(order.intentId, order.key)).toEqual({
      outcome: 'refused',
      text: 'The refund failed: expired or canceled card.',
    });
  });

  it('gets the reason for a refund, truncated to Stripe’s limit', async () => {
    await provider.refund(refundOf(await paid(), newId(), `${'x'.repeat(499)}😀😀`));
    const answer = await fetch(`${double.url}/v1/refunds`, {
      headers: { authorization: 'Bearer sk_test_double' },
    });
    const { data } = (await answer.json()) as { data: { reason: string; metadata: { reason: string } }[] };
    expect(data[0]?.reason).toBe('requested_by_customer');
    expect(data[0]?.metadata.reason).toBe(`${'x'.repeat(499)}\uFFFD`);
  });

  it('is not called for a while when most calls fail; a declined card is not a failure', async () => {
    const intentId = await paid();
    for (let count = 0; count < 10; count += 1) await provider.readIntent('pi_unknown');
    const asked = () => [...double.server.calls.values()].reduce((sum, calls) => sum + calls, 0);
    double.server.faults.errors = 1;
    for (let count = 0; count < 10; count += 1)
      await expect(provider.readIntent(intentId)).rejects.toThrow(/^Stripe: /);
    const before = asked();
    await expect(provider.readIntent(intentId)).rejects.toThrow(/^Stripe: /);
    expect(asked()).toBe(before);
  });
});
