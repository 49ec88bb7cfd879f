import { SHIPMENTS } from '@lading/contract/messages.ts';
import { dollarsOf, formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askRefund, makeOperator, recordsOf, refund } from '../../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../../test/shipping.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';

let faulty: FaultyApp;
let operator: Shop;
/** Not refunded. */
let label: LabelAnswer;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
  label = await bought();
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const bought = async () => boughtLabel(faulty.test, await makeShop(faulty.test));

const refundsOf = (shipmentId: string) =>
  faulty.test.deps.db
    .selectFrom('refunds')
    .select(['id', 'cents', 'state', 'kind', 'requested_by'])
    .where('shipment_id', '=', shipmentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The number of refunds that we sent to the payment provider and that it paid. */
const countPaid = async (shipmentId: string) => {
  const sent = new Set(faulty.gateway.callsOf('refund'));
  return (await refundsOf(shipmentId)).filter(({ id, state }) => sent.has(id) && state === 'succeeded')
    .length;
};

const requestRefund = (shipmentId: string, cents: number, headers = {}, by = operator) =>
  askRefund(faulty.test, by, shipmentId, { amount: dollarsOf(cents), reason: ' Late ' }, headers);

describe('a refund by an admin', () => {
  it('refunds the card and is audited with the admin’s name', async () => {
    const { transactionId: id, cents } = await bought();
    const answer = await refund(faulty.test, operator, id, cents);
    const [stored] = await refundsOf(id);
    expect(answer).toEqual({
      message: SHIPMENTS.refunded,
      refund: { refundId: stored?.id, amount: dollarsOf(cents), status: 'succeeded', refundable: 0 },
      voided: null,
    });
    expect(stored).toMatchObject({ cents, kind: 'by_admin', requested_by: operator.userId });
    expect(await recordsOf(faulty.test, 'REFUND_REQUESTED', id)).toEqual([
      {
        user_id: operator.userId,
        user_role: 'admin',
        status: 'pending',
        details: { refundId: stored?.id, paymentId: expect.any(String), shipmentId: id, cents },
      },
    ]);
    const url = `${API.adminAuditLogs}?action=REFUND_REQUESTED&limit=1`;
    const { data } = (await call(faulty.test, operator, 'GET', url)).json();
    expect(data.auditLogs[0].details.raw).toMatchObject({ cents, reason: 'The parcel was late.' });
  });

  it('can be split to the last cent, and says how much is left when the amount is too large (MO16, MO18)', async () => {
    const { transactionId: id, cents } = await bought();
    expect((await refund(faulty.test, operator, id, 1)).refund.refundable).toBe(dollarsOf(cents - 1));
    await refund(faulty.test, operator, id, cents - 3);
    const tooMuch = await requestRefund(id, 3);
    expect(tooMuch.statusCode).toBe(409);
    expect(tooMuch.json()).toMatchObject({
      error: 'REFUND_TOO_LARGE',
      message: `Only ${formatMoney(2)} of this shipment can still be refunded.`,
    });
    await refund(faulty.test, operator, id, 2);
    expect((await requestRefund(id, 1)).json()).toMatchObject({
      error: 'REFUND_TOO_LARGE',
      message: 'This shipment has already been refunded in full.',
    });
    expect((await refundsOf(id)).map((part) => part.cents).toSorted((a, b) => a - b)).toEqual([
      1,
      2,
      cents - 3,
    ]);
    expect(await countPaid(id)).toBe(3);
    expect(
      (await recordsOf(faulty.test, 'REFUND_REFUSED', id)).map(({ user_id, status }) => [user_id, status]),
    ).toEqual([
      [operator.userId, 'error'],
      [operator.userId, 'error'],
    ]);
  });

  it('is refused for a shipment without a label, and nothing is sent (MO16)', async () => {
    const shop = await makeShop(faulty.test);
    const { rate, cents } = await paidRate(faulty.test, shop);
    faulty.labelProvider.refuse(1, 'No.');
    const { transactionId: id } = (await buy(faulty.test, shop, rate.objectId)).json();
    const sent = faulty.gateway.callsOf('refund').length;
    expect((await requestRefund(id, cents)).json()).toMatchObject({
      error: 'REFUND_TOO_LARGE',
      message: 'This shipment has no label. It is refunded automatically.',
    });
    expect(faulty.gateway.callsOf('refund')).toHaveLength(sent);
  });

  it.each<[string, object, string]>([
    ['zero', { amount: 0 }, SHIPMENTS.amountInvalid],
    ['a negative amount', { amount: -1 }, SHIPMENTS.amountInvalid],
    ['less than a cent', { amount: 0.001 }, SHIPMENTS.amountInvalid],
    ['half a cent', { amount: 1.005 }, SHIPMENTS.amountInvalid],
    ['text', { amount: '5' }, SHIPMENTS.amountInvalid],
    ['nothing', { amount: null }, SHIPMENTS.amountInvalid],
    ['an absurdly large amount', { amount: 1e300 }, SHIPMENTS.amountInvalid],
    ['a blank reason', { reason: '   ' }, SHIPMENTS.reasonMissing],
    ['no reason', { reason: undefined }, SHIPMENTS.reasonMissing],
    ['a reason that is too long', { reason: 'x'.repeat(501) }, 'Please use at most 500 characters.'],
  ])('with %s is refused with a message, and nothing is sent (MO16, MO22)', async (_case, part, sentence) => {
    const { transactionId: id } = label;
    const sent = faulty.gateway.callsOf('refund').length;
    const answer = await askRefund(faulty.test, operator, id, { amount: 1, reason: 'Late', ...part });
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json().fields)).toContain(sentence);
    expect(await refundsOf(id)).toEqual([]);
    expect(faulty.gateway.callsOf('refund')).toHaveLength(sent);
  });

  it('of an unknown shipment answers 404', async () => {
    expect((await requestRefund(newId(), 100)).json()).toMatchObject({ error: 'SHIPMENT_NOT_FOUND' });
    const noId = await askRefund(faulty.test, operator, 'x', { amount: 1, reason: 'Late' });
    expect(noId.statusCode).toBe(400);
  });

  it('is refused to clients and without a session', async () => {
    const shop = await makeShop(faulty.test);
    const { transactionId: id, cents } = await boughtLabel(faulty.test, shop);
    expect((await requestRefund(id, cents, {}, shop)).statusCode).toBe(403);
    expect((await requestRefund(id, cents, {}, { userId: '', token: 'unknown' })).statusCode).toBe(401);
    expect(await refundsOf(id)).toEqual([]);
  });
});

describe('a repeated refund', () => {
  it('returns the first one within a minute, and is a new one after that', async () => {
    const { transactionId: id } = await bought();
    const first = await refund(faulty.test, operator, id, 100);
    expect((await refund(faulty.test, operator, id, 100)).refund.refundId).toBe(first.refund.refundId);
    expect(await countPaid(id)).toBe(1);
    await refund(faulty.test, operator, id, 100, { reason: 'Another reason.' });
    await refund(faulty.test, await makeOperator(faulty.test), id, 100);
    expect(await countPaid(id)).toBe(3);
    faulty.test.clock.advance(minutes(1) + 1);
    expect((await refund(faulty.test, operator, id, 100)).refund.refundId).not.toBe(first.refund.refundId);
    expect(await countPaid(id)).toBe(4);
  });

  it('returns the first one under the same idempotency key, and is refused with another body (MO15)', async () => {
    const { transactionId: id } = await bought();
    const headers = { 'idempotency-key': newId() };
    const first = (await requestRefund(id, 100, headers)).json();
    faulty.test.clock.advance(minutes(5));
    expect((await requestRefund(id, 100, headers)).json()).toEqual(first);
    expect((await requestRefund(id, 101, headers)).statusCode).toBe(422);
    expect((await requestRefund((await bought()).transactionId, 100, headers)).statusCode).toBe(422);
    expect(await countPaid(id)).toBe(1);
  });

  it('by twenty admins concurrently is one refund (MO17)', async () => {
    const { transactionId: id, cents } = await bought();
    const operators = await Promise.all(Array.from({ length: 20 }, () => makeOperator(faulty.test)));
    const answers = await Promise.all(operators.map((by) => requestRefund(id, cents, {}, by)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect(await refundsOf(id)).toHaveLength(1);
    expect(await countPaid(id)).toBe(1);
  });

  it('from twenty concurrent clicks is one refund, which every click receives', async () => {
    const { transactionId: id, cents } = await bought();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestRefund(id, cents)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.json().refund.refundId)).size).toBe(1);
    expect(await countPaid(id)).toBe(1);
  });
});

describe('a payment provider', () => {
  it.each(['failNext', 'loseAnswer'] as const)(
    'that does not answer (%s) is called again until it has refunded once',
    async (fault) => {
      const { transactionId: id, cents } = await bought();
      faulty.gateway[fault]('refund', 2);
      expect((await refund(faulty.test, operator, id, cents)).refund).toMatchObject({
        status: 'submitted',
        refundable: 0,
      });
      await sweepFor(faulty.test, minutes(6), minutes(1));
      expect(await refundsOf(id)).toMatchObject([{ state: 'succeeded', cents }]);
    },
  );

  it('that declines is reported, and the refund can be requested again', async () => {
    const { transactionId: id, cents } = await bought();
    const { refund: pay } = faulty.gateway;
    faulty.gateway.refund = async () => ({ outcome: 'refused', text: 'The card is closed.' });
    const answer = await askRefund(faulty.test, operator, id, {
      amount: dollarsOf(cents),
      reason: 'Late',
      voidLabel: true,
    });
    faulty.gateway.refund = pay;
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: 'REFUND_REFUSED',
      message: 'The payment provider declined this refund: The card is closed.',
    });
    const { state } = await faulty.test.deps.db
      .selectFrom('shipments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('purchased');
    expect((await refund(faulty.test, operator, id, cents)).refund.status).toBe('succeeded');
    expect((await refundsOf(id)).map((tried) => tried.state).toSorted()).toEqual(['failed', 'succeeded']);
  });

  it('receives the refund of an inactive client (MO21)', async () => {
    const shop = await makeShop(faulty.test);
    const { transactionId: id, cents } = await boughtLabel(faulty.test, shop);
    await faulty.test.deps.db
      .updateTable('users')
      .set({ status: 'inactive' })
      .where('id', '=', shop.userId)
      .execute();
    expect((await refund(faulty.test, operator, id, cents)).refund.status).toBe('succeeded');
  });
});

it('the list of shipments shows refunded and refundable amounts', async () => {
  const { transactionId: id, cents, trackingNumber } = await bought();
  await refund(faulty.test, operator, id, 150);
  const answer = await faulty.test.inject({
    method: 'GET',
    url: `${API.adminShipments}?trackingNumber=${trackingNumber}`,
    headers: { authorization: `Bearer ${operator.token}` },
  });
  expect(answer.json().data.shipments).toMatchObject([
    { shipmentId: id, cost: dollarsOf(cents), refunded: 1.5, refundable: dollarsOf(cents - 150) },
  ]);
});
