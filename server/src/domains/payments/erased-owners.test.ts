import { dollarsOf } from '@lading/contract/money.ts';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, payFromBalance } from '../../../test/balance.ts';
import { bookingsOf } from '../../../test/money-on-record.ts';
import { askRefund, makeOperator, recordsOf, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { takeFromBalance, topUp } from '../../../test/top-ups.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent } from '../../providers/payments/port.ts';
import { receiveEvent } from './receive-event.ts';

let faulty: FaultyApp;
let operator: Shop;
let shop: Shop;
let disputeId: string;
const test = () => faulty.test;
const db = () => test().deps.db;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(test());
});
beforeEach(async () => {
  shop = await makeShop(test());
  disputeId = `dp_${newId()}`;
});
afterEach(() => expectConsistentLedger(test()));
afterAll(() => test().close());

/** A top-up that the client has spent. */
async function spentTopUp(cents: number): Promise<string> {
  const { topUpId } = await topUp(test(), shop, cents);
  await takeFromBalance(test(), shop, cents);
  return topUpId;
}

async function erase(): Promise<void> {
  const answer = await call(test(), operator, 'DELETE', path(API.adminClient, { id: shop.userId }), {
    confirmPermanentDelete: true,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Like an erasure that is applied again after a restore: nothing is asked. */
const eraseAnyway = () => sql`UPDATE users SET erased_at = now() WHERE id = ${shop.userId}`.execute(db());

async function dispute(paymentId: string, status: DisputeEvent['status'], cents: number): Promise<void> {
  const { intent_id: intentId } = await db()
    .selectFrom('payments')
    .select('intent_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await receiveEvent(test().deps, {
    kind: 'dispute',
    eventId: newId(),
    intentId: intentId ?? '',
    dispute: { disputeId, cents, status, reason: 'fraudulent' },
  });
}

async function bookings() {
  const { id } = await db()
    .selectFrom('disputes')
    .select('id')
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return bookingsOf(test(), id);
}

describe('a dispute with an erased client', () => {
  it('is a loss for the operator, not a debt that cannot be paid', async () => {
    const topUpId = await spentTopUp(2_500);
    await erase();
    await dispute(topUpId, 'open', 2_500);
    expect(await balanceOf(test(), shop)).toBe(0);
    await expectConsistentLedger(test());
    await dispute(topUpId, 'lost', 2_500);
    expect(await balanceOf(test(), shop)).toBe(0);
    expect(await bookings()).toEqual({
      dispute: { dispute_hold: 2_500, processor: -2_500 },
      'dispute-lost': { loss: 2_500, dispute_hold: -2_500 },
    });
  });

  it.each([
    ['won', 0],
    ['lost', -2_500],
  ] as const)(
    'that was opened before the erasure and is %s keeps the books balanced',
    async (status, left) => {
      const topUpId = await spentTopUp(2_500);
      await dispute(topUpId, 'open', 2_500);
      await eraseAnyway();
      await expectConsistentLedger(test());
      await dispute(topUpId, status, 2_500);
      expect(await balanceOf(test(), shop)).toBe(left);
    },
  );
});

describe('a refund for an erased client', () => {
  it('goes to the card, even if the client had chosen the balance', async () => {
    await call(test(), shop, 'PUT', API.balanceRefunds, { refundTo: 'balance' });
    const { transactionId, cents } = await boughtLabel(test(), shop);
    await erase();
    await refund(test(), operator, transactionId, cents);
    const refunds = await db()
      .selectFrom('refunds')
      .select(['destination', 'state'])
      .where('shipment_id', '=', transactionId)
      .execute();
    expect(refunds).toEqual([{ destination: 'card', state: 'succeeded' }]);
    expect(await balanceOf(test(), shop)).toBe(0);
  });

  it('is refused if the balance paid, because the client can no longer use it', async () => {
    const [rate] = await ratesFor(test(), shop);
    const { objectId = '' } = rate ?? {};
    const cents = centsOfRate(rate);
    await addFunds(test(), shop, cents);
    await payFromBalance(test(), shop, cents, [objectId]);
    const { transactionId: id, trackingNumber } = (await buy(test(), shop, objectId)).json();
    await erase();
    const answer = await askRefund(test(), operator, id, { amount: dollarsOf(cents), reason: 'Late' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('Please pay the former client another way.');
    expect(await recordsOf(test(), 'REFUND_REQUESTED', id)).toEqual([]);
    expect(await balanceOf(test(), shop)).toBe(0);
    const url = `${API.adminShipments}?trackingNumber=${trackingNumber}`;
    const [listed] = (await call(test(), operator, 'GET', url)).json().data.shipments;
    expect(listed).toMatchObject({ shipmentId: id, refundable: 0 });
  });
});

describe('a debt of an erased client', () => {
  const change = (kind: string) =>
    call(test(), operator, 'POST', path(API.adminClientBalance, { id: shop.userId }), {
      kind,
      amount: 700,
      note: 'The account was deleted.',
    });

  it('can be written off, but nothing can be credited', async () => {
    await takeFromBalance(test(), shop, 700);
    await eraseAnyway();
    expect((await change('credit')).json()).toMatchObject({ error: 'CLIENT_NOT_FOUND' });
    expect((await change('deposit')).json()).toMatchObject({ error: 'CLIENT_NOT_FOUND' });
    expect((await change('write_off')).json()).toMatchObject({ balance: 0 });
  });

  it('can be snoozed', async () => {
    await takeFromBalance(test(), shop, 700);
    await eraseAnyway();
    const body = { kind: 'overdue_balances', subject: shop.userId };
    expect((await call(test(), operator, 'POST', API.adminAttentionSnoozes, body)).json()).toEqual({
      snoozed: true,
    });
  });
});
