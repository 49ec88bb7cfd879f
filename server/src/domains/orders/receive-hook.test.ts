import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../test/build-test-app.ts';
import {
  buildShopApp,
  connectShop,
  hookUrl,
  orderOf,
  readShops,
  type ShopApp,
  send,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';
import { lookUpOrders } from './look-up-orders.ts';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
  client = await makeShop(app.test);
  app.shops.woocommerce.add(2);
  sourceId = (await connectShop(app.test, client)).id;
  await readShops(app.test);
});
afterAll(() => app.test.close());

const deliver = (delivery: { payload: string; headers: Record<string, string> }, id = sourceId) =>
  app.test.inject({ method: 'POST', url: hookUrl(id), ...delivery });
const lookUps = () =>
  app.test.deps.db.selectFrom('order_look_ups').select(['source_id', 'external_id', 'tries']).execute();

describe('a webhook', { shuffle: false }, () => {
  it('asks the store for webhooks to the address of the source', () => {
    expect(app.shops.woocommerce.subscription).toMatchObject({ url: `${PUBLIC_URL}${hookUrl(sourceId)}` });
  });

  it('adds one lookup for repeated deliveries, and reads the order from the store', async () => {
    const { woocommerce } = app.shops;
    woocommerce.change('order-1', { state: 'cancelled' });
    for (let time = 0; time < 3; time += 1) {
      const answer = await deliver(woocommerce.delivery({ order: 'order-1' }));
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect(await lookUps()).toEqual([{ source_id: sourceId, external_id: 'order-1', tries: 0 }]);
    expect(await orderOf(app.test, sourceId, 'order-1')).toMatchObject({ shop_state: 'open' });
    const reads = woocommerce.count('readOrder');
    await lookUpOrders(app.test.deps);
    expect(woocommerce.count('readOrder')).toBe(reads + 1);
    expect(await orderOf(app.test, sourceId, 'order-1')).toMatchObject({ shop_state: 'cancelled' });
    expect(await lookUps()).toEqual([]);
  });

  it('keeps a lookup that arrives while the order is being read', async () => {
    const { woocommerce } = app.shops;
    await deliver(woocommerce.delivery({ order: 'order-2' }));
    woocommerce.before = async (call) => {
      if (call !== 'readOrder') return;
      woocommerce.before = null;
      await deliver(woocommerce.delivery({ order: 'order-2' }));
    };
    await lookUpOrders(app.test.deps);
    expect(await lookUps()).toMatchObject([{ external_id: 'order-2' }]);
    await lookUpOrders(app.test.deps);
    expect(await lookUps()).toEqual([]);
  });

  it('keeps the lookup until the store answers', async () => {
    const { woocommerce } = app.shops;
    await deliver(woocommerce.delivery({ order: 'order-2' }));
    woocommerce.failNext('readOrder', 'unavailable');
    await lookUpOrders(app.test.deps);
    expect(await lookUps()).toMatchObject([{ external_id: 'order-2', tries: 1 }]);
    await readShops(app.test);
    expect(await lookUps()).toEqual([]);
  });

  it('cancels an order that the store deleted', async () => {
    const { woocommerce } = app.shops;
    const [externalId = ''] = woocommerce.add(1);
    await readShops(app.test);
    woocommerce.orders.delete(externalId);
    app.test.clock.advance(1_000);
    await deliver(woocommerce.delivery({ order: externalId }));
    await lookUpOrders(app.test.deps);
    expect(await orderOf(app.test, sourceId, externalId)).toMatchObject({
      shop_state: 'cancelled',
      status: 'excluded',
    });
    await deliver(woocommerce.delivery({ order: 'never-seen' }));
    await lookUpOrders(app.test.deps);
    expect(await lookUps()).toEqual([]);
  });

  it('refuses a wrong signature without doing anything', async () => {
    const { woocommerce } = app.shops;
    const forged = await deliver(woocommerce.delivery({ order: 'order-1' }, 'wrong secret'));
    expect(forged.statusCode).toBe(401);
    expect(forged.json()).toMatchObject({ error: 'SIGNATURE_INVALID' });
    const { headers } = woocommerce.delivery({ order: 'order-1' });
    const altered = await deliver({ headers, payload: JSON.stringify({ order: 'order-2' }) });
    expect(altered.statusCode).toBe(401);
    expect(await lookUps()).toEqual([]);
  });

  it('answers 404 for unknown ids and disconnected sources', async () => {
    const { woocommerce } = app.shops;
    const delivery = woocommerce.delivery({ order: 'order-1' });
    expect((await deliver(delivery, newId())).statusCode).toBe(404);
    expect((await deliver(delivery, 'no-id')).statusCode).toBe(404);
    const other = await makeShop(app.test);
    const { id } = await connectShop(app.test, other);
    await send(app.test, other, 'DELETE', path(API.orderSource, { id }));
    expect((await deliver(delivery, id)).statusCode).toBe(404);
  });

  it('answers a ping, and ignores an order id that is too long', async () => {
    const { woocommerce } = app.shops;
    expect((await deliver(woocommerce.delivery({ topic: 'ping' }))).statusCode).toBe(200);
    expect((await deliver(woocommerce.delivery({ order: 'x'.repeat(201) }))).statusCode).toBe(200);
    expect(await lookUps()).toEqual([]);
  });

  it('refuses a body of more than a megabyte', async () => {
    const answer = await deliver({ payload: 'x'.repeat(1024 * 1024 + 1), headers: {} });
    expect(answer.statusCode).toBe(413);
  });

  it('asks the store when it says that the app was removed', async () => {
    const { woocommerce } = app.shops;
    const stateNow = async () =>
      (
        await app.test.deps.db
          .selectFrom('order_sources')
          .select('state')
          .where('id', '=', sourceId)
          .executeTakeFirstOrThrow()
      ).state;
    await deliver(woocommerce.delivery({ topic: 'uninstalled' }));
    expect(await stateNow()).toBe('active');
    await readShops(app.test);
    expect(await stateNow()).toBe('active');
    woocommerce.failNext('readChanged', 'refused');
    await deliver(woocommerce.delivery({ topic: 'uninstalled' }));
    await readShops(app.test);
    expect(await stateNow()).toBe('refused');
  });
});
