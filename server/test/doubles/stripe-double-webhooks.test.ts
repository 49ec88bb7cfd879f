import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeDouble, startStripeDouble } from './stripe-double.ts';
import type { WebhookPlan } from './stripe-double-webhooks.ts';

const SECRET = 'whsec_of_the_test';
const GOOD = '4242424242424242';
const PATIENT = { timeout: 30_000 };

const heard: Stripe.Event[] = [];
let refusals = 0;
const listener = createServer(async (request, response) => {
  const body = await text(request);
  if (refusals > 0) {
    refusals -= 1;
    response.writeHead(500).end();
    return;
  }
  const event = Stripe.webhooks.constructEvent(body, String(request.headers['stripe-signature']), SECRET);
  heard.push(event);
  response.writeHead(200).end();
});
/** In any order, because events are sent concurrently. */
const typesHeard = () => heard.map(({ type }) => type).sort();

let double: StripeDouble;
let stripe: Stripe;
beforeEach(async () => {
  heard.length = 0;
  refusals = 0;
  if (!listener.listening) await once(listener.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  await double.close();
  listener.closeAllConnections();
  await once(listener.close(), 'close');
});

async function start(plan: Partial<WebhookPlan> = {}) {
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  double = await startStripeDouble({ webhooks: { url, secret: SECRET, ...plan } });
  const { hostname, port } = new URL(double.url);
  stripe = new Stripe('sk_test_double', { host: hostname, port: Number(port), protocol: 'http' });
}
const create = () => stripe.paymentIntents.create({ amount: 1000, currency: 'usd' });
const order = (path: string, body: object) =>
  fetch(`${double.url}/double/${path}`, { method: 'POST', body: JSON.stringify(body) });
const control = async (path: string, body: object) => expect((await order(path, body)).status).toBe(200);
const pay = async (card = GOOD) => {
  const { id } = await create();
  await control('confirm', { intentId: id, card });
  return id;
};

describe('events of the Stripe double', () => {
  it('have a valid signature, an id and the mode', async () => {
    await start();
    const intent = await pay();
    await expect
      .poll(typesHeard, PATIENT)
      .toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(3);
    const paid = heard.find(({ type }) => type === 'payment_intent.succeeded');
    expect(paid).toMatchObject({ livemode: false, data: { object: { id: intent } } });
    const { data } = await stripe.events.list({ type: 'payment_intent.succeeded' });
    expect(data.map(({ id }) => id)).toEqual([paid?.id]);
    expect(await stripe.events.retrieve(paid?.id ?? '')).toMatchObject({ type: paid?.type });
  });

  it('can arrive three times at the same time (F08)', async () => {
    await start({ copies: 3 });
    await create();
    await expect.poll(() => heard.length, PATIENT).toBe(3);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(1);
  });

  it('can arrive out of order (F09)', async () => {
    await start({ withinMs: 1500 });
    await Promise.all(Array.from({ length: 5 }, create));
    await expect.poll(() => heard.length, PATIENT).toBe(5);
    const made = (await stripe.events.list()).data.map(({ id }) => id).reverse();
    expect(heard.map(({ id }) => id)).not.toEqual(made);
  });

  it('never arrive without a URL (F10)', async () => {
    await start({ url: null });
    await pay();
    expect(double.webhooks.deliveries).toEqual([]);
  });

  it('can arrive before the answer of the call that caused them (F11)', async () => {
    await start({ beforeAnswer: true });
    const intent = await create();
    expect(heard.map(({ data }) => data.object)).toMatchObject([{ id: intent.id }]);
    await order('confirm', { intentId: intent.id, card: '4000000000000002' });
    expect(typesHeard()).toEqual([
      'charge.failed',
      'payment_intent.created',
      'payment_intent.payment_failed',
    ]);
  });

  it('are retried after a failed delivery', async () => {
    refusals = 1;
    await start();
    await create();
    await expect.poll(typesHeard, PATIENT).toEqual(['payment_intent.created']);
    await expect
      .poll(() => double.webhooks.deliveries.map(({ status }) => status), PATIENT)
      .toEqual([500, 200]);
  });

  it('report refunds that fail, and disputes that open and close', async () => {
    await start();
    const intent = await pay('4000000000000259');
    const { id } = await stripe.refunds.create({ payment_intent: intent, amount: 100 });
    await control('refund', { refundId: id, status: 'failed' });
    await control('dispute', { intentId: intent, status: 'lost' });
    await expect
      .poll(typesHeard, PATIENT)
      .toEqual([
        'charge.dispute.closed',
        'charge.dispute.created',
        'charge.refund.updated',
        'charge.refunded',
        'charge.succeeded',
        'payment_intent.created',
        'payment_intent.succeeded',
        'refund.created',
        'refund.failed',
        'refund.updated',
      ]);
    const closed = heard.find(({ type }) => type === 'charge.dispute.closed');
    expect(closed?.data.object).toMatchObject({
      object: 'dispute',
      status: 'lost',
      amount: 1000,
      payment_intent: intent,
    });
  });

  it('can have a wrong amount or the wrong mode', async () => {
    await start();
    const intentId = await pay();
    await control('event', {
      type: 'payment_intent.succeeded',
      intentId,
      object: { amount: 1 },
      event: { livemode: true },
    });
    await expect
      .poll(() => heard.find(({ livemode }) => livemode), PATIENT)
      .toMatchObject({ livemode: true, data: { object: { amount: 1, id: intentId } } });
    expect((await stripe.paymentIntents.retrieve(intentId)).amount).toBe(1000);
    await control('alter', { intentId, amount: 2, currency: 'eur' });
    expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({ amount: 2, currency: 'eur' });
  });
});
