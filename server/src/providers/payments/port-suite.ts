import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Intent, PaymentProvider, RefundOrder } from './port.ts';

/** A provider under test, and the actions of a client. */
interface PaymentBench {
  provider: PaymentProvider;
  /** The same provider in another process. */
  another(): PaymentProvider;
  pay(intent: Intent): Promise<void>;
  /** Tries a card that is declined. */
  fail(intent: Intent): Promise<void>;
  /** Starts to pay with a card that needs 3-D Secure, and stops before the check. */
  startAuthentication(intent: Intent): Promise<void>;
  close(): Promise<void>;
}

/** Tests for every payment provider. */
export function paymentPortSuite(name: string, make: () => Promise<PaymentBench>): void {
  describe(`${name} as a payment provider`, () => {
    let bench: PaymentBench;
    let provider: PaymentProvider;
    beforeAll(async () => {
      bench = await make();
      provider = bench.provider;
    });
    afterAll(() => bench.close());

    const orderOf = (amountCents: number, key = newId()) =>
      ({ key, amountCents, currency: 'USD', description: 'Two labels' }) as const;
    const refundOf = (intent: Intent, amountCents: number, key = newId()): RefundOrder => ({
      key,
      intentId: intent.intentId,
      shipmentId: null,
      amountCents,
      reason: 'The label could not be bought',
    });
    async function create(amountCents = 1000, key = newId()): Promise<Intent> {
      const intent = await provider.createIntent(orderOf(amountCents, key));
      if (intent.status === 'refused') throw new Error(intent.text);
      return intent;
    }
    async function createPaid(amountCents = 1000): Promise<Intent> {
      const intent = await create(amountCents);
      await bench.pay(intent);
      return intent;
    }
    const statusOf = async ({ intentId }: Intent) => (await provider.readIntent(intentId))?.status;
    const isGranted = ({ outcome }: { outcome: string }) => outcome !== 'refused';

    describe('creates an intent', () => {
      it('that can be read by its id and by our key', async () => {
        const key = newId();
        const intent = await create(841, key);
        expect(intent).toMatchObject({
          key,
          amountCents: 841,
          currency: 'USD',
          status: 'requires_payment_method',
          lastError: null,
        });
        expect(intent.clientSecret).not.toBe('');
        expect(await provider.readIntent(intent.intentId)).toEqual(intent);
        expect(await provider.findIntent(key)).toEqual(intent);
        expect(await bench.another().findIntent(key)).toEqual(intent);
      });

      it('once per key, with one secret, for concurrent calls of several processes', async () => {
        const order = orderOf(500);
        const providers = [provider, bench.another()];
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) => providers[at % 2]?.createIntent(order)),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(answers[0]).toEqual(await provider.findIntent(order.key));
      });

      it('with another id and secret for another key', async () => {
        const [one, two] = [await create(), await create()];
        expect(one.intentId).not.toBe(two.intentId);
        expect(one.clientSecret).not.toBe(two.clientSecret);
      });

      it('of 50 cents and of 99,999,999 cents', async () => {
        expect((await create(50)).amountCents).toBe(50);
        expect((await create(99_999_999)).amountCents).toBe(99_999_999);
      });

      it.each([49, 0, -1, 50.5, 100_000_000, 1e12, Number.NaN, Number.POSITIVE_INFINITY])(
        'but refuses an amount of %d cents with an answer',
        async (amountCents) => {
          const order = orderOf(amountCents);
          expect(await provider.createIntent(order)).toEqual({ status: 'refused', text: expect.any(String) });
          expect(await provider.findIntent(order.key)).toBeNull();
        },
      );

      it('but not a second one for the same key with another amount', async () => {
        const intent = await create(1000);
        await expect(provider.createIntent(orderOf(999, intent.key))).rejects.toThrow(/key/i);
        expect(await provider.findIntent(intent.key)).toEqual(intent);
      });
    });

    it('returns null for unknown keys and ids', async () => {
      expect(await provider.findIntent(newId())).toBeNull();
      expect(await provider.readIntent('pi_unknown')).toBeNull();
      await expect(provider.cancelIntent('pi_unknown')).rejects.toThrow(/pi_unknown/);
      expect(await provider.findRefund('pi_unknown', newId())).toBeNull();
    });

    it('shows the payment status in every process', async () => {
      const intent = await create();
      await bench.fail(intent);
      expect(await provider.readIntent(intent.intentId)).toMatchObject({
        status: 'requires_payment_method',
        lastError: expect.stringMatching(/^[A-Z].+\.$/),
      });
      await bench.startAuthentication(intent);
      expect(await statusOf(intent)).toBe('requires_action');
      await bench.pay(intent);
      expect(await bench.another().readIntent(intent.intentId)).toEqual({
        ...intent,
        status: 'succeeded',
        paidWith: { brand: 'visa', last4: '4242' },
      });
    });

    describe('cancels', () => {
      it('an unpaid intent for good', async () => {
        const intent = await create();
        expect(await provider.cancelIntent(intent.intentId)).toEqual({ ...intent, status: 'canceled' });
        expect((await provider.cancelIntent(intent.intentId)).status).toBe('canceled');
        await bench.pay(intent).catch(() => {});
        expect(await statusOf(intent)).toBe('canceled');
      });

      it('an intent that waits for authentication', async () => {
        const intent = await create();
        await bench.startAuthentication(intent);
        expect((await provider.cancelIntent(intent.intentId)).status).toBe('canceled');
      });

      it('nothing that is already paid', async () => {
        const intent = await createPaid();
        expect((await provider.cancelIntent(intent.intentId)).status).toBe('succeeded');
        expect(await statusOf(intent)).toBe('succeeded');
      });

      it('or charges, never both, when both happen at the same time', async () => {
        for (let round = 0; round < 10; round += 1) {
          const intent = await create();
          const [canceled] = await Promise.all([
            provider.cancelIntent(intent.intentId),
            bench.pay(intent).catch(() => {}),
          ]);
          expect(await statusOf(intent)).toBe(canceled.status);
        }
      });
    });

    describe('refunds', () => {
      it('parts of a payment up to its total, and not a cent more', async () => {
        const intent = await createPaid(1000);
        expect(isGranted(await provider.refund(refundOf(intent, 400)))).toBe(true);
        expect(await provider.refund(refundOf(intent, 601))).toEqual({
          outcome: 'refused',
          text: expect.stringMatching(/^[A-Z].+\.$/),
        });
        expect(isGranted(await provider.refund(refundOf(intent, 600)))).toBe(true);
        expect(isGranted(await provider.refund(refundOf(intent, 1)))).toBe(false);
      });

      it('once per key, for concurrent calls of several processes', async () => {
        const intent = await createPaid(1000);
        const order = refundOf(intent, 600);
        const providers = [provider, bench.another()];
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) => providers[at % 2]?.refund(order)),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(await provider.findRefund(intent.intentId, order.key)).toEqual(answers[0]);
        expect(isGranted(await provider.refund(refundOf(intent, 401)))).toBe(false);
        expect(isGranted(await provider.refund(refundOf(intent, 400)))).toBe(true);
      });

      it('no more than the payment when 20 refunds run at the same time', async () => {
        const intent = await createPaid(1000);
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => provider.refund(refundOf(intent, 100))),
        );
        expect(answers.filter(isGranted)).toHaveLength(10);
      });

      it('nothing of an unpaid intent', async () => {
        const intent = await create();
        expect(isGranted(await provider.refund(refundOf(intent, 100)))).toBe(false);
        expect(isGranted(await provider.refund({ ...refundOf(intent, 100), intentId: 'pi_unknown' }))).toBe(
          false,
        );
      });

      it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('no amount of %d cents', async (amount) => {
        expect(isGranted(await provider.refund(refundOf(await createPaid(), amount)))).toBe(false);
      });

      it('nothing when a refused refund is retried with its key, with the same answer', async () => {
        const intent = await createPaid(1000);
        const order = refundOf(intent, 1001);
        const first = await provider.refund(order);
        expect(isGranted(first)).toBe(false);
        expect(await provider.refund(order)).toEqual(first);
      });

      it('nothing for a key that was used for another refund, and reports an error instead of a refusal', async () => {
        const [intent, other] = [await createPaid(1000), await createPaid(1000)];
        const order = refundOf(intent, 300);
        const first = await provider.refund(order);
        await expect(provider.refund({ ...order, amountCents: 301 })).rejects.toThrow(/key .*amount/);
        await expect(provider.refund({ ...order, intentId: other.intentId })).rejects.toThrow(/key/i);
        expect(await provider.findRefund(intent.intentId, order.key)).toEqual(first);
        expect(await provider.findRefund(intent.intentId, newId())).toBeNull();
        expect(isGranted(await provider.refund(refundOf(intent, 700)))).toBe(true);
        expect(isGranted(await provider.refund(refundOf(other, 1000)))).toBe(true);
      });
    });
  });
}
