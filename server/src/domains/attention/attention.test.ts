import type { AttentionAnswer, AttentionItem, AttentionKind } from '@lading/contract/attention.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds } from '../../../test/balance.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { makeOrders, type Order } from '../../../test/made-orders.ts';
import { makeShipments } from '../../../test/many-shipments.ts';
import { call, pay, type Shop, sweepFor } from '../../../test/shipping.ts';
import { CARDS, saveCard, TERMS, takeFromBalance, turnOn } from '../../../test/top-ups.ts';
import type { Actor } from '../../platform/actor.ts';
import { days, hours, later, minutes } from '../../platform/clock.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { saveAutomaticTopUp } from '../top-ups/automatic-settings.ts';
import { topUpIfNeeded } from '../top-ups/top-up-if-needed.ts';
import { kindsFor } from './show-attention.ts';

let test: TestApp;
let owner: TestUser;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  owner = await makeUser(test, { role: 'admin' });
});
beforeEach(async () => {
  operator = { userId: owner.id, token: (await logInAs(test, owner)).token };
});
afterAll(() => test.close());

const db = () => test.deps.db;
const now = () => test.clock.now();

async function attention(search = ''): Promise<AttentionAnswer['data']> {
  const answer = await call(test, operator, 'GET', `${API.adminAttention}${search}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
const itemOf = async (kind: AttentionKind): Promise<AttentionItem | undefined> =>
  (await attention()).items.find((item) => item.kind === kind);

async function client(name: string): Promise<Shop> {
  const user = await makeUser(test, { name });
  return { userId: user.id, token: (await logInAs(test, user)).token };
}

/** Lets time pass. The admin signs in again. */
async function pass(milliseconds: number): Promise<void> {
  test.clock.advance(milliseconds);
  operator.token = (await logInAs(test, owner)).token;
}

const settle = (kind: string, objectId: string) =>
  call(test, operator, 'POST', path(API.adminSettleIncident, { kind, objectId }), { note: 'Done.' });

const order = ({ userId }: Shop, createdAt: Date, changes: Partial<Order> = {}): Order => ({
  userId,
  carrier: 'USPS',
  costCents: 900,
  commissionCents: 100,
  createdAt,
  state: 'delivered',
  ...changes,
});

describe('the attention list', { shuffle: false }, () => {
  describe('what needs attention', () => {
    it('is empty when nothing is wrong', async () => {
      expect(await attention()).toEqual({
        items: [],
        snoozed: 0,
        startDate: '2026-11-15',
        endDate: '2026-11-16',
      });
    });

    it('lists open incidents by kind until they are settled', async () => {
      for (const id of ['event-1', 'event-2'])
        await reportIncident(test.deps, 'event_unknown', id, 'an event of an unknown payment');
      await reportIncident(test.deps, 'label_damaged', 'label-1', 'the file is missing');
      expect(await itemOf('incidents')).toMatchObject({
        count: 3,
        amount: null,
        more: 0,
        rows: [
          {
            subject: 'event_unknown',
            name: 'Webhook event for an unknown payment',
            count: 2,
            clientId: null,
          },
          { subject: 'label_damaged', name: 'Stored label is damaged', count: 1, at: now().toISOString() },
        ],
      });
      await settle('event_unknown', 'event-1');
      await settle('event_unknown', 'event-2');
      expect(await itemOf('incidents')).toMatchObject({ count: 1, rows: [{ subject: 'label_damaged' }] });
      await settle('label_damaged', 'label-1');
      expect(await itemOf('incidents')).toBeUndefined();
    });

    it('lists failed refunds by client, and refunds that take too long as incidents', async () => {
      const shop = await client('Refund Refused');
      const refund = { cents: 700, at: now(), by: operator.userId };
      const [shipmentId = ''] = await makeOrders(db(), [order(shop, now(), { refund })]);
      const ofShipment = db().updateTable('refunds').where('shipment_id', '=', shipmentId);
      const { id } = await db()
        .selectFrom('refunds')
        .select('id')
        .where('shipment_id', '=', shipmentId)
        .executeTakeFirstOrThrow();
      expect(await itemOf('incidents')).toBeUndefined();
      test.clock.advance(minutes(15) + 1);
      expect(await itemOf('incidents')).toMatchObject({
        rows: [{ subject: 'refund_open', name: 'Refund is taking unusually long', count: 1 }],
      });
      await ofShipment.set({ state: 'submitted' }).execute();
      await ofShipment.set({ state: 'failed', ended_at: now() }).execute();
      await reportIncident(test.deps, 'refund_refused', id, 'The charge is disputed.');
      expect(await itemOf('incidents')).toBeUndefined();
      expect(await itemOf('failed_refunds')).toMatchObject({
        count: 1,
        amount: 700,
        rows: [{ clientId: shop.userId, name: 'Refund Refused', count: 1, amount: 700 }],
      });
      await settle('refund_refused', id);
      expect(await itemOf('failed_refunds')).toBeUndefined();
    });

    it('lists debts from the moment they are due until they are paid, the largest first', async () => {
      const [small, large] = [await client('Small Debt'), await client('Large Debt')];
      await addFunds(test, large, 1_000);
      await takeFromBalance(test, large, 3_000);
      await takeFromBalance(test, small, 500);
      await pass(days(1));
      await takeFromBalance(test, large, 4_000);
      await pass(days(29) - 1);
      expect(await itemOf('overdue_balances')).toBeUndefined();
      await pass(1);
      expect(await itemOf('overdue_balances')).toMatchObject({
        count: 2,
        amount: 2_500,
        rows: [
          { clientId: large.userId, name: 'Large Debt', amount: 2_000, days: 0 },
          { clientId: small.userId, amount: 500, days: 0 },
        ],
      });
      await addFunds(test, small, 500);
      await pass(days(2));
      // The second label of the large client is due as well, and the first one decides the days.
      expect(await itemOf('overdue_balances')).toMatchObject({
        count: 1,
        rows: [{ clientId: large.userId, amount: 6_000, days: 2 }],
      });
      await addFunds(test, large, 2_000);
      expect(await itemOf('overdue_balances')).toMatchObject({ rows: [{ amount: 4_000, days: 1 }] });
      await addFunds(test, large, 4_000);
      expect(await itemOf('overdue_balances')).toBeUndefined();
    });

    it('lists automatic top-ups that failed or stopped, until the client acts', async () => {
      const shop = await client('Declined Card');
      await saveCard(test, shop, CARDS.declinesLater);
      await turnOn(test, shop);
      await topUpIfNeeded(test.deps, shop.userId);
      const failed = { clientId: shop.userId, amount: 5_000, at: now().toISOString() };
      expect(await itemOf('stopped_top_ups')).toMatchObject({
        count: 1,
        rows: [{ ...failed, reason: 'retry_tomorrow' }],
      });
      await pass(days(1) + 1);
      // The next attempt is due and has not failed yet.
      expect(await itemOf('stopped_top_ups')).toBeUndefined();
      await topUpIfNeeded(test.deps, shop.userId);
      expect(await itemOf('stopped_top_ups')).toMatchObject({ rows: [{ reason: 'declined' }] });
      const self: Actor = { userId: shop.userId, role: 'client', ip: null, requestId: null };
      await saveAutomaticTopUp(test.deps, self, { enabled: true, ...TERMS, consent: true });
      expect(await itemOf('stopped_top_ups')).toBeUndefined();
    });

    it('lists cards of automatic top-ups in their last thirty days', async () => {
      const shop = await client('Old Card');
      const end = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 2, 1));
      const lastMonth = later(end, -days(1));
      const expiry = { expMonth: lastMonth.getUTCMonth() + 1, expYear: lastMonth.getUTCFullYear() };
      await saveCard(test, shop, CARDS.good, expiry);
      await addFunds(test, shop, 10_000);
      await turnOn(test, shop);
      await pass(later(end, -days(30)).getTime() - now().getTime());
      expect(await itemOf('expiring_cards')).toBeUndefined();
      await pass(1);
      expect(await itemOf('expiring_cards')).toMatchObject({
        count: 1,
        rows: [{ clientId: shop.userId, name: 'Old Card', at: end.toISOString() }],
      });
      await db().updateTable('stored_cards').set({ exp_year: 2040 }).execute();
      expect(await itemOf('expiring_cards')).toBeUndefined();
    });

    it('lists unspent money that is older than a day', async () => {
      const shop = await client('Unspent');
      await pay(test, shop, 1_875);
      await pay(test, shop, 125);
      await pass(days(1));
      expect(await itemOf('unspent_money')).toBeUndefined();
      await pass(1);
      expect(await itemOf('unspent_money')).toMatchObject({
        count: 1,
        amount: 2_000,
        rows: [{ clientId: shop.userId, name: 'Unspent', count: 2, amount: 2_000 }],
      });
      await sweepFor(test, 0);
      expect(await itemOf('unspent_money')).toBeUndefined();
    });

    it('lists unspent money whose refund failed only as a failed refund', async () => {
      const shop = await client('Refund Failed');
      const { paymentIntentId } = await pay(test, shop, 2_000);
      await test.paymentEvents();
      // The payment provider then refuses the refund.
      await db()
        .updateTable('sandbox.gateway_intents')
        .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
        .where('intent_id', '=', paymentIntentId)
        .execute();
      await pass(days(1) + 1);
      await sweepFor(test, 0);
      expect(await itemOf('failed_refunds')).toMatchObject({
        rows: [{ clientId: shop.userId, amount: 2_000 }],
      });
      expect(await itemOf('unspent_money')).toBeUndefined();
      const { id } = await db()
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'payment_id')
        .select('refunds.id')
        .where('user_id', '=', shop.userId)
        .executeTakeFirstOrThrow();
      await settle('refund_refused', id);
      expect(await itemOf('failed_refunds')).toBeUndefined();
      expect(await itemOf('unspent_money')).toBeUndefined();
    });
  });

  describe('labels and volume that need attention', () => {
    it('counts labels that failed yesterday and today by reason, not returned parcels', async () => {
      const shop = await client('Failing');
      const { startDate } = await attention();
      const yesterday = new Date(`${startDate}T00:00:00.000Z`);
      const ids = await makeOrders(db(), [
        order(shop, yesterday, { state: 'refunded' }),
        order(shop, now(), { state: 'refunded' }),
        order(shop, later(yesterday, -1), { state: 'refunded' }),
        order(shop, now(), { state: 'returned' }),
      ]);
      await db()
        .insertInto('refunds')
        .values({
          id: ids[0] ?? '',
          payment_id: ids[0] ?? '',
          shipment_id: ids[0] ?? '',
          cents: 1_000,
          kind: 'failed_purchase',
          reason: 'The address is not served.',
          requested_by: null,
          created_at: now(),
        })
        .execute();
      expect(await itemOf('failed_labels')).toMatchObject({
        count: 2,
        more: 0,
        rows: [
          { subject: '', clientId: null, name: 'The address is not served.', count: 1 },
          { name: 'The carrier did not create the label.', count: 1 },
        ],
      });
      await pass(days(2));
      expect(await itemOf('failed_labels')).toBeUndefined();
    });

    it('lists clients who shipped at most half as much last week as in an average week before', async () => {
      const today = new Date(`${(await attention()).endDate}T00:00:00.000Z`);
      const shipped = ({ userId }: Shop, count: number, daysAgo: number) =>
        Array.from({ length: count }, () => ({ userId, createdAt: later(today, -days(daysAgo)) }));
      const [half, more, few, gone] = [
        await client('Exactly Half'),
        await client('More Than Half'),
        await client('Too Few Before'),
        await client('Stopped'),
      ];
      await makeShipments(db(), [
        ...[8, 15, 22, 35].flatMap((daysAgo) => shipped(half, 10, daysAgo)),
        ...shipped(half, 3, 7),
        ...shipped(half, 2, 1),
        // Neither today nor the days before the five weeks count.
        ...shipped(half, 9, 0),
        ...shipped(half, 50, 36),
        ...shipped(more, 40, 8),
        ...shipped(more, 6, 7),
        ...shipped(few, 39, 20),
        ...shipped(gone, 45, 20),
      ]);
      expect(await itemOf('fallen_volume')).toMatchObject({
        count: 2,
        rows: [
          { clientId: gone.userId, name: 'Stopped', count: 0, before: 11.3 },
          { clientId: half.userId, name: 'Exactly Half', count: 5, before: 10 },
        ],
      });
      await db().updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.userId).execute();
      await makeShipments(db(), shipped(half, 1, 3));
      expect(await itemOf('fallen_volume')).toBeUndefined();
    });

    it('lists the three largest, or as many as asked for, and counts the rest', async () => {
      for (const cents of [100, 200, 300, 400, 500]) {
        const shop = await client(`Owes ${cents}`);
        await takeFromBalance(test, shop, cents);
      }
      await pass(days(30) + hours(1));
      const item = await itemOf('overdue_balances');
      expect(item).toMatchObject({ count: 5, amount: 1_500, more: 2 });
      expect(item?.rows.map(({ amount }) => amount)).toEqual([500, 400, 300]);
      const all = (await attention('?limit=50')).items.find(({ kind }) => kind === 'overdue_balances');
      expect(all).toMatchObject({ count: 5, amount: 1_500, more: 0 });
      expect(all?.rows).toHaveLength(5);
    });
  });

  describe('the list for a staff role', () => {
    it('leaves out kinds that a role may not see', () => {
      expect(kindsFor('read_only')).toEqual(kindsFor('owner'));
      expect(kindsFor('support')).toEqual([
        'overdue_balances',
        'stopped_top_ups',
        'failed_labels',
        'unspent_money',
        'fallen_volume',
        'expiring_cards',
      ]);
    });
  });
});
