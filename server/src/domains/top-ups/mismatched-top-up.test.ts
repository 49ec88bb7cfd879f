import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addFunds } from '../../../test/balance.ts';
import {
  buildFaultyApp,
  call,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  automaticOf,
  automaticPayments,
  balanceOf,
  saveCard,
  startTopUp,
  topUp,
  topUpOf,
  turnOn,
} from '../../../test/top-ups.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent, Intent } from '../../providers/payments/port.ts';
import { receiveEvent } from '../payments/receive-event.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

let faulty: FaultyApp;
let shop: Shop;
const test = () => faulty.test;
const db = () => test().deps.db;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(test());
  // Refunds of labels would go to the balance.
  await db()
    .insertInto('balances')
    .values({
      user_id: shop.userId,
      cents: 0,
      credit_limit_cents: 0,
      due_days: 30,
      refund_to: 'balance',
      updated_at: new Date(),
    })
    .execute();
});
afterEach(async () => {
  vi.restoreAllMocks();
  alterCharges({});
  await expectConsistentLedger(test());
});
afterAll(async () => {
  await test().close();
});

/** The payment provider reports charges with these differences. */
const alterCharges = (differences: Partial<Intent>) => faulty.gateway.alterIntents(() => differences);

const refundsOf = (paymentId: string) =>
  db()
    .selectFrom('refunds')
    .select(['id', 'kind', 'cents', 'state', 'destination'])
    .where('payment_id', '=', paymentId)
    .orderBy('cents')
    .execute();

const incidentsOf = (objectId: string) =>
  db().selectFrom('incidents').select(['kind', 'detail']).where('object_id', '=', objectId).execute();

describe('a top-up with a charge that is not ours', () => {
  it.each([
    ['another currency', { currency: 'EUR' }, 'ordered $25.00, charged 2500 minor units of EUR'],
    ['the key of another payment', { key: newId() }, 'ordered $25.00, charged $25.00, for another order'],
  ])('because of %s is refunded to its card and never credited', async (_case, differences, detail) => {
    alterCharges(differences);
    const { topUpId, status, problem } = await topUp(test(), shop, 2_500);
    expect([status, problem]).toEqual(['canceled', expect.stringContaining('refunding it to your card')]);
    const refunds = await refundsOf(topUpId);
    expect(refunds).toMatchObject([
      { kind: 'surplus', cents: 2_500, state: 'succeeded', destination: 'card' },
    ]);
    const incidents = [{ kind: 'amount_differs', detail }];
    expect(await incidentsOf(topUpId)).toEqual(incidents);

    // Settling it again changes nothing.
    await Promise.all(Array.from({ length: 3 }, () => topUpOf(test(), shop, topUpId)));
    await sweepFor(test(), minutes(2));
    expect(await balanceOf(test(), shop)).toMatchObject({ balance: 0, available: 0, payable: 0 });
    expect((await call(test(), shop, 'GET', API.balanceEntries)).json().entries).toEqual([]);
    expect([await refundsOf(topUpId), await incidentsOf(topUpId)]).toEqual([refunds, incidents]);
  });

  it('cannot be spent or paid out if its refund fails', async () => {
    alterCharges({ currency: 'EUR' });
    vi.spyOn(faulty.gateway, 'refund').mockResolvedValue({ outcome: 'refused', text: 'The card is closed.' });
    const { topUpId } = await topUp(test(), shop, 2_500);
    await addFunds(test(), shop, 1_000);
    const refunds = await refundsOf(topUpId);
    expect(refunds).toMatchObject([{ state: 'failed' }]);
    expect(await incidentsOf(refunds[0]?.id ?? '')).toMatchObject([{ kind: 'refund_refused' }]);
    expect(await balanceOf(test(), shop)).toMatchObject({ balance: 1_000, available: 1_000, payable: 0 });
    expect((await call(test(), shop, 'POST', API.balancePayout, {})).json().error).toBe('NOTHING_TO_PAY_OUT');
  });

  it.each(['won', 'lost'] as const)('does not change the balance if a dispute is %s', async (outcome) => {
    alterCharges({ currency: 'EUR' });
    const { topUpId } = await topUp(test(), shop, 2_500);
    const { intent_id: intentId } = await db()
      .selectFrom('payments')
      .select('intent_id')
      .where('id', '=', topUpId)
      .executeTakeFirstOrThrow();
    const dispute = { disputeId: newId(), cents: 2_500, reason: 'fraudulent' };
    const deliver = (status: DisputeEvent['status']) =>
      receiveEvent(test().deps, {
        kind: 'dispute',
        eventId: newId(),
        intentId: intentId ?? '',
        dispute: { ...dispute, status },
      });
    await deliver('open');
    expect((await balanceOf(test(), shop)).balance).toBe(0);
    await expectConsistentLedger(test());
    await deliver(outcome);
    expect((await balanceOf(test(), shop)).balance).toBe(0);
  });

  it('is not repeated automatically within a day', async () => {
    await saveCard(test(), shop);
    await turnOn(test(), shop);
    alterCharges({ currency: 'EUR' });
    await topUpIfNeeded(test().deps, shop.userId);
    await sweepFor(test(), hours(3), hours(1));
    const payments = await automaticPayments(test(), shop);
    expect(payments).toHaveLength(1);
    expect(await refundsOf(payments[0]?.id ?? '')).toMatchObject([{ state: 'succeeded' }]);
    expect((await automaticOf(test(), shop)).paused).toBe('refunded');
  });
});

describe('a top-up for which a different amount was charged', () => {
  it.each([2_600, 2_400])('is credited with what was charged (%i cents)', async (amountCents) => {
    const answer = await startTopUp(test(), shop, { amount: 2_500 });
    const started = answer.json();
    faulty.cards.onEvent(async () => {});
    await confirm(test(), started);
    await db()
      .updateTable('sandbox.gateway_intents')
      .set({ amount_cents: amountCents } as never)
      .where('intent_id', '=', started.paymentIntentId)
      .execute();
    const { status, amount } = await topUpOf(test(), shop, started.topUpId);
    expect([status, amount]).toEqual(['succeeded', amountCents]);
    expect((await balanceOf(test(), shop)).balance).toBe(amountCents);
    expect(await refundsOf(started.topUpId)).toEqual([]);
    expect(await incidentsOf(started.topUpId)).toMatchObject([{ kind: 'amount_differs' }]);
  });
});

describe('a payment by balance and card with a charge that is not ours', () => {
  it('returns each part to where it came from', async () => {
    await addFunds(test(), shop, 1_000);
    const body = { amount: 3_000, description: '', useBalance: true };
    const started = (await call(test(), shop, 'POST', API.createPaymentIntent, body)).json();
    alterCharges({ currency: 'EUR' });
    await confirm(test(), started);
    await sweepFor(test(), minutes(2));
    const { id } = await db()
      .selectFrom('payments')
      .select('id')
      .where('intent_id', '=', started.paymentIntentId)
      .executeTakeFirstOrThrow();
    expect(await refundsOf(id)).toMatchObject([
      { cents: 1_000, state: 'succeeded', destination: 'balance' },
      { cents: 2_000, state: 'succeeded', destination: 'card' },
    ]);
    expect((await balanceOf(test(), shop)).balance).toBe(1_000);
  });
});
