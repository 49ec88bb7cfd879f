import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookUpOrders } from '../src/domains/orders/look-up-orders.ts';
import { sweepOrderSources } from '../src/domains/orders/sweep-order-sources.ts';
import { sweepParcels } from '../src/domains/orders/sweep-parcels.ts';
import { sweepReports } from '../src/domains/orders/sweep-reports.ts';
import { findViolations } from '../src/domains/reconciliation/invariants.store.ts';
import { minutes } from '../src/platform/clock.ts';
import type { ShopCall, ShopDouble, ShopFault } from './doubles/shop.ts';
import { makeOperator, refund } from './operator.ts';
import { buildShopApp, connectShop, endWaits, hookUrl, type ShopApp, send } from './order-sources.ts';
import { randomFrom } from './random-from.ts';
import { buyLabels } from './ship-orders.ts';
import { makeShop, type Shop } from './shipping.ts';
import { BOX, saveSender } from './shop-orders.ts';
import { testSeed } from './tier.ts';

const ORDERS_PER_SHOP = 12;
const VOIDED = 6;
const MAX_ROUNDS = 60;
const FAULTS: readonly ShopFault[] = ['unavailable', 'busy', 'not_sent', 'odd', 'lost'];
const CALLS: readonly ShopCall[] = [
  'readChanged',
  'readOrder',
  'listOpen',
  'report',
  'findReport',
  'withdraw',
  'subscribe',
];

const seed = testSeed();
const random = randomFrom(seed);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

let app: ShopApp;
let client: Shop;
beforeAll(async () => {
  app = await buildShopApp();
  client = await makeShop(app.test);
  await saveSender(app.test, client.userId);
});
afterAll(() => app.test.close());

const KINDS = ['woocommerce', 'shopify', 'custom_store', 'amazon'] as const;
const ORDERS = KINDS.length * ORDERS_PER_SHOP;
const doubles = (): ShopDouble[] => KINDS.map((kind) => app.shops[kind]);

/** Two sweeps at the same time, like those of two processes, while calls fail. */
async function roundWithFaults(): Promise<void> {
  const { deps } = app.test;
  for (const double of doubles()) double.failNext(oneOf(CALLS), oneOf(FAULTS));
  app.test.clock.advance(minutes(1));
  await endWaits(app.test);
  await Promise.all([
    lookUpOrders(deps),
    lookUpOrders(deps),
    sweepOrderSources(deps),
    sweepOrderSources(deps),
    sweepParcels(deps),
    sweepReports(deps),
    sweepReports(deps),
  ]);
}

async function roundsUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await roundWithFaults();
    if (await isDone()) return;
  }
  throw new Error('The work did not end because of the faults');
}

const orders = () => app.test.deps.db.selectFrom('orders').selectAll().execute();
const waitingReports = async () =>
  (
    await app.test.deps.db
      .selectFrom('order_reports')
      .select('id')
      .where('state', 'in', ['to_report', 'reporting', 'to_withdraw', 'withdrawing'])
      .execute()
  ).length;
const reportStates = async () =>
  Object.fromEntries(
    (
      await app.test.deps.db
        .selectFrom('order_reports')
        .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute()
    ).map(({ state, count }) => [state, count]),
  );

/** Of every kind of store. */
async function labelsToVoid() {
  const { rows } = await sql<{ shipment_id: string }>`
    SELECT p.shipment_id FROM order_parcels p JOIN order_reports r ON r.parcel_id = p.id
    JOIN order_sources s ON s.id = r.source_id
    ORDER BY row_number() OVER (PARTITION BY s.kind ORDER BY p.id), s.kind LIMIT ${VOIDED}`.execute(
    app.test.deps.db,
  );
  return rows;
}

async function expectInvariants(): Promise<void> {
  const scope = { now: app.test.clock.now(), maxInProgressMs: minutes(45), since: null };
  expect(await findViolations(app.test.deps.db, scope, new Set(['I22', 'I28']))).toEqual([]);
}

it(`imports every order and reports every parcel exactly once while stores fail (seed ${seed})`, async () => {
  const { test, shops } = app;
  for (const double of doubles()) {
    double.pageSize = 7;
    double.add(ORDERS_PER_SHOP);
  }
  shops.custom_store.canWithdraw = false;
  shops.amazon.canWithdraw = false;
  const [source] = await Promise.all(KINDS.map((kind) => connectShop(test, client, kind)));
  await roundsUntil(async () => (await orders()).length === ORDERS);
  // Changes arrive by webhook, by polling, or both.
  for (const externalId of ['order-1', 'order-2']) {
    shops.woocommerce.change(externalId, { buyerNote: 'Leave at the door' });
    const delivery = shops.woocommerce.delivery({ order: externalId });
    await test.inject({ method: 'POST', url: hookUrl(source?.id ?? ''), ...delivery });
  }
  await roundsUntil(async () => (await orders()).filter(({ notes }) => notes.buyer !== '').length === 2);

  const orderIds = (await orders()).map(({ id }) => id);
  await send(test, client, 'PATCH', API.orders, { orderIds, change: { parcel: BOX } });
  const shipped = await send(test, client, 'POST', API.ordersShip, { orderIds });
  expect(shipped.json()).toMatchObject({ shipped: ORDERS, leftOut: [] });
  await buyLabels(test, client, shipped.json().batchId);
  await roundsUntil(async () => (await reportStates()).reported === ORDERS);
  for (const double of doubles())
    for (const externalId of double.orders.keys()) {
      expect(double.trackingNumbers(externalId)).toHaveLength(1);
      expect(double.mails.get(externalId)).toBe(1);
    }
  expect((await orders()).map(({ status }) => status)).toEqual(orderIds.map(() => 'shipped'));
  await expectInvariants();

  const operator = await makeOperator(test);
  const labels = await labelsToVoid();
  for (const { shipment_id: id } of labels) await refund(test, operator, id, 100, { voidLabel: true });
  await roundsUntil(async () => (await waitingReports()) === 0);
  const { withdrawn = 0, not_withdrawn = 0 } = await reportStates();
  expect(withdrawn + not_withdrawn).toBe(VOIDED);
  const known = doubles().flatMap((double) =>
    [...double.orders.keys()].flatMap((externalId) => double.trackingNumbers(externalId)),
  );
  expect(known).toHaveLength(ORDERS - withdrawn);
  await expectInvariants();
});
