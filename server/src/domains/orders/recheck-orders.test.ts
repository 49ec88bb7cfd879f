import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { buyLabels } from '../../../test/ship-orders.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  makeSource,
  orderRow,
  readyOrder,
  save,
  saveSender,
} from '../../../test/shop-orders.ts';
import { hours } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { sweep } from '../../sweep.ts';
import { askForRecheck, claimRecheck, finishRecheck } from './order-rechecks.store.ts';
import { recheckOrders } from './recheck-orders.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
});
afterAll(() => test.close());

it('open orders follow the product list and the last parcel', async () => {
  const source = await makeSource(test, shop.userId);
  const items = [anItem({ sku: 'Mug-7', weightGrams: null })];
  const orders = [anOrder({ items }), anOrder({ items })];
  await save(test, source, ...orders);
  const problemsOf = async ({ externalId }: { externalId: string }) =>
    (await orderRow(test, source, externalId)).problems.map(({ code }) => code);
  const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]];
  expect(await problemsOf(first)).toEqual(['weight_missing', 'size_missing']);

  const product = { sku: 'MUG-7', name: 'Mug', unitWeight: 12 };
  const { id } = (await call(test, shop, 'POST', API.products, product)).json().product;
  await recheckOrders(test.deps);
  expect(await problemsOf(first)).toEqual(['size_missing']);
  await call(test, shop, 'PUT', API.product.replace(':id', id), { ...product, unitWeight: 20 });
  await recheckOrders(test.deps);
  expect((await orderRow(test, source, first.externalId)).preparation).toEqual({
    weightOz: 40,
    weightSetBy: 'items',
  });

  const ready = await readyOrder(test, source, { items });
  const { batchId } = (await call(test, shop, 'POST', API.ordersShip, { orderIds: [ready.id] })).json();
  await buyLabels(test, shop, batchId);
  await recheckOrders(test.deps);
  for (const order of [first, second])
    expect(await orderRow(test, source, order.externalId)).toMatchObject({
      status: 'ready',
      preparation: { parcelSetBy: 'last_parcel' },
    });
  expect(await test.deps.db.selectFrom('order_rechecks').selectAll().execute()).toEqual([]);
});

it('open orders follow a package that is corrected, whether chosen by hand or from the last parcel', async () => {
  const source = await makeSource(test, shop.userId);
  const items = [anItem({ sku: 'Bowl-7' })];
  const box = { name: 'Bowl box', kind: 'box', lengthIn: 9, widthIn: 7, heightIn: 5, emptyWeightOz: 3 };
  const added = (await call(test, shop, 'POST', API.packages, box)).json();
  const choose = (orderId: string) =>
    call(test, shop, 'PATCH', path(API.order, { id: orderId }), { packageId: added.package.id });
  const shipped = await readyOrder(test, source, { items });
  await choose(shipped.id);
  const { batchId } = (await call(test, shop, 'POST', API.ordersShip, { orderIds: [shipped.id] })).json();
  await buyLabels(test, shop, batchId);
  const byHand = await readyOrder(test, source, { items: [anItem({ sku: 'Plate-7' })] });
  await choose(byHand.id);
  const sameItems = anOrder({ items });
  await save(test, source, sameItems);
  const preparationOf = async ({ externalId }: { externalId: string }) =>
    (await orderRow(test, source, externalId)).preparation;
  expect(await preparationOf(sameItems)).toMatchObject({ parcel: { lengthIn: 9 }, packageName: 'Bowl box' });

  const change = { name: 'Large bowl box', lengthIn: 12 };
  const update = { version: added.version, change };
  const url = path(API.package, { id: added.package.id });
  expect((await call(test, shop, 'PATCH', url, update)).statusCode).toBe(200);
  await recheckOrders(test.deps);
  const corrected = { parcel: { lengthIn: 12, widthIn: 7 }, packageName: 'Large bowl box', packagingOz: 3 };
  expect(await preparationOf(byHand)).toMatchObject({ ...corrected, parcelSetBy: 'person' });
  expect(await preparationOf(sameItems)).toMatchObject({ ...corrected, parcelSetBy: 'last_parcel' });

  expect((await call(test, shop, 'DELETE', url)).statusCode).toBe(200);
  await recheckOrders(test.deps);
  expect(await preparationOf(byHand)).toMatchObject({ ...corrected, parcelSetBy: 'person' });
});

describe('a request to check orders', () => {
  beforeAll(async () => {
    await makeSource(test, shop.userId);
  });
  beforeEach(async () => {
    await test.deps.db.deleteFrom('order_rechecks').execute();
  });
  const rows = () => test.deps.db.selectFrom('order_rechecks').selectAll().execute();
  const addProduct = async (client = shop) => {
    const product = { sku: newId(), name: 'Mug', unitWeight: 12 };
    expect((await call(test, client, 'POST', API.products, product)).statusCode).toBe(201);
  };
  const claim = async () =>
    (await claimRecheck(test.deps.db, [], test.deps.timings.recheckLeaseMs)) ?? expect.fail('no request');

  it('for all open orders is not repeated because of labels that are made meanwhile', async () => {
    await addProduct();
    const all = await claim();
    expect(all.all_open).toBe(true);
    await transaction(test.deps.db, (trx) => askForRecheck(trx, shop.userId));
    await finishRecheck(test.deps.db, all);
    const rest = await claim();
    expect(rest.all_open).toBe(false);
    await finishRecheck(test.deps.db, rest);
    expect(await rows()).toEqual([]);
  });

  it('for all open orders is kept if it came during the check', async () => {
    await addProduct();
    const first = await claim();
    await addProduct();
    await finishRecheck(test.deps.db, first);
    expect(await rows()).toMatchObject([{ all_open: true, lease_until: null }]);

    await recheckOrders(test.deps);
    await transaction(test.deps.db, (trx) => askForRecheck(trx, shop.userId));
    const attention = await claim();
    await addProduct();
    await finishRecheck(test.deps.db, attention);
    expect(await rows()).toMatchObject([{ all_open: true }]);
    await recheckOrders(test.deps);
  });

  it('is left to the process that works on it', async () => {
    await addProduct();
    await claimRecheck(test.deps.db, [], hours(1));
    await recheckOrders(test.deps);
    expect(await rows()).toHaveLength(1);
    await test.deps.db.updateTable('order_rechecks').set({ lease_until: null }).execute();
    await recheckOrders(test.deps);
    expect(await rows()).toEqual([]);
  });

  it('does not hold up payments or a process that stops', async () => {
    const other = await makeShop(test);
    await makeSource(test, other.userId);
    await addProduct();
    await addProduct(other);
    await sweep(test.deps);
    expect(await rows()).toHaveLength(2);
    let asked = 0;
    const isDraining = () => {
      asked += 1;
      return asked > 1;
    };
    await recheckOrders({ ...test.deps, isDraining });
    expect(await rows()).toHaveLength(1);
    await recheckOrders(test.deps);
    expect(await rows()).toEqual([]);
  });
});
