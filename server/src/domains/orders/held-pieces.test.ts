import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import type { Order, Part } from '../../../test/doubles/shopify/shopify-double-records.ts';
import { orderOf, readShops, reportAll, send } from '../../../test/order-sources.ts';
import { buyLabels } from '../../../test/ship-orders.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { BOX, saveSender } from '../../../test/shop-orders.ts';
import { type ShopifyAtDouble, shopifyAtDouble } from '../../../test/shopify-at-double.ts';
import { numberOf } from '../../providers/order-sources/shopify/shopify-ids.ts';
import { problemOf } from '../../providers/order-sources/source-problem.ts';

describe('a piece on hold in a Shopify store', () => {
  let shopify: ShopifyAtDouble;
  let test: TestApp;
  let client: Shop;
  let sourceId: string;
  beforeAll(async () => {
    shopify = await shopifyAtDouble();
    test = await buildTestApp({}, (deps) => {
      deps.orderSources = { adapters: { ...deps.orderSources.adapters, shopify: shopify.source }, problemOf };
    });
    client = await makeShop(test);
    await saveSender(test, client.userId);
    const { shop, pastedToken } = shopify.double.behavior;
    const connected = await send(test, client, 'POST', API.orderSources, {
      credentials: { kind: 'shopify', address: shop.domain, access: { way: 'token', token: pastedToken } },
    });
    expect(connected.statusCode, connected.body).toBe(201);
    sourceId = connected.json().source.id;
  });
  afterAll(async () => {
    await test.close();
    await shopify.close();
  });

  /** An order of two mugs in two fulfillment orders, of which the second is on hold. */
  function addMugs(): { order: Order; held: Part } {
    const order = shopify.double.addOrder({ lines: [{}, {}] });
    const held = shopify.double.split(order);
    const [mug] = order.parts[0]?.lines ?? [];
    if (!mug) throw new Error('No mug');
    Object.assign(mug, { totalQuantity: 1, remainingQuantity: 1 });
    held.lines = [{ ...mug, id: shopify.double.records.newId('FulfillmentOrderLineItem') }];
    held.status = 'ON_HOLD';
    order.updatedAt = test.clock.now().toISOString();
    return { order, held };
  }
  const changed = async (order: Order) => {
    shopify.double.change(order);
    // The double uses real time.
    test.clock.advance(60_000);
    order.updatedAt = test.clock.now().toISOString();
    await readShops(test);
  };
  const open = async ({ id }: Order) => {
    const row = await orderOf(test, sourceId, numberOf(id));
    if (!row) throw new Error('The order was not imported');
    const details = (await send(test, client, 'GET', API.order.replace(':id', row.id))).json();
    return {
      id: row.id,
      status: details.order.status,
      excluded: details.order.excluded,
      pieces: details.order.items.map(({ remaining }: { remaining: number }) => remaining),
    };
  };
  const ship = async (order: Order) => {
    const { id } = await open(order);
    const answer = await send(test, client, 'POST', API.ordersShip, { orderIds: [id] });
    expect(answer.statusCode, answer.body).toBe(201);
    await buyLabels(test, client, answer.json().batchId);
    await reportAll(test);
  };

  it('is to be shipped after its release, although it shares a line with a shipped piece', async () => {
    const { order, held } = addMugs();
    await readShops(test);
    const { id } = await open(order);
    await send(test, client, 'PATCH', API.order.replace(':id', id), { parcel: BOX });
    expect(await open(order)).toMatchObject({ status: 'ready', pieces: [1] });
    await ship(order);
    expect(shopify.double.trackingNumbers(order.id)).toHaveLength(1);
    await changed(order);
    expect(await open(order)).toMatchObject({ status: 'excluded', excluded: 'on_hold', pieces: [1] });
    held.status = 'OPEN';
    await changed(order);
    expect(await open(order)).toMatchObject({ status: 'ready', pieces: [1] });
    await ship(order);
    await changed(order);
    expect(await open(order)).toMatchObject({ status: 'shipped', pieces: [0] });
    expect(shopify.double.trackingNumbers(order.id)).toHaveLength(2);
  });
});
