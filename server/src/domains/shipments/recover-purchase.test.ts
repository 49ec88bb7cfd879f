import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildFaultyApp,
  buy,
  call,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { UnreliableLabelProvider } from '../../../test/unreliable-label-provider.ts';
import { minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

/** While the label provider gives no answer, calls end after this. Otherwise a slow machine may take longer. */
const SILENT_MS = 150;
const PATIENT_MS = 20_000;

let faulty: FaultyApp;
let unreliable: UnreliableLabelProvider;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp({ labelProviderTimeoutMs: PATIENT_MS, requestWaitMs: 100 }, (builtin) => {
    unreliable = new UnreliableLabelProvider(builtin, true);
    return unreliable;
  });
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const db = () => faulty.test.deps.db;
const shipment = () =>
  db().selectFrom('shipments').selectAll().where('user_id', '=', shop.userId).executeTakeFirstOrThrow();
const attempts = () =>
  db()
    .selectFrom('purchase_attempts')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .select(['purchase_attempts.id', 'number', 'purchase_attempts.state'])
    .where('user_id', '=', shop.userId)
    .orderBy('number')
    .execute();
const refunds = () =>
  db()
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['cents', 'kind', 'state', 'reason'])
    .where('user_id', '=', shop.userId)
    .execute();
const labelsSold = async () => {
  const keys = (await attempts()).map(({ id }) => id);
  return db()
    .selectFrom('sandbox.carrier_purchases')
    .select(['key', 'voided_at'])
    .where('key', 'in', keys)
    .execute();
};
const history = async () => {
  const answer = await call(faulty.test, shop, 'GET', API.history);
  return answer
    .json()
    .shipments.map((item: { status: string; labelStatus: string }) => [item.status, item.labelStatus]);
};
const suspend = () =>
  db().updateTable('users').set({ status: 'suspended' }).where('id', '=', shop.userId).execute();

/** A new client with a payment for one rate. */
async function paid() {
  shop = await makeShop(faulty.test);
  return paidRate(faulty.test, shop);
}

/** The label provider gives no answer until the returned function is called. */
function silence(): () => void {
  const { timings } = faulty.test.deps;
  timings.labelProviderTimeoutMs = SILENT_MS;
  const letGo = faulty.labelProvider.hang();
  return () => {
    timings.labelProviderTimeoutMs = PATIENT_MS;
    letGo();
  };
}

const expectedRefund = (cents: number, reason: RegExp, kind = 'failed_purchase') => [
  { cents, kind, state: 'succeeded', reason: expect.stringMatching(reason) },
];

describe('a purchase with a lost answer', () => {
  it('is found at the label provider and adopted without a second order', async () => {
    const { rate } = await paid();
    faulty.labelProvider.loseAnswer(1);
    const ordered = faulty.labelProvider.keysBought().length;
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect([answer.statusCode, answer.json().labelStatus]).toEqual([202, 'processing']);
    expect((await shipment()).state).toBe('purchase_unknown');

    await sweep(faulty.test.deps);
    const { state, tracking_number } = await shipment();
    expect(state).toBe('purchased');
    expect(faulty.labelProvider.keysBought().length).toBe(ordered + 1);
    const again = await buy(faulty.test, shop, rate.objectId);
    expect([again.statusCode, again.json().trackingNumber]).toEqual([200, tracking_number]);
  });

  it('is ordered again under the same key when the label provider does not know it', async () => {
    const { rate } = await paid();
    const letGo = silence();
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect(answer.json().labelStatus).toBe('processing');
    const [first] = await attempts();
    // Both the late first order and the retry arrive.
    letGo();
    await sweep(faulty.test.deps);
    expect(await attempts()).toEqual([{ ...first, state: 'succeeded' }]);
    expect(await labelsSold()).toEqual([{ key: first?.id, voided_at: null }]);
    expect(await history()).toEqual([['pending', 'ready']]);
  });

  it('ignores the answer of a worker whose lease expired', async () => {
    const { rate } = await paid();
    const letGo = faulty.labelProvider.hang();
    // The provider refuses the first worker; the second worker gets the label.
    faulty.labelProvider.refuse(1, 'No.');
    const stale = buy(faulty.test, shop, rate.objectId);
    await expect.poll(() => faulty.labelProvider.calls.at(-1)?.kind).toBe('buy');
    const { fence } = await shipment();
    await letTimePass(faulty.test, minutes(1));
    const takingOver = sweep(faulty.test.deps);
    await expect.poll(() => faulty.labelProvider.calls.at(-1)?.kind).toBe('find');
    letGo();
    await Promise.all([stale, takingOver]);

    expect(await shipment()).toMatchObject({ state: 'purchased', fence: fence + 1 });
    expect((await attempts()).map(({ state }) => state)).toEqual(['succeeded']);
    expect(await refunds()).toEqual([]);
    expect(await labelsSold()).toHaveLength(1);
  });

  it('is refunded at the deadline, and its late label is voided', async () => {
    const { rate, cents } = await paid();
    const letGo = silence();
    await buy(faulty.test, shop, rate.objectId);
    await sweepFor(faulty.test, minutes(10), minutes(5));
    expect((await shipment()).state).toBe('purchase_unknown');
    await sweepFor(faulty.test, minutes(5), minutes(5));
    expect((await shipment()).state).toBe('refunded');
    expect(await refunds()).toEqual(expectedRefund(cents, /did not confirm/));

    letGo();
    await expect.poll(labelsSold).toHaveLength(1);
    await sweepFor(faulty.test, minutes(2), minutes(1));
    expect(await labelsSold()).toEqual([{ key: expect.any(String), voided_at: expect.any(Date) }]);
    expect(await history()).toEqual([['failed', 'refunded']]);
  });

  it('does not delay other shipments', async () => {
    unreliable.losesOrders = true;
    const count = 8;
    for (let made = 0; made < count; made += 1) {
      const { rate } = await paid();
      expect((await buy(faulty.test, shop, rate.objectId)).statusCode).toBe(202);
    }
    unreliable.losesOrders = false;
    faulty.test.deps.timings.labelProviderTimeoutMs = minutes(1);
    const letGo = faulty.labelProvider.hang();
    const callsBefore = faulty.labelProvider.calls.length;
    const sweeping = sweep(faulty.test.deps);
    // No call has an answer yet, so no shipment waits for another.
    await expect
      .poll(() => faulty.labelProvider.calls.length - callsBefore)
      .toBeGreaterThanOrEqual(count)
      .finally(letGo);
    await sweeping;
    faulty.test.deps.timings.labelProviderTimeoutMs = PATIENT_MS;
    await sweepFor(faulty.test, minutes(2));
    expect((await shipment()).state).toBe('purchased');
  });
});

describe('a purchase that cannot be made', () => {
  it('is refunded in full when the label provider refuses, and shown as failed', async () => {
    const { rate, cents } = await paid();
    faulty.labelProvider.refuse(1, 'The carrier does not serve this street.');
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect([answer.statusCode, answer.json().labelStatus]).toEqual([200, 'refunded']);
    expect((await shipment()).state).toBe('refunded');
    expect(await refunds()).toEqual(expectedRefund(cents, /does not serve this street/));
    expect(await history()).toEqual([['failed', 'refunded']]);
    expect((await buy(faulty.test, shop, rate.objectId)).json().labelStatus).toBe('refunded');
    expect(await labelsSold()).toEqual([]);
  });

  it('is refunded once when the answer to the refund is lost', async () => {
    const { rate, cents } = await paid();
    faulty.labelProvider.refuse(1, 'No.');
    faulty.gateway.loseAnswer('refund');
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect(answer.json().labelStatus).toBe('refunding');
    await sweepFor(faulty.test, minutes(2));
    expect((await shipment()).state).toBe('refunded');
    expect(await refunds()).toEqual(expectedRefund(cents, /No\./));
  });

  it('opens an incident when the payment provider declines the refund, and releases the reserved amount', async () => {
    const { rate, payment } = await paid();
    faulty.labelProvider.refuse(1, 'No.');
    await db()
      .updateTable('sandbox.gateway_intents')
      .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
      .where('intent_id', '=', payment.paymentIntentId)
      .execute();
    await buy(faulty.test, shop, rate.objectId);
    await sweepFor(faulty.test, minutes(2));
    expect(await history()).toEqual([['failed', 'refunding']]);
    expect((await refunds()).map(({ state }) => state)).toEqual(['failed']);
    const stored = await db()
      .selectFrom('payments')
      .select(['refund_reserved_cents', 'surplus_returned_cents'])
      .where('intent_id', '=', payment.paymentIntentId)
      .executeTakeFirst();
    expect(stored).toEqual({ refund_reserved_cents: 0, surplus_returned_cents: 0 });
    const incidents = await db()
      .selectFrom('incidents')
      .select('detail')
      .where('kind', '=', 'refund_refused')
      .execute();
    expect(incidents).toEqual([{ detail: expect.stringMatching(/^Only 0 of/) }]);
  });

  it('is not ordered again for a suspended client', async () => {
    const { rate, cents } = await paid();
    unreliable.losesOrders = true;
    await buy(faulty.test, shop, rate.objectId);
    unreliable.losesOrders = false;
    await suspend();
    const ordered = faulty.labelProvider.keysBought().length;
    await sweepFor(faulty.test, minutes(3));
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
    expect((await shipment()).state).toBe('refunded');
    expect(await refunds()).toEqual(expectedRefund(cents, /not active/));
  });

  it('is refunded if the client is suspended during the call (MO28)', async () => {
    faulty.cards.onEvent(async () => {});
    const { rate, cents } = await paid();
    const ordered = faulty.labelProvider.keysBought().length;
    const { readIntent } = faulty.gateway;
    faulty.gateway.readIntent = async (intentId) => {
      await suspend();
      return readIntent(intentId);
    };
    const answer = await buy(faulty.test, shop, rate.objectId);
    faulty.gateway.readIntent = readIntent;
    expect(answer.json().labelStatus).toBe('processing');
    await sweep(faulty.test.deps);
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
    expect((await shipment()).state).toBe('refunded');
    expect(await refunds()).toEqual(expectedRefund(cents, /not active/));
  });
});
