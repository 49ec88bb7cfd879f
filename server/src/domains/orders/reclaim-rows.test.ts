import type { ShipOrdersAnswer } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { act, edit, path, rowsOfBatch } from '../../../test/bulk.ts';
import { buyLabels as buyLabelsOf } from '../../../test/ship-orders.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import {
  anOrder,
  aRecipient,
  makeSource,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { transaction } from '../../platform/db/database.ts';
import { anonymizeOrdersOfBuyer } from './erased-orders.store.ts';

let faulty: FaultyApp;
let test: FaultyApp['test'];
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  test = faulty.test;
});
beforeEach(async () => {
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId, 'shopify');
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const ship = async (...orders: { id: string }[]): Promise<string> => {
  const orderIds = orders.map(({ id }) => id);
  const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds });
  const { batchId }: ShipOrdersAnswer = answer.json();
  return batchId ?? expect.fail(answer.body);
};
const statusOf = async ({ id }: { id: string }): Promise<string> =>
  (await call(test, shop, 'GET', path(API.order, id))).json().order.status;
const buyLabels = (batchId: string) => buyLabelsOf(test, shop, batchId);
const remove = (batchId: string) =>
  act(test, shop, API.batchRemovals, batchId, { numbers: [1], removed: true });
const restore = (batchId: string) =>
  act(test, shop, API.batchRemovals, batchId, { numbers: [1], removed: false });
const retry = (batchId: string, numbers = [1]) => act(test, shop, API.batchRetry, batchId, { numbers });
const correct = (batchId: string) =>
  edit(test, shop, batchId, [{ number: 1, cells: { receiver_address: '1 New St' } }]);
/** Ships orders whose labels fail. */
const shipWithFailure = async (...orders: { id: string }[]): Promise<string> => {
  const batchId = await ship(...orders);
  faulty.labelProvider.refuse(orders.length, 'The address is unknown.');
  await buyLabels(batchId);
  return batchId;
};

describe('the order of a row', () => {
  it('returns with its restored row, unless another batch has it', async () => {
    const order = await readyOrder(test, source);
    const batchId = await ship(order);
    await remove(batchId);
    expect((await restore(batchId)).statusCode).toBe(200);
    expect(await statusOf(order)).toBe('in_progress');
    await remove(batchId);
    await ship(order);
    expect((await restore(batchId)).json().error).toBe('ORDER_TAKEN');
  });

  it('returns with its failed row when the row is edited, unless another batch has it', async () => {
    const order = await readyOrder(test, source);
    const batchId = await shipWithFailure(order);
    expect((await correct(batchId)).statusCode).toBe(200);
    expect(await statusOf(order)).toBe('in_progress');
    await buyLabels(batchId);
    expect(await statusOf(order)).toBe('shipped');

    const other = await readyOrder(test, source);
    const failed = await shipWithFailure(other);
    await ship(other);
    expect((await correct(failed)).json().error).toBe('ORDER_TAKEN');
  });

  it('stays in another batch when its removed row is retried with others', async () => {
    const orders = [await readyOrder(test, source), await readyOrder(test, source)] as const;
    const batchId = await shipWithFailure(...orders);
    const statuses = async () => (await rowsOfBatch(test, shop, batchId)).map(({ status }) => status);
    expect(await statuses()).toEqual(['label_failed', 'label_failed']);
    await remove(batchId);
    const [removed] = await rowsOfBatch(test, shop, batchId);
    const order = orders.find(({ number }) => number === removed?.cells.order_ref) ?? expect.fail();
    await buyLabels(await ship(order));
    expect(await statusOf(order)).toBe('shipped');
    expect((await retry(batchId, [1, 2])).statusCode).toBe(200);
    expect(await statuses()).toEqual(['label_failed', 'pending']);
    expect(await statusOf(order)).toBe('shipped');
  });

  const moveInStore = (order: ReturnType<typeof anOrder>) =>
    save(test, source, {
      ...order,
      recipient: aRecipient({ line1: '1 New St' }),
      updatedAt: new Date('2026-11-16T12:00:00Z'),
    });

  it.each([
    { action: 'restored', prepare: async (batchId: string) => remove(batchId), again: restore },
    { action: 'retried', prepare: null, again: retry },
    { action: 'edited', prepare: null, again: correct },
  ])('is not $action after the store changed its address', async ({ action, prepare, again }) => {
    const order = anOrder({ number: action });
    const { id } = await readyOrder(test, source, order);
    const batchId = prepare ? await ship({ id }) : await shipWithFailure({ id });
    await prepare?.(batchId);
    await moveInStore(order);
    expect((await again(batchId)).json().error).toBe('ORDER_TAKEN');
    const shipped = await ship({ id });
    await buyLabels(shipped);
    expect(await statusOf({ id })).toBe('shipped');
  });

  it('is not restored after its buyer was erased, and its parcel keeps no key of the address', async () => {
    const { id } = await readyOrder(test, source, { reporting: { buyer: 'dana' } });
    const batchId = await ship({ id });
    await remove(batchId);
    await transaction(test.deps.db, (trx) =>
      anonymizeOrdersOfBuyer(trx, { kind: 'shopify', names: ['dana'], now: test.clock.now() }),
    );
    const parcels = test.deps.db.selectFrom('order_parcels').select('recipient_key');
    expect(await parcels.where('batch_id', '=', batchId).execute()).toEqual([
      { recipient_key: Buffer.alloc(0) },
    ]);
    expect((await restore(batchId)).json().error).toBe('ORDER_TAKEN');
  });
});
