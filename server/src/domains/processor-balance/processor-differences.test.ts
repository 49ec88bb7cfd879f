import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOperator } from '../../../test/operator.ts';
import { call, makeShop } from '../../../test/shipping.ts';
import { atStripe, buildStripeApp, type StripeApp } from '../../../test/stripe-at-double.ts';
import { ago, days, hours, minutes } from '../../platform/clock.ts';
import { findViolations } from '../reconciliation/invariants.store.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { checkProcessorBalance } from './check-processor-balance.ts';
import { readProcessorBalance } from './sweep-processor-balance.ts';

let stripe: StripeApp;
beforeAll(async () => {
  stripe = await buildStripeApp();
  // The double uses the real time.
  stripe.test.clock.advance(Date.now() - stripe.test.clock.now().getTime());
});
afterAll(() => stripe.close());

/** The payments of this test buy nothing, so not every invariant holds. */
async function expectConsistentFees(): Promise<void> {
  const scope = { now: stripe.test.clock.now(), maxInProgressMs: 0, since: null };
  expect(await findViolations(stripe.test.deps.db, scope, new Set(['I1', 'I2', 'I16', 'I26']))).toEqual([]);
}
const order = <T>(name: string, facts: object = {}) => atStripe<T>(stripe.double, name, facts);
const read = () => readProcessorBalance(stripe.test.deps);
const incidents = () =>
  stripe.test.deps.db
    .selectFrom('incidents')
    .select(['kind', 'object_id', 'detail'])
    .where('resolved_at', 'is', null)
    .where('kind', 'in', ['movement_unknown', 'movement_differs', 'movement_missing', 'payout_differs'])
    .execute();
/** A paid payment, known to us, and its movement at Stripe. */
async function paid(cents: number) {
  const { paymentIntentId } = await stripe.pay(await makeShop(stripe.test), cents);
  await stripe.deliverEvents();
  const payment = await stripe.test.deps.db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', paymentIntentId)
    .executeTakeFirstOrThrow();
  const { data } = await stripe.dashboard.balanceTransactions.list({ limit: 1 });
  return { paymentId: payment.id, intentId: paymentIntentId, movementId: data[0]?.id ?? '' };
}

describe('processor differences', { shuffle: false }, () => {
  describe('Stripe’s list', () => {
    it('is matched with payments, and books fees that have no payment', async () => {
      await paid(2_000);
      await order('movement', { type: 'stripe_fee', amount: -200, source: null });
      await order('movement', { type: 'payout_minimum_balance_hold', amount: 0, source: null });
      expect(await read()).toBe(true);
      expect(await incidents()).toEqual([]);
      const fees = await stripe.test.deps.db
        .selectFrom('processor_movements')
        .select(['kind', 'booked_cents'])
        .orderBy('booked_cents')
        .execute();
      expect(fees).toEqual([
        { kind: 'hold', booked_cents: 0 },
        { kind: 'charge', booked_cents: 88 },
        { kind: 'fee', booked_cents: 200 },
      ]);
      await expectConsistentFees();
    });

    it('that fails, is late or loses its answers is read completely in the end', async () => {
      for (const cents of [1_000, 1_100]) await paid(cents);
      const faults = { errors: 0.5, slow: { share: 0.3, ms: 20 }, only: ['GET /v1/balance_transactions'] };
      await fetch(`${stripe.double.url}/double/faults`, { method: 'PUT', body: JSON.stringify(faults) });
      const tries: boolean[] = [];
      for (let turn = 0; turn < 30 && !tries.includes(true); turn += 1)
        tries.push(await read().catch(() => false));
      await fetch(`${stripe.double.url}/double/faults`, { method: 'PUT', body: '{}' });
      expect(tries.at(-1)).toBe(true);
      const stored = await stripe.test.deps.db.selectFrom('processor_movements').select('id').execute();
      const { data } = await stripe.dashboard.balanceTransactions.list({ limit: 100 });
      expect(data.filter(({ id }) => !stored.some((row) => row.id === id))).toEqual([]);
      await expectConsistentFees();
    });

    it('that differs from our payment opens an incident until both are equal', async () => {
      const { paymentId, movementId } = await paid(3_000);
      await order('alter-movement', { id: movementId, amount: 2_900 });
      await read();
      expect(await incidents()).toEqual([
        { kind: 'movement_differs', object_id: paymentId, detail: 'ledger 30.00, payment provider 29.00' },
      ]);
      await stripe.test.deps.db
        .updateTable('payments')
        .set({ amount_cents: 2_900 })
        .where('id', '=', paymentId)
        .execute();
      await read();
      expect(await incidents()).toEqual([]);
      await stripe.test.deps.db
        .updateTable('payments')
        .set({ amount_cents: 3_000 })
        .where('id', '=', paymentId)
        .execute();
      await read();
      expect(await incidents()).toHaveLength(1);
    });

    it('with money that is not ours opens an incident after an hour, which stays closed once settled', async () => {
      const { test } = stripe;
      const operator = await makeOperator(test);
      const { id } = await order<{ id: string }>('movement', {
        type: 'charge',
        amount: 700,
        fee: 50,
        source: 'ch_other',
      });
      await read();
      const unknown = async () => (await incidents()).filter(({ kind }) => kind === 'movement_unknown');
      expect(await unknown()).toEqual([]);
      test.clock.advance(hours(2));
      await read();
      expect(await unknown()).toMatchObject([{ object_id: id, detail: 'charge of 7.00 USD, ch_other' }]);
      const url = `/api/admin/incidents/movement_unknown/${id}/settle`;
      const settled = await call(test, operator, 'POST', url, { note: 'Our other shop.' });
      expect(settled.statusCode, settled.body).toBe(200);
      await read();
      expect(await unknown()).toEqual([]);
    });

    it('opens no incident for money that Stripe holds back and releases', async () => {
      const held = [
        await order<{ id: string }>('movement', { type: 'reserve_hold', amount: -300, source: null }),
        await order<{ id: string }>('movement', { type: 'reserve_release', amount: 100, source: null }),
      ];
      const other = await order<{ id: string }>('movement', { type: 'new', amount: 5, source: null });
      await read();
      const ids = (await incidents()).map(({ object_id }) => object_id);
      expect([held[0], held[1], other].map((movement) => ids.includes(movement?.id ?? ''))).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('differs from the ledger neither by a fee for a payout nor by money that is held back', async () => {
      const operator = await makeOperator(stripe.test);
      const difference = async () => {
        await read();
        const { balance } = (await call(stripe.test, operator, 'GET', API.adminPayouts)).json().data;
        return Math.round((balance.atProcessor - balance.inLedger) * 100);
      };
      await paid(4_000);
      const before = await difference();
      await order('movement', { type: 'payout_minimum_balance_hold', amount: -700, source: null });
      expect(await difference()).toBe(before);
      const payout = await order<{ id: string; balance_transaction: string }>('payout', {
        automatic: false,
        amount: 1_000,
      });
      const own = { id: payout.balance_transaction, fee: 15, net: -1_015 };
      await order('alter-movement', own);
      expect(await difference()).toBe(before);
      await order('payout', { payoutId: payout.id, status: 'paid' });
      expect(await difference()).toBe(before);
    });

    it('is added up only in the currency of the ledger', async () => {
      const { test } = stripe;
      const operator = await makeOperator(test);
      const atProcessor = async () =>
        (await call(test, operator, 'GET', API.adminPayouts)).json().data.balance.atProcessor;
      await read();
      const before = await atProcessor();
      const { movementId } = await paid(5_000);
      await order('alter-movement', { id: movementId, currency: 'eur' });
      await test.deps.db
        .insertInto('processor_payouts')
        .values({
          id: 'po_euros',
          provider: test.deps.paymentProvider.name,
          amount_cents: 900,
          currency: 'EUR',
          status: 'paid',
          created_at: test.clock.now(),
          arrives_at: test.clock.now(),
          itemized: false,
          failure: null,
          items_read_at: null,
          read_at: test.clock.now(),
        })
        .execute();
      await read();
      expect(await atProcessor()).toBe(before);
    });

    it('in another currency is stored, reported and not booked', async () => {
      const { paymentId, movementId } = await paid(5_000);
      await order('alter-movement', { id: movementId, currency: 'eur' });
      await read();
      expect(await incidents()).toContainEqual({
        kind: 'movement_differs',
        object_id: paymentId,
        detail: 'ledger 50.00, payment provider 50.00 (in another currency)',
      });
      await expectConsistentFees();
    });

    it('closes the incident of a payout when its missing movement arrives', async () => {
      const fee = { type: 'stripe_fee', amount: -200, source: null };
      const missing = await order<{ id: string }>('movement', fee);
      const { id, amount } = await order<{ id: string; amount: number }>('payout');
      await order('payout', { payoutId: id, status: 'paid' });
      await order('alter-movement', { id: missing.id, removed: true });
      await read();
      const dollars = (cents: number) => (cents / 100).toFixed(2);
      const detail = `paid out ${dollars(amount)}, movements ${dollars(amount + 200)}`;
      expect(await incidents()).toContainEqual({ kind: 'payout_differs', object_id: id, detail });
      await order('movement', { id: missing.id, ...fee });
      await read();
      const incident = await stripe.test.deps.db
        .selectFrom('incidents')
        .select('resolved_at')
        .where('kind', '=', 'payout_differs')
        .where('object_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(incident).toEqual({ resolved_at: stripe.test.clock.now() });
      await expectConsistentFees();
    });

    it('says when a payout is not the sum of its movements', async () => {
      const { id } = await order<{ id: string }>('payout', { amount: 1_000 });
      await order('payout', { payoutId: id, status: 'paid' });
      await read();
      const differing = async () => (await incidents()).filter(({ kind }) => kind === 'payout_differs');
      expect(await differing()).toMatchObject([{ object_id: id }]);
      const { data } = await stripe.dashboard.balanceTransactions.list({ payout: id, limit: 100 });
      const sum = data.filter(({ source }) => source !== id).reduce((total, { net }) => total + net, 0);
      await stripe.test.deps.db
        .updateTable('processor_movements')
        .set({ payout_id: null })
        .where('payout_id', '=', id)
        .execute();
      expect(sum).not.toBe(1_000);
      await stripe.test.deps.db
        .updateTable('incidents')
        .set({ resolved_at: stripe.test.clock.now() })
        .where('kind', '=', 'movement_differs')
        .execute();
      expect((await order<{ id: string }>('payout', { automatic: false, amount: 40 })).id).toMatch(/^po_/);
      await read();
      // A payout that is not itemized can't differ.
      expect(await differing()).toHaveLength(1);
      await expectConsistentFees();
    });

    it('matches a dispute that was opened and then won', async () => {
      const { intentId } = await paid(6_000);
      await order('dispute', { intentId });
      await stripe.deliverEvents();
      await read();
      expect((await incidents()).filter(({ kind }) => kind === 'movement_differs')).not.toContainEqual(
        expect.objectContaining({ detail: expect.stringContaining('60.00') }),
      );
      await order('dispute', { intentId, status: 'won' });
      await stripe.deliverEvents();
      stripe.test.clock.advance(days(4));
      await read();
      expect((await incidents()).filter(({ detail }) => detail.includes('60.00'))).toEqual([]);
      await expectConsistentFees();
    });
  });

  describe('incidents that an admin closed', () => {
    it('do not hide an older problem', async () => {
      const { deps, clock } = stripe.test;
      const { userId } = await makeOperator(stripe.test);
      const payout = (id: string, minutesAgo: number) => ({
        id,
        provider: deps.paymentProvider.name,
        amount_cents: 100,
        currency: 'USD',
        status: 'paid' as const,
        created_at: ago(clock, minutes(minutesAgo)),
        arrives_at: clock.now(),
        itemized: true,
        items_read_at: clock.now(),
        read_at: clock.now(),
      });
      const closed = Array.from({ length: 100 }, (_, at) => payout(`po_closed_${at}`, at));
      const values = [...closed, payout('po_older', 200)];
      await deps.db.insertInto('processor_payouts').values(values).execute();
      for (const { id } of closed) await reportIncident(deps, 'payout_differs', id, 'closed');
      await deps.db
        .updateTable('incidents')
        .set({ resolved_at: clock.now(), settled_by: userId, settled_note: 'Known.' })
        .where('object_id', 'like', 'po_closed_%')
        .execute();
      for (const run of [1, 2]) {
        await checkProcessorBalance(deps);
        const found = (await incidents()).filter(({ object_id }) => /^po_(closed|older)/.test(object_id));
        expect(found, `run ${run}`).toMatchObject([{ object_id: 'po_older' }]);
      }
    });
  });
});
