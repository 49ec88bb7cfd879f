import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookingsOf, openIncidentsOf, paymentOf } from '../../../../test/money-on-record.ts';
import { makeOperator, refund } from '../../../../test/operator.ts';
import { buy, centsOfRate, makeShop, ratesFor, type Shop, sweepFor } from '../../../../test/shipping.ts';
import { atStripe, buildStripeApp, type StripeApp } from '../../../../test/stripe-at-double.ts';
import { minutes } from '../../../platform/clock.ts';
import { sweep } from '../../../sweep.ts';

let stripe: StripeApp;
let operator: Shop;
let shop: Shop;
beforeAll(async () => {
  stripe = await buildStripeApp();
  operator = await makeOperator(stripe.test);
});
beforeEach(async () => {
  shop = await makeShop(stripe.test);
});
afterEach(async () => {
  await atStripe(stripe.double, 'settings', { refundsPendMs: 0 });
  await stripe.expectConsistentLedger();
});
afterAll(() => stripe.close());

const db = () => stripe.test.deps.db;
const payment = () => paymentOf(stripe.test, shop);
const refundsOf = async () =>
  db()
    .selectFrom('refunds')
    .select(['id', 'state', 'cents', 'provider_id', 'detail'])
    .where('payment_id', '=', (await payment()).id)
    .execute();
const bookingKeys = async (id: string) => Object.keys(await bookingsOf(stripe.test, id));
const openIncidents = (objectId: string) => openIncidentsOf(stripe.test, objectId);

async function boughtLabel(card?: string): Promise<{ shipmentId: string; cents: number; intentId: string }> {
  const [rate] = await ratesFor(stripe.test, shop);
  const cents = centsOfRate(rate);
  const { paymentIntentId: intentId } = await stripe.pay(shop, cents, [rate?.objectId ?? ''], card);
  const answer = await buy(stripe.test, shop, rate?.objectId ?? '');
  expect(answer.statusCode, answer.body).toBe(200);
  return { shipmentId: answer.json().transactionId, cents, intentId };
}

describe('a Stripe payment', () => {
  it('buys a label', async () => {
    const { cents } = await boughtLabel();
    expect(await payment()).toMatchObject({
      provider: 'stripe_test',
      status: 'succeeded',
      amount_cents: cents,
    });
    await stripe.deliverEvents();
  });

  it('F08: is settled once when its event arrives three times at the same time', async () => {
    await stripe.pay(shop, 900);
    const [event] = (await stripe.events()).filter(({ type }) => type === 'payment_intent.succeeded');
    expect(await Promise.all([1, 2, 3].map(() => stripe.deliver(event ?? {})))).toEqual([200, 200, 200]);
    const { id, status } = await payment();
    expect([status, await bookingKeys(id)]).toEqual(['succeeded', ['payment']]);
  });

  it('F09: never returns to an earlier state when events arrive out of order', async () => {
    const { paymentIntentId: intentId } = await stripe.pay(shop, 900, undefined, '4000000000000002');
    await atStripe(stripe.double, 'confirm', { intentId, card: '4242424242424242' });
    const { cents, shipmentId } = await boughtLabel();
    await refund(stripe.test, operator, shipmentId, cents);
    const events = await stripe.events();
    for (const event of [...events.toReversed(), ...events]) expect(await stripe.deliver(event)).toBe(200);
    const states = await db()
      .selectFrom('payments')
      .select('status')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(states).toEqual([{ status: 'succeeded' }, { status: 'succeeded' }]);
    await sweepFor(stripe.test, minutes(32), minutes(8));
  });

  it('F11: is settled later when its event arrives before we store its intent', async () => {
    await stripe.pay(shop, 900);
    const { id } = await payment();
    await db().updateTable('payments').set({ intent_id: null }).where('id', '=', id).execute();
    await stripe.deliverEvents();
    expect((await payment()).status).toBe('created');
    await sweepFor(stripe.test, minutes(1));
    expect((await payment()).status).toBe('succeeded');
  });

  it('is settled later after an outage, without another event from Stripe', async () => {
    await stripe.pay(shop, 900);
    const events = await stripe.events();
    stripe.double.server.faults.errors = 1;
    const event = events.find(({ type }) => type === 'payment_intent.succeeded') ?? {};
    expect(await stripe.deliver(event)).toBe(200);
    expect((await payment()).status).toBe('created');
    stripe.double.server.faults.errors = 0;
    await sweep(stripe.test.deps);
    expect((await payment()).status).toBe('succeeded');
  });

  it.each([
    ['another sum', { amount: 1000 }, /^ordered \$9\.00, charged \$10\.00$/],
    ['another currency', { currency: 'eur' }, /charged 900 minor units of EUR$/],
    ['another name', { metadata: { payment_id: 'another' } }, /charged \$9\.00, for another order$/],
  ])(
    'with %s buys nothing, is refunded in full and opens an incident (WH04)',
    async (_case, other, detail) => {
      const { paymentIntentId: intentId } = await stripe.pay(shop, 900, undefined, '4000000000000002');
      await atStripe(stripe.double, 'alter', { intentId, ...other });
      await atStripe(stripe.double, 'confirm', { intentId, card: '4242424242424242' });
      await stripe.deliverEvents();
      expect(await refundsOf()).toMatchObject([
        { state: 'succeeded', cents: 'amount' in other ? 1000 : 900 },
      ]);
      const found = await db()
        .selectFrom('incidents')
        .select('detail')
        .where('kind', '=', 'amount_differs')
        .where('object_id', '=', (await payment()).id)
        .execute();
      expect(found).toEqual([{ detail: expect.stringMatching(detail) }]);
    },
  );
});

describe('a Stripe refund', () => {
  it('that is pending is updated by its events', async () => {
    await atStripe(stripe.double, 'settings', { refundsPendMs: null });
    const { shipmentId } = await boughtLabel();
    await refund(stripe.test, operator, shipmentId, 100);
    await stripe.deliverEvents();
    expect(await refundsOf()).toMatchObject([{ state: 'submitted' }]);
    const [made] = (await stripe.dashboard.refunds.list({ limit: 1 })).data;
    await atStripe(stripe.double, 'refund', { refundId: made?.id, status: 'succeeded' });
    await stripe.deliverEvents();
    expect(await refundsOf()).toMatchObject([{ state: 'succeeded', provider_id: made?.id }]);
  });

  it('that succeeded and later failed is reversed in the ledger and can be repeated', async () => {
    const { shipmentId, cents } = await boughtLabel();
    await refund(stripe.test, operator, shipmentId, cents);
    const [given] = await refundsOf();
    await atStripe(stripe.double, 'refund', { refundId: given?.provider_id, status: 'failed' });
    const events = await stripe.events();
    for (const event of [...events, ...events.toReversed()]) await stripe.deliver(event);
    expect(await refundsOf()).toMatchObject([
      { state: 'failed', provider_id: given?.provider_id, detail: expect.stringContaining('expired') },
    ]);
    const id = given?.id ?? '';
    expect(await bookingKeys(id)).toEqual(['refund-request', 'refund', 'refund-back']);
    const entries = await db()
      .selectFrom('ledger_transactions')
      .innerJoin('ledger_entries', 'transaction_id', 'id')
      .select(['account', 'cents'])
      .where('reason_key', '=', `refund-back:${id}`)
      .orderBy('cents')
      .execute();
    expect(entries).toEqual([
      { account: 'refunds_given', cents: -cents },
      { account: 'processor', cents },
    ]);
    expect((await payment()).refund_reserved_cents).toBe(0);
    expect(await openIncidents(id)).toEqual(['refund_came_back']);
    await refund(stripe.test, operator, shipmentId, cents, { reason: 'Once more.' });
    expect((await refundsOf()).map(({ state }) => state).sort()).toEqual(['failed', 'succeeded']);
  });

  it('made in the Stripe dashboard opens one incident', async () => {
    const { intentId } = await boughtLabel();
    const { id } = await stripe.dashboard.refunds.create({ payment_intent: intentId, amount: 100 });
    await stripe.deliverEvents();
    expect(await refundsOf()).toEqual([]);
    expect(await openIncidents(id)).toEqual(['refund_unknown']);
  });

  it('with the refund id of another system is not treated as ours', async () => {
    const { intentId } = await boughtLabel();
    const metadata = { refund_id: 'not-ours' };
    const { id } = await stripe.dashboard.refunds.create({ payment_intent: intentId, amount: 100, metadata });
    await stripe.deliverEvents();
    expect(await openIncidents(id)).toEqual(['refund_unknown']);
  });
});

describe('a Stripe dispute', () => {
  it.each(['won', 'lost'] as const)('is recorded as open and then as %s', async (status) => {
    const { intentId, cents } = await boughtLabel('4000000000000259');
    await stripe.deliverEvents();
    const { id: paymentId } = await payment();
    const disputes = () =>
      db()
        .selectFrom('disputes')
        .select(['state', 'cents', 'reason'])
        .where('payment_id', '=', paymentId)
        .execute();
    expect(await disputes()).toEqual([{ state: 'open', cents, reason: 'fraudulent' }]);
    await atStripe(stripe.double, 'dispute', { intentId, status });
    await stripe.deliverEvents();
    expect(await disputes()).toMatchObject([{ state: status }]);
  });
});
