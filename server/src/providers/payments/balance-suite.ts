import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Intent, Movement, PaymentProvider, PayoutRecord, ProcessorBalance } from './port.ts';

/** A provider under test, and what happens at the bank. */
interface BalanceBench {
  provider: PaymentProvider;
  /** The same balance in another process, in pages of two. */
  smallPages(): ProcessorBalance;
  pay(intent: Intent, card?: string): Promise<void>;
  /** Lets the provider pay out its balance; the money is on its way. */
  payOut(): Promise<void>;
  /** The bank has the money of the payout. */
  arrive(payoutId: string): Promise<void>;
  /** The bank returns the payout. */
  fail(payoutId: string): Promise<void>;
  close(): Promise<void>;
}

const GOOD = '4242424242424242';
const DISPUTED = '4000000000000259';
const EVER = new Date(0);
/** Stripe's price of a card payment in the United States. */
const feeOf = (cents: number) => Math.round(cents * 0.029) + 30;
const sumOf = (movements: readonly Movement[]) => movements.reduce((sum, { netCents }) => sum + netCents, 0);

/** Tests of the operator's balance for every payment provider. */
export function balanceSuite(name: string, make: () => Promise<BalanceBench>): void {
  describe(`the balance of ${name}`, { shuffle: false }, () => {
    let bench: BalanceBench;
    beforeAll(async () => {
      bench = await make();
    });
    afterAll(() => bench.close());

    async function paid(amountCents: number, card = GOOD): Promise<Intent> {
      const order = { key: newId(), amountCents, currency: 'USD', description: '' } as const;
      const intent = await bench.provider.createIntent(order);
      if (intent.status === 'refused') throw new Error(intent.text);
      await bench.pay(intent, card);
      return intent;
    }
    const all = async (balance = bench.provider.balance, payoutId?: string): Promise<Movement[]> => {
      const movements: Movement[] = [];
      for (let after: string | null = null; ; ) {
        const page: Awaited<ReturnType<ProcessorBalance['movements']>> = payoutId
          ? await balance.movementsOf(payoutId, after)
          : await balance.movements({ since: EVER, after });
        movements.push(...page.items);
        if (page.next === null) return movements;
        after = page.next;
      }
    };
    const of = async ({ intentId }: Intent) => (await all()).filter((each) => each.intentId === intentId);
    const payouts = async (balance = bench.provider.balance): Promise<PayoutRecord[]> =>
      (await balance.payouts({ since: EVER, after: null })).items;

    it('lists a payment with its fee', async () => {
      const intent = await paid(10_000);
      expect(await of(intent)).toEqual([
        {
          id: expect.any(String),
          kind: 'charge',
          amountCents: 10_000,
          feeCents: feeOf(10_000),
          netCents: 10_000 - feeOf(10_000),
          currency: 'USD',
          createdAt: expect.any(Date),
          availableAt: expect.any(Date),
          sourceId: expect.any(String),
          intentId: intent.intentId,
          refundKey: null,
          disputeId: null,
        },
      ]);
    });

    it('lists nothing for a declined card', async () => {
      expect(await of(await paid(900, '4000000000000002'))).toEqual([]);
    });

    it('lists a refund with our key, and keeps the fee', async () => {
      const intent = await paid(5_000);
      const order = {
        key: newId(),
        intentId: intent.intentId,
        shipmentId: null,
        amountCents: 2_000,
        reason: '',
      };
      await bench.provider.refund(order);
      await bench.provider.refund(order);
      const refunds = (await of(intent)).filter(({ kind }) => kind === 'refund');
      expect(refunds).toMatchObject([
        { amountCents: -2_000, feeCents: 0, netCents: -2_000, refundKey: order.key },
      ]);
    });

    it('lists a dispute with its fee', async () => {
      const intent = await paid(4_000, DISPUTED);
      const disputes = (await of(intent)).filter(({ kind }) => kind === 'dispute');
      expect(disputes).toMatchObject([
        { amountCents: -4_000, feeCents: 1_500, netCents: -5_500, disputeId: expect.any(String) },
      ]);
    });

    it('lists every movement once, in pages, even when others are added during the read', async () => {
      const balance = bench.smallPages();
      const before = await all();
      const first = await balance.movements({ since: EVER, after: null });
      await paid(700);
      const second = await balance.movements({ since: EVER, after: first.next });
      const ids = [...first.items, ...second.items].map(({ id }) => id);
      expect(new Set(ids).size).toBe(4);
      const known = new Set(before.map(({ id }) => id));
      expect(ids.filter((id) => !known.has(id))).toEqual([]);
      const everything = await all(balance);
      expect(new Set(everything.map(({ id }) => id)).size).toBe(before.length + 1);
      expect(everything.length).toBe(before.length + 1);
    });

    it('lists nothing before the time that was asked for', async () => {
      const since = new Date(Date.now() + 10 * 365 * 86_400_000);
      expect(await bench.provider.balance.movements({ since, after: null })).toEqual({
        items: [],
        next: null,
      });
      expect(await bench.provider.balance.payouts({ since, after: null })).toEqual({ items: [], next: null });
    });

    it('pays out the sum of its movements, each once, and can say which', async () => {
      await paid(20_000);
      await bench.payOut();
      const [payout] = await payouts();
      if (!payout) throw new Error('No payout');
      expect(payout).toMatchObject({ status: 'in_transit', itemized: true, currency: 'USD', failure: null });
      const items = await all(bench.provider.balance, payout.id);
      expect(sumOf(items)).toBe(payout.amountCents);
      expect(items.map(({ kind }) => kind)).not.toContain('payout');
      expect(sumOf(await all(bench.smallPages(), payout.id))).toBe(payout.amountCents);
      await bench.arrive(payout.id);
      expect(await payouts(bench.smallPages())).toMatchObject([{ id: payout.id, status: 'paid' }]);

      await paid(3_000);
      await bench.payOut();
      const [next] = await payouts();
      expect(next?.amountCents).toBe(3_000 - feeOf(3_000));
    });

    it('says when the bank returned a payout, and pays the money out again', async () => {
      const [payout] = await payouts();
      if (!payout) throw new Error('No payout');
      await bench.fail(payout.id);
      const returned = (await payouts()).find(({ id }) => id === payout.id);
      expect(returned).toMatchObject({ status: 'failed', failure: expect.stringMatching(/account/) });
      await paid(1_000);
      await bench.payOut();
      const listed = await payouts();
      const newer = listed.slice(0, listed.indexOf(listed.find(({ id }) => id === payout.id) ?? payout));
      const amounts = newer.map(({ amountCents }) => amountCents);
      expect(amounts.reduce((sum, cents) => sum + cents)).toBe(payout.amountCents + 1_000 - feeOf(1_000));
      for (const { id, amountCents } of newer)
        expect(sumOf(await all(bench.provider.balance, id))).toBe(amountCents);
    });
  });
}
