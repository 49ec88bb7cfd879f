import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ETSY_WEBHOOK_SECRET } from '../../../test/doubles/etsy-double.ts';
import { ETSY_APP } from '../../../test/doubles/etsy-double-oauth.ts';
import { type EtsyAtDouble, etsyAtDouble } from '../../../test/etsy-at-double.ts';
import { buildShopApp, orderOf, readShops, type ShopApp, send } from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { connectStore } from './connect-source.ts';
import { lookUpOrders } from './look-up-orders.ts';

let app: ShopApp;
let etsy: EtsyAtDouble;
beforeAll(async () => {
  app = await buildShopApp();
  etsy = await etsyAtDouble({ app: { ...ETSY_APP, webhookSecret: ETSY_WEBHOOK_SECRET } });
  Object.assign(app.test.deps.orderSources.adapters, { etsy: etsy.source });
});
afterAll(async () => {
  await app.test.close();
  await etsy.close();
});

const deliver = ({ headers, body }: ReturnType<typeof etsy.double.delivery>) =>
  app.test.inject({ method: 'POST', url: API.etsyHooks, headers, payload: body });

async function connectEtsy() {
  const { test } = app;
  const client = await makeShop(test);
  const actor = { userId: client.userId, role: 'client', ip: null, requestId: null } as const;
  const access = { kind: 'etsy', address: '', secrets: etsy.double.oauth.issue() } as const;
  const { id } = await connectStore(test.deps, actor, access, '');
  return { id, client };
}

it('an app webhook brings new orders to every client who has connected the store', async () => {
  const { test } = app;
  const stores = [await connectEtsy(), await connectEtsy()];
  await readShops(test);
  const { receipt_id } = etsy.double.shop.make();
  expect((await deliver(etsy.double.delivery(receipt_id))).statusCode).toBe(200);
  await lookUpOrders(test.deps);
  for (const { id, client } of stores) {
    expect(await orderOf(test, id, String(receipt_id))).toMatchObject({ shop_state: 'open' });
    const [source] = (await send(test, client, 'GET', API.orderSources)).json().sources;
    // Only the operator can set up webhooks.
    expect(source).toMatchObject({ hasWebhooks: true, takesWebhookSecret: false });
  }
});

it('app webhooks are refused with a wrong signature, and always without the operator’s secret', async () => {
  const { receipt_id } = etsy.double.shop.make();
  const other = etsy.double.delivery(receipt_id, { secret: 'whsec_b3RoZXItc2VjcmV0' });
  expect((await deliver(other)).statusCode).toBe(401);
  const { adapters } = app.test.deps.orderSources;
  const { source: withoutApp, close } = await etsyAtDouble();
  Object.assign(adapters, { etsy: withoutApp });
  expect((await deliver(etsy.double.delivery(receipt_id))).statusCode).toBe(404);
  await close();
  Object.assign(adapters, { etsy: etsy.source });
  expect(await app.test.deps.db.selectFrom('order_look_ups').selectAll().execute()).toEqual([]);
});
