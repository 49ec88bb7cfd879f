import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { CardSetup, Intent, PaymentProvider } from './port.ts';

/** A provider under test, and the actions of a client in the browser. */
interface StoredCardsBench {
  provider: PaymentProvider;
  /** The same provider in another process. */
  another(): PaymentProvider;
  /** Pays an intent in the card form. */
  pay(intent: Intent): Promise<void>;
  /** Saves a card, including the answer to the bank. */
  save(setup: CardSetup, number: string): Promise<void>;
  /** Confirms an intent with a stored card, including the answer to the bank. */
  confirm(intent: Intent, methodId: string): Promise<void>;
  close(): Promise<void>;
}

const GOOD = '4242424242424242';
const ASKS_ONCE = '4000002500003155';
const ALWAYS_ASKS = '4000002760003184';
const DECLINES_LATER = '4000000000000341';
const NO_FUNDS = '4000008260003178';

/** Tests of stored cards for every payment provider. */
export function storedCardsSuite(name: string, make: () => Promise<StoredCardsBench>): void {
  describe(`${name} with stored cards`, () => {
    let bench: StoredCardsBench;
    let cards: PaymentProvider['cards'];
    beforeAll(async () => {
      bench = await make();
      cards = bench.provider.cards;
    });
    afterAll(() => bench.close());

    /** A customer with one card. */
    async function stored(number = GOOD) {
      const customerId = await cards.createCustomer(newId(), null);
      const setup = await cards.createSetup({ key: newId(), customerId });
      await bench.save(setup, number);
      const [card] = (await cards.list(customerId)) ?? [];
      if (!card) throw new Error('The card was not saved');
      return { customerId, methodId: card.methodId, card, setup };
    }
    const orderOf = (card: { customerId: string; methodId: string }, present = false, key = newId()) => ({
      key,
      amountCents: 5_000,
      currency: 'USD' as const,
      description: 'Automatic top-up',
      customerId: card.customerId,
      methodId: card.methodId,
      present,
    });

    it('creates one customer per client', async () => {
      const key = newId();
      const ids = await Promise.all(
        [cards, bench.another().cards].map((each) => each.createCustomer(key, null)),
      );
      expect(new Set(ids).size).toBe(1);
      expect(await cards.createCustomer(newId(), null)).not.toBe(ids[0]);
    });

    it.each([GOOD, ASKS_ONCE, ALWAYS_ASKS, DECLINES_LATER, NO_FUNDS])('saves %s', async (number) => {
      const { card, setup } = await stored(number);
      expect(card).toEqual({
        methodId: expect.any(String),
        brand: 'visa',
        last4: number.slice(-4),
        expMonth: 12,
        expYear: expect.any(Number),
      });
      expect(await bench.another().cards.readSetup(setup.setupId)).toMatchObject({ status: 'succeeded' });
    });

    it('keeps a setup open until a card is saved, and does not save a declined card', async () => {
      const customerId = await cards.createCustomer(newId(), null);
      const order = { key: newId(), customerId };
      const setup = await cards.createSetup(order);
      expect(setup).toMatchObject({ status: 'open', clientSecret: expect.stringMatching(/./) });
      expect(await cards.createSetup(order)).toEqual(setup);
      await bench.save(setup, '4000000000000002').catch(() => {});
      expect(await cards.readSetup(setup.setupId)).toMatchObject({ status: 'open' });
      expect(await cards.list(customerId)).toEqual([]);
      expect(await cards.readSetup('seti_unknown')).toBeNull();
    });

    it.each([GOOD, ASKS_ONCE])('charges %s while the client is away', async (number) => {
      const order = orderOf(await stored(number));
      const answer = await cards.charge(order);
      expect(answer).toMatchObject({
        outcome: 'succeeded',
        intent: { key: order.key, amountCents: 5_000, status: 'succeeded', currency: 'USD' },
      });
      expect(await cards.findCharge(order.customerId, order.key)).toEqual(answer);
      expect(await bench.provider.findIntent(order.key)).toMatchObject({ status: 'succeeded' });
    });

    it('charges once per key, for concurrent calls of several processes', async () => {
      const order = orderOf(await stored());
      const both = [cards, bench.another().cards];
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, (_, at) => both[at % 2]?.charge(order)),
      );
      const ids = answers.flatMap((answer) =>
        answer.status === 'fulfilled' && answer.value?.intent ? [answer.value.intent.intentId] : [],
      );
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(1);
      await expect(cards.charge({ ...order, amountCents: 4_999 })).rejects.toThrow(/key/i);
    });

    it('reports a decline with its code on every call with the same key', async () => {
      const order = orderOf(await stored(DECLINES_LATER));
      const answer = await cards.charge(order);
      expect(answer).toMatchObject({
        outcome: 'declined',
        code: 'generic_decline',
        text: expect.stringMatching(/^[A-Z].+\.$/),
      });
      expect(await cards.charge(order)).toEqual(answer);
      expect(await cards.findCharge(order.customerId, order.key)).toEqual(answer);
      const withoutFunds = await cards.charge(orderOf(await stored(NO_FUNDS)));
      expect(withoutFunds).toMatchObject({ outcome: 'declined', code: 'insufficient_funds' });
    });

    it('keeps the code of a decline after the intent is canceled', async () => {
      const order = orderOf(await stored(DECLINES_LATER));
      const answer = await cards.charge(order);
      await bench.provider.cancelIntent(answer.intent?.intentId ?? '');
      expect(await cards.charge(order)).toMatchObject({ outcome: 'declined', code: 'generic_decline' });
    });

    it('lets the client confirm the same intent when the bank asks', async () => {
      const card = await stored(ALWAYS_ASKS);
      const order = orderOf(card);
      const answer = await cards.charge(order);
      if (answer.outcome !== 'authentication_required') throw new Error(answer.outcome);
      expect(answer.intent).toMatchObject({
        status: 'requires_payment_method',
        lastError: 'Your bank asks you to confirm this payment.',
      });
      expect(await cards.charge(order)).toEqual(answer);
      await bench.confirm(answer.intent, card.methodId);
      expect(await cards.charge(order)).toMatchObject({
        outcome: 'succeeded',
        intent: { intentId: answer.intent.intentId },
      });
    });

    it('lets a client who is present authenticate the payment', async () => {
      const answer = await cards.charge(orderOf(await stored(ALWAYS_ASKS), true));
      expect(answer).toMatchObject({
        outcome: 'authentication_required',
        intent: { status: 'requires_action' },
      });
      expect(await cards.charge(orderOf(await stored(), true))).toMatchObject({ outcome: 'succeeded' });
    });

    it('charges no card that is detached, unknown or of another customer', async () => {
      const [card, other] = [await stored(), await stored()];
      await cards.detach(card.methodId);
      await cards.detach(card.methodId);
      await cards.detach('pm_unknown');
      expect(await cards.list(card.customerId)).toEqual([]);
      for (const order of [
        orderOf(card),
        orderOf({ ...card, methodId: 'pm_unknown' }),
        orderOf({ ...card, methodId: other.methodId }),
      ]) {
        expect(await cards.charge(order)).toMatchObject({ outcome: 'declined', intent: null });
        expect(await cards.findCharge(order.customerId, order.key)).toBeNull();
      }
    });

    it('reports a customer that it does not know', async () => {
      const customerId = 'cus_unknown';
      const order = { key: newId(), amountCents: 2_000, currency: 'USD', description: 'Top-up' } as const;
      expect(await cards.list(customerId)).toBeNull();
      expect(await cards.findCharge(customerId, newId())).toEqual({ outcome: 'customer_missing' });
      expect(await cards.charge(orderOf({ ...(await stored()), customerId }))).toMatchObject({
        outcome: 'declined',
        intent: null,
      });
      expect(await bench.provider.createIntent({ ...order, saveFor: customerId })).toEqual({
        status: 'refused',
        text: 'Could not save the card. Please try again.',
      });
      expect(await bench.provider.findIntent(order.key)).toBeNull();
    });

    it('replaces a customer, once for each', async () => {
      const key = newId();
      const first = await cards.createCustomer(key, null);
      const second = await cards.createCustomer(key, first);
      expect(second).not.toBe(first);
      expect(await bench.another().cards.createCustomer(key, first)).toBe(second);
      expect(await cards.createCustomer(key, second)).not.toBe(second);
    });

    it('saves the card that pays an intent', async () => {
      const customerId = await cards.createCustomer(newId(), null);
      const intent = await bench.provider.createIntent({
        key: newId(),
        amountCents: 2_000,
        currency: 'USD',
        description: 'Top-up',
        saveFor: customerId,
      });
      if (intent.status === 'refused') throw new Error(intent.text);
      expect(await cards.list(customerId)).toEqual([]);
      await bench.pay(intent);
      const [card] = (await cards.list(customerId)) ?? [];
      expect(card).toMatchObject({ last4: '4242' });
      const order = orderOf({ customerId, methodId: card?.methodId ?? '' });
      expect(await cards.charge(order)).toMatchObject({ outcome: 'succeeded' });
    });
  });
}
