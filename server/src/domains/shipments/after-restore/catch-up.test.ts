import { API } from '@lading/contract/routes.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ShippoDouble, startShippoDouble } from '../../../../test/doubles/shippo-double.ts';
import {
  buy,
  call,
  centsOfRate,
  makeShop,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../../test/shipping.ts';
import { atStripe, buildStripeApp, type StripeApp } from '../../../../test/stripe-at-double.ts';
import { balanceOf, startTopUp } from '../../../../test/top-ups.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { CarrierRate, Purchase } from '../../../providers/label-providers/port.ts';
import { findQuote } from '../../pricing/quotes.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { catchUp } from './catch-up.ts';
import { voidLostLabel } from './catch-up-labels.ts';
import { settleLost } from './settle-lost.ts';

let shippo: ShippoDouble;
let stripe: StripeApp;
let shop: Shop;
beforeAll(async () => {
  shippo = await startShippoDouble();
  stripe = await buildStripeApp(
    {},
    {
      CARRIER_PROVIDER: 'shippo',
      SHIPPO_API_KEY: 'shippo_test_of_catching_up',
      SHIPPO_BASE_URL: shippo.url,
      SHIPPO_LABEL_HOSTS: new URL(shippo.url).host,
      SHIPPO_CALLS_PER_MINUTE: '60000',
    },
  );
  // The request need not wait for an order that the restore removes.
  stripe.test.deps.timings.requestWaitMs = 100;
});
beforeEach(async () => {
  shop = await makeShop(stripe.test);
});
/** Late webhooks and sweeps do not change the result. */
afterEach(async () => {
  await stripe.deliverEvents();
  await sweepFor(stripe.test, minutes(2));
  await stripe.expectConsistentLedger();
  expect(await catchUpAll()).toEqual(NOTHING);
});
afterAll(async () => {
  await stripe.close();
  await shippo.close();
});

const NOTHING = {
  payments: 0,
  labels: 0,
  voids: 0,
  refunds: 0,
  disputes: expect.any(Number),
  lost: { payments: [], labels: [] },
};
const LONG_AGO = new Date(0);
const catchUpAll = () => catchUp(stripe.test.deps, LONG_AGO);

/** A rate that was paid at Stripe, before we receive the event. */
async function paidRate(): Promise<{ rate: Rate; intentId: string; cents: number }> {
  const [rate] = await ratesFor(stripe.test, shop);
  if (!rate) throw new Error('expected a rate');
  const cents = centsOfRate(rate);
  const { paymentIntentId: intentId } = await stripe.pay(shop, cents, [rate.objectId]);
  return { rate, intentId, cents };
}

const carrierRateOf = async ({ objectId }: Rate) =>
  (await findQuote(stripe.test.deps.db, shop.userId, objectId)).carrier_rate;

/** Buys a label under a key that our database does not have, as after restoring an older backup. */
async function buyOutsideLading(rate: CarrierRate): Promise<Purchase & { outcome: 'bought' }> {
  const bought = await stripe.test.deps.labelProvider.buyLabel({ key: newId(), rate } as never);
  if (bought.outcome !== 'bought') throw new Error(`the label is ${bought.outcome}`);
  return bought;
}

const refundOutsideLading = (intentId: string, amountCents: number, shipmentId: string | null = null) =>
  stripe.test.deps.paymentProvider.refund({
    key: newId(),
    intentId,
    shipmentId,
    amountCents,
    reason: 'It was late.',
  });

const shipments = () =>
  stripe.test.deps.db
    .selectFrom('shipments')
    .select(['id', 'state', 'tracking_number', 'transaction_id'])
    .where('user_id', '=', shop.userId)
    .execute();

const refunds = async () => {
  const { rows } = await sql<{ kind: string; state: string; cents: number }>`
    SELECT kind, r.state, r.cents FROM refunds r JOIN payments p ON p.id = payment_id
    WHERE user_id = ${shop.userId} ORDER BY r.created_at, r.cents`.execute(stripe.test.deps.db);
  return rows;
};

const refundedAtStripe = async (intentId: string) =>
  (await stripe.dashboard.refunds.list({ payment_intent: intentId })).data.reduce(
    (sum, { amount }) => sum + amount,
    0,
  );

const incidents = async () =>
  (await stripe.test.deps.db.selectFrom('incidents').select('kind').execute()).map(({ kind }) => kind);

const labelsSold = () => shippo.server.journal.filter(({ kind }) => kind === 'label_bought').length;

async function suspend() {
  await stripe.test.deps.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', shop.userId)
    .execute();
}

function killedAfterRefund(): ShipmentDeps {
  const { deps } = stripe.test;
  const { paymentProvider } = deps;
  const refund: typeof paymentProvider.refund = async (order) => {
    await paymentProvider.refund(order);
    throw new Error('killed');
  };
  const cancelIntent: typeof paymentProvider.cancelIntent = (id) => paymentProvider.cancelIntent(id);
  return { ...deps, paymentProvider: { ...paymentProvider, refund, cancelIntent } };
}

describe('a payment', () => {
  it('that succeeded after the backup is imported, even without its intent id', async () => {
    const { rate, intentId } = await paidRate();
    await stripe.test.deps.db
      .updateTable('payments')
      .set({ intent_id: null })
      .where('intent_id', '=', intentId)
      .execute();
    expect(await catchUpAll()).toMatchObject({ payments: 1, lost: { payments: [] } });
    expect((await buy(stripe.test, shop, rate.objectId)).json()).toMatchObject({ labelStatus: 'ready' });
  });

  it('that was created after the backup is listed, and refunded on request', async () => {
    const { deps } = stripe.test;
    const order = { key: newId(), amountCents: 900, currency: 'USD', description: '' } as const;
    const paid = await deps.paymentProvider.createIntent(order);
    const open = await deps.paymentProvider.createIntent({ ...order, key: newId() });
    // A payment of another system on the same account, with the same metadata key.
    await deps.paymentProvider.createIntent({ ...order, key: 'order-4711' });
    if (paid.status === 'refused' || open.status === 'refused') throw new Error('refused');
    await atStripe(stripe.double, 'confirm', { intentId: paid.intentId, card: '4242424242424242' });
    await refundOutsideLading(paid.intentId, 200);

    const { lost } = await catchUpAll();
    expect(lost.payments.map(({ intent, keptCents }) => [intent.intentId, keptCents]).toSorted()).toEqual(
      [
        [paid.intentId, 700],
        [open.intentId, 0],
      ].toSorted(),
    );
    expect(await refundedAtStripe(paid.intentId)).toBe(200);
    await expect(settleLost(killedAfterRefund(), lost, 'refund', () => {})).rejects.toThrow('killed');
    const details = await deps.db.selectFrom('incidents').select('detail').execute();
    expect(details).toContainEqual({ detail: expect.stringMatching(/^\$7.00, refund started; check/) });
    // Runs twice more, as after an interrupted run.
    for (const run of [1, 2]) {
      const lines: string[] = [];
      await settleLost(deps, lost, 'refund', (line) => lines.push(line));
      const outcomes = lines.map((line) => line.split(', ').at(-1));
      expect(outcomes.toSorted(), `run ${run}`).toEqual(['canceled', 'refunded']);
    }
    expect(await refundedAtStripe(paid.intentId)).toBe(900);
    await stripe.deliverEvents();
    await sweepFor(stripe.test, minutes(12), minutes(1));
    expect((await incidents()).filter((kind) => kind === 'payment_lost')).toHaveLength(2);
  });

  it('that was disputed after the backup becomes disputed here', async () => {
    const { rate, intentId } = await paidRate();
    await stripe.deliverEvents();
    expect((await buy(stripe.test, shop, rate.objectId)).statusCode).toBe(200);
    await atStripe(stripe.double, 'dispute', { intentId });
    await stripe.events();
    await catchUpAll();
    const disputes = await stripe.test.deps.db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .select('disputes.state')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(disputes).toEqual([{ state: 'open' }]);
  });
});

describe('a label that was bought after the backup', () => {
  it('is assigned to its client by its quote and payment', async () => {
    const { rate } = await paidRate();
    const { trackingNumber } = await buyOutsideLading(await carrierRateOf(rate));
    expect(await catchUpAll()).toMatchObject({ payments: 1, labels: 1, lost: { labels: [] } });
    expect(await shipments()).toMatchObject([{ state: 'purchased', tracking_number: trackingNumber }]);
    const sold = labelsSold();
    const again = await buy(stripe.test, shop, rate.objectId);
    expect(again.json()).toMatchObject({ trackingNumber, labelStatus: 'ready' });
    expect(labelsSold()).toBe(sold);
  });

  it.each([
    ['that is paid here', 429, 'paid'],
    ['that has an earlier unconfirmed order', 500, 'purchase_unknown'],
  ])('is assigned to the shipment %s', async (_which, status, state) => {
    const { rate } = await paidRate();
    await stripe.deliverEvents();
    shippo.server.answerNext({ call: 'POST /transactions', status, body: {} });
    await buy(stripe.test, shop, rate.objectId);
    expect(await shipments()).toMatchObject([{ state }]);
    const { trackingNumber } = await buyOutsideLading(await carrierRateOf(rate));
    expect(await catchUpAll()).toMatchObject({ labels: 1, lost: { labels: [] } });
    expect(await shipments()).toMatchObject([{ state: 'purchased', tracking_number: trackingNumber }]);
  });

  it('is voided when its shipment is being refunded', async () => {
    const { rate, intentId, cents } = await paidRate();
    await stripe.deliverEvents();
    const carrierRate = await carrierRateOf(rate);
    shippo.server.answerNext({
      call: 'POST /transactions',
      status: 400,
      body: { detail: 'No such street.' },
    });
    await buy(stripe.test, shop, rate.objectId);
    expect(await shipments()).toMatchObject([{ state: 'refunded' }]);
    const { transactionId } = await buyOutsideLading(carrierRate);
    expect(await catchUpAll()).toMatchObject({ labels: 1, lost: { labels: [] } });
    await sweepFor(stripe.test, minutes(2));
    expect(await stripe.test.deps.labelProvider.voidLabel(transactionId)).toEqual({ outcome: 'voided' });
    expect(await refundedAtStripe(intentId)).toBe(cents);
  });

  it('is voided and refunded when the client is suspended', async () => {
    const { rate, intentId, cents } = await paidRate();
    const { transactionId } = await buyOutsideLading(await carrierRateOf(rate));
    await suspend();
    expect(await catchUpAll()).toMatchObject({ labels: 1, lost: { labels: [] } });
    await sweepFor(stripe.test, minutes(2));
    expect(await shipments()).toMatchObject([{ state: 'refunded' }]);
    expect(await refundedAtStripe(intentId)).toBe(cents);
    expect(await stripe.test.deps.labelProvider.voidLabel(transactionId)).toEqual({ outcome: 'voided' });
  });

  it('is listed when no payment covers it, and voided on request', async () => {
    const { deps } = stripe.test;
    const [rate] = await ratesFor(stripe.test, shop);
    if (!rate) throw new Error('expected a rate');
    const bought = await buyOutsideLading(await carrierRateOf(rate));
    const { labels, lost } = await catchUpAll();
    expect([labels, lost.labels.map(({ trackingNumber }) => trackingNumber)]).toEqual([
      0,
      [bought.trackingNumber],
    ]);
    for (const label of lost.labels) expect(await voidLostLabel(deps, label)).toBe('voided');
  });

  it('and then voided becomes voided here', async () => {
    const { rate } = await paidRate();
    await stripe.deliverEvents();
    await buy(stripe.test, shop, rate.objectId);
    const [{ transaction_id } = { transaction_id: null }] = await shipments();
    await stripe.test.deps.labelProvider.voidLabel(transaction_id ?? '');
    expect(await catchUpAll()).toMatchObject({ voids: 1 });
    expect(await shipments()).toMatchObject([{ state: 'voided' }]);
  });
});

describe('a refund that was made after the backup', () => {
  it('of a failed purchase ends its shipment without another purchase or refund', async () => {
    const { rate, intentId, cents } = await paidRate();
    await stripe.deliverEvents();
    shippo.server.answerNext({ call: 'POST /transactions', status: 429, body: {} });
    await buy(stripe.test, shop, rate.objectId);
    const [shipment] = await shipments();
    await refundOutsideLading(intentId, cents, shipment?.id);
    const sold = labelsSold();
    expect(await catchUpAll()).toMatchObject({ refunds: 1 });
    expect(await shipments()).toMatchObject([{ state: 'refunded' }]);
    expect(await refunds()).toEqual([{ kind: 'failed_purchase', state: 'succeeded', cents }]);
    await sweepFor(stripe.test, minutes(2));
    expect([labelsSold(), await refundedAtStripe(intentId)]).toEqual([sold, cents]);
  });

  it('by an admin counts toward the refunds of its shipment', async () => {
    const { rate, intentId } = await paidRate();
    await stripe.deliverEvents();
    await buy(stripe.test, shop, rate.objectId);
    const [shipment] = await shipments();
    await refundOutsideLading(intentId, 100, shipment?.id);
    expect(await catchUpAll()).toMatchObject({ refunds: 1 });
    expect(await refunds()).toEqual([{ kind: 'by_admin', state: 'succeeded', cents: 100 }]);
  });

  it('is not credited to the balance as well, even if refunds went there when the backup was made', async () => {
    const toBalance = { refundTo: 'balance' };
    expect((await call(stripe.test, shop, 'PUT', API.balanceRefunds, toBalance)).statusCode).toBe(200);
    const unused = await paidRate();
    const failed = await paidRate();
    await stripe.deliverEvents();
    shippo.server.answerNext({ call: 'POST /transactions', status: 429, body: {} });
    await buy(stripe.test, shop, failed.rate.objectId);
    const [shipment] = await shipments();
    await refundOutsideLading(failed.intentId, failed.cents, shipment?.id);
    await refundOutsideLading(unused.intentId, unused.cents);
    expect(await catchUpAll()).toMatchObject({ refunds: 2 });
    expect((await refunds()).map(({ kind, state }) => [kind, state]).toSorted()).toEqual([
      ['failed_purchase', 'succeeded'],
      ['surplus', 'succeeded'],
    ]);
    expect(await balanceOf(stripe.test, shop)).toMatchObject({ balance: 0 });
    for (const { intentId, cents } of [failed, unused]) expect(await refundedAtStripe(intentId)).toBe(cents);
  });

  it('of a top-up is taken from the balance', async () => {
    const started = (await startTopUp(stripe.test, shop, { amount: 2_500 })).json();
    const intentId = started.paymentIntentId;
    await atStripe(stripe.double, 'confirm', { intentId, card: '4242424242424242' });
    await stripe.deliverEvents();
    await refundOutsideLading(intentId, 1_000);
    expect(await catchUpAll()).toMatchObject({ refunds: 1 });
    expect(await refunds()).toEqual([{ kind: 'payout', state: 'succeeded', cents: 1_000 }]);
    expect(await balanceOf(stripe.test, shop)).toMatchObject({ balance: 1_500, payable: 1_500 });
  });

  it('of a shipment that is missing too reduces the unspent amount', async () => {
    const { rate, intentId, cents } = await paidRate();
    await stripe.deliverEvents();
    await refundOutsideLading(intentId, cents, newId());
    expect(await catchUpAll()).toMatchObject({ refunds: 1 });
    expect(await refunds()).toEqual([{ kind: 'surplus', state: 'succeeded', cents }]);
    expect((await buy(stripe.test, shop, rate.objectId)).statusCode).toBe(402);
  });
});
