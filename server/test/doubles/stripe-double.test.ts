import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readOutsideJson } from '../outside/outside.ts';
import { type StripeDouble, type StripeDoubleOptions, startStripeDouble } from './stripe-double.ts';

const GOOD = '4242424242424242';

const sdkOf = ({ url }: StripeDouble, key = 'sk_test_double', retries = 0) => {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: retries,
  });
};

const control = async (double: StripeDouble, order: string, body: object) => {
  const response = await fetch(`${double.url}/double/${order}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

let double: StripeDouble;
let stripe: Stripe;
beforeAll(async () => {
  double = await startStripeDouble();
  stripe = sdkOf(double);
});
afterAll(() => double.close());

const create = (amount = 1000, key?: string) =>
  stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      description: 'Two labels',
      metadata: { payment_id: 'pay-1' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    },
    key === undefined ? {} : { idempotencyKey: key },
  );
const pay = async (intent: { id: string }, card = GOOD) =>
  control(double, 'confirm', { intentId: intent.id, card });
const createPaid = async (amount = 1000) => {
  const intent = await create(amount);
  await pay(intent);
  return intent;
};

type ConfirmAnswer = Partial<Stripe.PaymentIntent> & { error?: Record<string, string> };

/** Like the browser: with the publishable key and the secret of the intent. */
async function confirmAsCustomer(intent: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>, number: string) {
  const response = await fetch(`${double.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_double',
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    }),
  });
  return { status: response.status, body: (await response.json()) as ConfirmAnswer };
}

describe('the official Stripe SDK', () => {
  it('creates, reads, lists and cancels payment intents', async () => {
    const first = await create(841);
    expect(first).toMatchObject({
      object: 'payment_intent',
      amount: 841,
      currency: 'usd',
      status: 'requires_payment_method',
      metadata: { payment_id: 'pay-1' },
      livemode: false,
    });
    const second = await create(500);
    expect((await stripe.paymentIntents.retrieve(first.id)).client_secret).toBe(first.client_secret);
    const page = await stripe.paymentIntents.list({ limit: 1, created: { gte: first.created } });
    expect(page).toMatchObject({ has_more: true, data: [{ id: second.id }] });
    const all: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ limit: 1 })) all.push(intent.id);
    expect(all.slice(0, 2)).toEqual([second.id, first.id]);
    const canceled = await stripe.paymentIntents.cancel(first.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    await expect(stripe.paymentIntents.cancel(first.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('refunds parts of a payment up to its total, and lists the refunds', async () => {
    const intent = await createPaid(1000);
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 400,
      reason: 'requested_by_customer',
      metadata: { refund_id: 'ref-1' },
    });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 400, metadata: { refund_id: 'ref-1' } });
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 601 })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
    });
    const rest = await stripe.refunds.create({ payment_intent: intent.id });
    expect(rest.amount).toBe(600);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const { data } = await stripe.refunds.list({ payment_intent: intent.id });
    expect(data.map(({ id }) => id)).toEqual([rest.id, refund.id]);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(latest_charge).toMatchObject({ amount_refunded: 1000, refunded: true });
  });

  it('throws its own error classes', async () => {
    const { errors } = Stripe;
    await expect(create(49)).rejects.toSatisfy(
      (error) =>
        error instanceof errors.StripeInvalidRequestError &&
        error.code === 'amount_too_small' &&
        error.param === 'amount' &&
        error.requestId?.startsWith('req_') === true,
    );
    await expect(stripe.paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
    });
    await expect(sdkOf(double, 'sk_live_1').paymentIntents.list()).rejects.toBeInstanceOf(
      errors.StripeAuthenticationError,
    );
    await expect(sdkOf(double, 'pk_test_1').paymentIntents.list()).rejects.toMatchObject({
      code: 'secret_key_required',
    });
    const { id } = await create();
    await expect(
      stripe.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, {
        payment_method_data: {
          type: 'card',
          card: { number: '4000000000000002', exp_month: 12, exp_year: 40, cvc: '123' },
        },
      }),
    ).rejects.toSatisfy(
      (error) =>
        error instanceof errors.StripeCardError &&
        error.code === 'card_declined' &&
        error.decline_code === 'generic_decline' &&
        error.payment_intent?.id === id,
    );
  });

  it('gets the same answer for the same key, and an error for another request with that key', async () => {
    const first = await create(700, 'key-1');
    const again = await create(700, 'key-1');
    expect(again.id).toBe(first.id);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await pay(first);
    expect((await create(700, 'key-1')).status).toBe('requires_payment_method');
    await expect(create(701, 'key-1')).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    // An invalid request is not remembered.
    await expect(create(1, 'key-2')).rejects.toThrow('Amount must be at least 50 cents.');
    expect((await create(800, 'key-2')).amount).toBe(800);
  });
});

describe('a card in the browser', () => {
  it.each([
    [GOOD, 200, 'succeeded', undefined],
    ['5555555555554444', 200, 'succeeded', undefined],
    ['378282246310005', 200, 'succeeded', undefined],
    ['6011111111111117', 200, 'succeeded', undefined],
    ['4000000000000077', 200, 'succeeded', undefined],
    ['4000000000000002', 402, 'requires_payment_method', 'card_declined generic_decline'],
    ['4000000000009995', 402, 'requires_payment_method', 'card_declined insufficient_funds'],
    ['4000000000009987', 402, 'requires_payment_method', 'card_declined lost_card'],
    ['4000000000009979', 402, 'requires_payment_method', 'card_declined stolen_card'],
    ['4000000000000069', 402, 'requires_payment_method', 'expired_card'],
    ['4000000000000127', 402, 'requires_payment_method', 'incorrect_cvc'],
    ['4000000000000119', 402, 'requires_payment_method', 'processing_error'],
    ['4000000000000341', 402, 'requires_payment_method', 'card_declined generic_decline'],
    ['4242424242424241', 402, 'requires_payment_method', 'incorrect_number'],
    ['4000002500003155', 200, 'requires_action', undefined],
  ])('%s has the documented outcome', async (number, status, state, reason) => {
    const intent = await create();
    const answer = await confirmAsCustomer(intent, number);
    expect(answer.status).toBe(status);
    const { code, decline_code } = answer.body.error ?? {};
    expect([code, decline_code].filter(Boolean).join(' ')).toBe(reason ?? '');
    const now = await stripe.paymentIntents.retrieve(intent.id);
    expect(now.status).toBe(state);
    expect(now.last_payment_error?.code).toBe(code);
  });

  it.each([
    ['4000002760003184', 'complete', 'succeeded'],
    ['4000000000003220', 'complete', 'succeeded'],
    ['4000000000003220', 'fail', 'requires_payment_method'],
    ['4000008400001629', 'complete', 'requires_payment_method'],
    ['4000008260003178', 'complete', 'requires_payment_method'],
  ])('%s needs authentication first: %s', async (number, authentication, state) => {
    const intent = await create();
    const asked = await confirmAsCustomer(intent, number);
    expect(asked.body).toMatchObject({
      status: 'requires_action',
      next_action: { use_stripe_sdk: { stripe_js: expect.stringContaining(double.url) } },
    });
    await control(double, 'confirm', { intentId: intent.id, authentication });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(state);
  });

  it('pays nothing without the secret of the intent', async () => {
    const intent = await create();
    const answer = await confirmAsCustomer({ ...intent, client_secret: 'pi_other_secret' }, GOOD);
    expect(answer.status).toBe(404);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});

it('the journal lists accepted calls in order', async () => {
  const from = double.server.journal.length;
  const intent = await createPaid(1000);
  await stripe.refunds.create({ payment_intent: intent.id, amount: 1, metadata: { refund_id: 'ref-9' } });
  expect(double.server.journal.slice(from)).toMatchObject([
    { kind: 'intent_created', intent: intent.id, paymentKey: 'pay-1', cents: 1000 },
    { kind: 'charged', intent: intent.id, paymentKey: 'pay-1', cents: 1000 },
    { kind: 'refunded', refundKey: 'ref-9', intent: intent.id, cents: 1 },
  ]);
});

it('returns objects with every field that the API description requires', async () => {
  const { components } = readOutsideJson<{ components: { schemas: Record<string, { required: string[] }> } }>(
    'stripe-api.json',
  );
  const { id } = await createPaid();
  await stripe.refunds.create({ payment_intent: id });
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const objects = {
    payment_intent: intent,
    charge: intent.latest_charge,
    refund: (await stripe.refunds.list({ payment_intent: id })).data[0],
    event: (await stripe.events.list()).data[0],
  };
  for (const [name, object] of Object.entries(objects))
    expect(Object.keys(object ?? {})).toEqual(
      expect.arrayContaining(components.schemas[name]?.required ?? []),
    );
});

describe('configurable faults', () => {
  let other: StripeDouble;
  afterEach(() => other.close());
  const start = async (options: StripeDoubleOptions) => {
    other = await startStripeDouble(options);
    return sdkOf(other);
  };
  const order = { amount: 500, currency: 'usd' };

  it.each([
    ['not', 0, 0],
    ['nonetheless', 1, 1],
  ])('a stored 500 is replayed, and the work was %s done', async (_word, done, made) => {
    const sdk = await start({ storedErrors: { share: 1, done } });
    for (const replayed of [undefined, 'true'])
      await expect(sdk.paymentIntents.create(order, { idempotencyKey: 'k' })).rejects.toMatchObject({
        type: 'StripeAPIError',
        headers: replayed === undefined ? {} : { 'idempotent-replayed': replayed },
      });
    expect((await sdk.paymentIntents.list()).data).toHaveLength(made);
  });

  it('keys expire', async () => {
    const sdk = await start({ keysLiveMs: 0 });
    const one = await sdk.paymentIntents.create(order, { idempotencyKey: 'k' });
    const two = await sdk.paymentIntents.create(order, { idempotencyKey: 'k' });
    expect(two.id).not.toBe(one.id);
  });

  it('a refund is pending, succeeds, and fails later', async () => {
    const sdk = await start({ refundsPendMs: null });
    const intent = await sdk.paymentIntents.create(order);
    await control(other, 'confirm', { intentId: intent.id, card: GOOD });
    const refund = await sdk.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    await control(other, 'refund', { refundId: refund.id, status: 'succeeded' });
    expect((await sdk.refunds.retrieve(refund.id)).status).toBe('succeeded');
    await control(other, 'refund', { refundId: refund.id, status: 'failed' });
    expect((await sdk.refunds.retrieve(refund.id)).status).toBe('failed');
    // A failed refund can be repeated.
    expect((await sdk.refunds.create({ payment_intent: intent.id })).amount).toBe(500);
  });
});
