import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildTestGateway,
  cardOf,
  type GatewayBench,
  SHOP_ORIGIN,
} from '../../../../test/build-test-gateway.ts';
import { newId } from '../../../platform/ids.ts';
import type { Intent } from '../port.ts';
import { paymentPortSuite } from '../port-suite.ts';
import { storedCardsSuite } from '../stored-cards-suite.ts';
import { TEST_CARDS } from './test-cards.ts';
import { CONFIRM_LIMIT } from './test-gateway.routes.ts';

const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const AUTHENTICATES = '4000 0027 6000 3184';

paymentPortSuite('the test gateway', async () => {
  const bench = await buildTestGateway();
  return {
    provider: bench.gateway,
    another: bench.anotherGateway,
    pay: async (intent) => void (await bench.confirm(intent, cardOf(GOOD))),
    fail: async (intent) => void (await bench.confirm(intent, cardOf(DECLINED))),
    startAuthentication: async (intent) => void (await bench.confirm(intent, cardOf(AUTHENTICATES))),
    close: bench.close,
  };
});

storedCardsSuite('the test gateway', async () => {
  const bench = await buildTestGateway();
  const { gateway } = bench;
  return {
    provider: gateway,
    another: bench.anotherGateway,
    pay: async (intent) => void (await bench.confirm(intent, cardOf(GOOD))),
    save: async ({ setupId, clientSecret }, number) => {
      const answer = await gateway.cards.confirmSetup(setupId, { clientSecret, ...cardOf(number) });
      if (answer?.status === 'requires_action')
        await gateway.cards.confirmSetup(setupId, { clientSecret, authentication: 'complete' });
    },
    confirm: async (intent, methodId) => {
      const { status } = await bench.confirm(intent, { methodId });
      if (status === 'requires_action') await bench.confirm(intent, { authentication: 'complete' });
    },
    close: bench.close,
  };
});

let bench: GatewayBench;
beforeAll(async () => {
  bench = await buildTestGateway();
});
afterAll(() => bench.close());

const read = ({ intentId }: Intent) => bench.gateway.readIntent(intentId);
const kindsOf = async ({ intentId }: Intent) => {
  const rows = await bench.db
    .selectFrom('sandbox.gateway_events')
    .select('kind')
    .where('intent_id', '=', intentId)
    .orderBy('seq')
    .execute();
  return rows.map(({ kind }) => kind);
};
const rowOf = ({ intentId }: Intent) =>
  bench.db
    .selectFrom('sandbox.gateway_intents')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();

describe('confirming with a published card', () => {
  const atOnce = TEST_CARDS.filter(({ authenticates }) => !authenticates);

  it.each(atOnce.filter(({ refusal }) => !refusal).map(({ number, brand }) => [number, brand]))(
    'charges %s and stores its brand and last four digits',
    async (number, brand) => {
      const intent = await bench.newIntent();
      expect(await bench.confirm(intent, cardOf(number))).toEqual({ status: 'succeeded' });
      expect(await read(intent)).toEqual({
        ...intent,
        status: 'succeeded',
        paidWith: { brand, last4: number.slice(-4) },
      });
      expect(await rowOf(intent)).toMatchObject({ card_brand: brand, card_last4: number.slice(-4) });
    },
  );

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', null],
    ['4000000000000127', 'incorrect_cvc', null],
    ['4000000000000119', 'processing_error', null],
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4242424242424241', 'incorrect_number', null],
  ])('declines %s with %s / %s, and accepts another card afterward', async (number, code, declineCode) => {
    const intent = await bench.newIntent();
    const answer = await bench.confirm(intent, cardOf(number));
    const message = expect.stringMatching(/^[A-Z].+\.$/);
    expect(answer).toEqual({ status: 'requires_payment_method', error: { code, declineCode, message } });
    expect(await read(intent)).toEqual({ ...intent, lastError: answer.error?.message });
    expect(await bench.confirm(intent, cardOf(GOOD))).toEqual({ status: 'succeeded' });
    expect(await read(intent)).toMatchObject({ ...intent, status: 'succeeded' });
    expect(await kindsOf(intent)).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded']);
  });

  it('gives a lost or stolen card the same message as any declined card', async () => {
    const messageOf = async (number: string) =>
      (await bench.confirm(await bench.newIntent(), cardOf(number))).error?.message;
    const plain = await messageOf(DECLINED);
    expect(await messageOf('4000 0000 0000 9987')).toBe(plain);
    expect(await messageOf('4000 0000 0000 9979')).toBe(plain);
  });

  it('reports the dispute that a charge of the card ending in 0259 causes', async () => {
    const intent = await bench.newIntent();
    await bench.confirm(intent, cardOf('4000 0000 0000 0259'));
    expect(await kindsOf(intent)).toEqual(['payment_intent.succeeded', 'charge.dispute.created']);
    expect((await rowOf(intent)).disputed_at).toEqual(bench.clock.now());
  });
});

describe('3-D Secure', () => {
  it.each(
    TEST_CARDS.filter(({ authenticates }) => authenticates).map(({ number, refusal }) => [
      number,
      refusal?.declineCode ?? 'succeeded',
    ]),
  )('for %s ends with %s after the check is passed', async (number, end) => {
    const intent = await bench.newIntent();
    expect(await bench.confirm(intent, cardOf(number))).toEqual({ status: 'requires_action' });
    expect((await read(intent))?.status).toBe('requires_action');
    const { status, error } = await bench.confirm(intent, { authentication: 'complete' });
    expect(error?.declineCode ?? status).toBe(end);
    expect((await read(intent))?.status).toBe(status);
  });

  it('that fails charges nothing and lets the client try again', async () => {
    const intent = await bench.newIntent();
    await bench.confirm(intent, cardOf(AUTHENTICATES));
    const failed = await bench.confirm(intent, { authentication: 'fail' });
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      error: { code: 'payment_intent_authentication_failure', declineCode: null },
    });
    expect(await bench.confirm(intent, { authentication: 'complete' })).toMatchObject({
      status: 'requires_payment_method',
      error: { code: 'payment_intent_unexpected_state' },
    });
    expect(await bench.confirm(intent, cardOf(GOOD))).toEqual({ status: 'succeeded' });
  });

  it('can be abandoned for another card', async () => {
    const intent = await bench.newIntent();
    await bench.confirm(intent, cardOf('4000 0084 0000 1629'));
    expect(await bench.confirm(intent, cardOf(GOOD))).toEqual({ status: 'succeeded' });
  });
});

describe('an intent', () => {
  it('that is paid, canceled or in processing cannot be paid', async () => {
    const [paid, canceled, held] = [
      await bench.newIntent(),
      await bench.newIntent(),
      await bench.newIntent(),
    ];
    await bench.confirm(paid, cardOf(GOOD));
    await bench.gateway.cancelIntent(canceled.intentId);
    bench.gateway.holdCharges = true;
    expect(await bench.confirm(held, cardOf(GOOD))).toEqual({ status: 'processing' });
    bench.gateway.holdCharges = false;
    for (const intent of [paid, canceled, held]) {
      const before = await rowOf(intent);
      for (const step of [cardOf(GOOD), cardOf(DECLINED), { authentication: 'complete' } as const]) {
        expect(await bench.confirm(intent, step)).toEqual({
          status: before.status,
          error: {
            code: 'payment_intent_unexpected_state',
            declineCode: null,
            message: expect.any(String),
          },
        });
      }
      expect(await rowOf(intent)).toEqual(before);
    }
  });

  it('in processing can be neither canceled nor refunded, and ends with the result of the bank', async () => {
    bench.gateway.holdCharges = true;
    const [good, bad] = [await bench.newIntent(), await bench.newIntent()];
    for (const intent of [good, bad]) await bench.confirm(intent, cardOf(GOOD));
    bench.gateway.holdCharges = false;
    expect((await bench.gateway.cancelIntent(good.intentId)).status).toBe('processing');
    const refund = { key: newId(), intentId: good.intentId, shipmentId: null, amountCents: 1, reason: '' };
    expect((await bench.gateway.refund(refund)).outcome).toBe('refused');
    await bench.gateway.finishProcessing(good.intentId, 'succeeded');
    await bench.gateway.finishProcessing(bad.intentId, 'failed');
    expect((await read(good))?.status).toBe('succeeded');
    expect(await read(bad)).toMatchObject({
      status: 'requires_payment_method',
      lastError: expect.any(String),
    });
    await expect(bench.gateway.finishProcessing(good.intentId, 'failed')).rejects.toThrow(
      /not in processing/,
    );
  });

  it('is charged once when two processes get 20 confirm calls at the same time', async () => {
    const intent = await bench.newIntent();
    const gateways = [bench.gateway, bench.anotherGateway()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        gateways[at % 2]?.confirm(intent.intentId, { clientSecret: intent.clientSecret, ...cardOf(GOOD) }),
      ),
    );
    expect(answers.filter((answer) => answer?.error === undefined)).toHaveLength(1);
    expect(answers.every((answer) => answer?.status === 'succeeded')).toBe(true);
    expect(await kindsOf(intent)).toEqual(['payment_intent.succeeded']);
  });

  it('keeps its state in a new process, even during 3-D Secure', async () => {
    const intent = await bench.newIntent();
    await bench.confirm(intent, cardOf('4000 0082 6000 3178'));
    const restarted = bench.anotherGateway();
    expect(await restarted.readIntent(intent.intentId)).toEqual({ ...intent, status: 'requires_action' });
    const { clientSecret } = intent;
    expect(
      await restarted.confirm(intent.intentId, { clientSecret, authentication: 'complete' }),
    ).toMatchObject({ error: { declineCode: 'insufficient_funds' } });
  });
});

describe('a refund that was refused', () => {
  it('can be looked up after its answer was lost', async () => {
    const intent = await bench.newIntent(500);
    const order = {
      key: newId(),
      intentId: intent.intentId,
      shipmentId: null,
      amountCents: 500,
      reason: 'Too early',
    };
    const refused = await bench.gateway.refund(order);
    expect(refused.outcome).toBe('refused');
    await bench.confirm(intent, cardOf(GOOD));
    expect(await bench.gateway.findRefund(intent.intentId, order.key)).toEqual(refused);
    expect(await bench.gateway.refund(order)).toEqual(refused);
    expect((await rowOf(intent)).refunded_cents).toBe(0);
  });
});

describe('the confirm call', () => {
  it('is allowed for the listed origins and needs no session', async () => {
    const intent = await bench.newIntent();
    const answer = await bench.post(intent.intentId, { clientSecret: intent.clientSecret, ...cardOf(GOOD) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(SHOP_ORIGIN);
  });

  it('answers not found and changes nothing for a wrong secret, the secret of another intent, or an unknown id', async () => {
    const [intent, other] = [await bench.newIntent(), await bench.newIntent()];
    const tries = [
      [intent.intentId, `${intent.clientSecret}x`],
      [intent.intentId, intent.clientSecret.slice(0, -1)],
      [intent.intentId, ''],
      [intent.intentId, other.clientSecret],
      ['pi_test_unknown', intent.clientSecret],
    ] as const;
    for (const [intentId, clientSecret] of tries) {
      const answer = await bench.post(intentId, { clientSecret, ...cardOf(GOOD) });
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await read(intent)).toEqual(intent);
    expect(await kindsOf(intent)).toEqual([]);
  });

  it.each([
    ['neither card nor authentication', {}],
    ['both', { ...cardOf(GOOD), authentication: 'complete' }],
    ['another word for authentication', { authentication: 'yes' }],
    ['a card number that is a number', { card: { ...cardOf(GOOD).card, number: 4242424242424242 } }],
    ['a month in letters', { card: { ...cardOf(GOOD).card, expMonth: '12' } }],
    ['a too long card number', { card: { ...cardOf(GOOD).card, number: '4'.repeat(41) } }],
  ])('refuses a body with %s', async (_, step) => {
    const intent = await bench.newIntent();
    const answer = await bench.post(intent.intentId, { clientSecret: intent.clientSecret, ...step });
    expect(answer.statusCode).toBe(400);
    // An ID may contain these digits by chance.
    const { requestId, ...body } = answer.json();
    expect(requestId).toEqual(expect.any(String));
    expect(JSON.stringify(body)).not.toMatch(/4242|4444/);
    expect(await read(intent)).toEqual(intent);
  });

  it('limits attempts to guess card numbers (MO23)', async () => {
    const limited = await buildTestGateway({ rateLimits: true });
    const { intentId, clientSecret } = await limited.newIntent();
    const tries = Array.from({ length: CONFIRM_LIMIT.max }, () =>
      limited.post(intentId, { clientSecret, ...cardOf(DECLINED) }),
    );
    expect((await Promise.all(tries)).every(({ statusCode }) => statusCode === 200)).toBe(true);
    const answer = await limited.post(intentId, { clientSecret, ...cardOf(GOOD) });
    expect(answer.statusCode).toBe(429);
    expect((await limited.gateway.readIntent(intentId))?.status).toBe('requires_payment_method');
    await limited.close();
  });
});
