import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../test/build-test-app.ts';
import { EBAY_APP } from '../../../test/doubles/ebay-double-oauth.ts';
import { ETSY_WEBHOOK_SECRET } from '../../../test/doubles/etsy-double.ts';
import { ETSY_APP } from '../../../test/doubles/etsy-double-oauth.ts';
import { NO_FAULTS } from '../../../test/doubles/fault-plan.ts';
import { ebayAtDouble } from '../../../test/ebay-at-double.ts';
import { etsyAtDouble } from '../../../test/etsy-at-double.ts';
import {
  buildShopApp,
  hookUrl,
  orderOf,
  readShops,
  reportAll,
  reportsOf,
  type ShopApp,
  send,
  shipOrders,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { lookUpOrders } from './look-up-orders.ts';

let app: ShopApp;
let etsy: Awaited<ReturnType<typeof etsyAtDouble>>;
let ebay: Awaited<ReturnType<typeof ebayAtDouble>>;
beforeAll(async () => {
  app = await buildShopApp();
  [etsy, ebay] = await Promise.all([etsyAtDouble(), ebayAtDouble()]);
  Object.assign(app.test.deps.orderSources.adapters, { etsy: etsy.source, ebay: ebay.source });
});
afterAll(async () => {
  await app.test.close();
  for (const { double, close } of [etsy, ebay]) {
    expect(double.violations).toEqual([]);
    await close();
  }
});

/** What the two doubles have in common. */
const shopOf = (kind: 'etsy' | 'ebay') =>
  kind === 'etsy'
    ? {
        double: etsy.double,
        store: { kind, app: ETSY_APP },
        make: () => String(etsy.double.shop.make().receipt_id),
        trackingNumbers: (id: string) => etsy.double.shop.trackingNumbers(Number(id)),
        mails: () => etsy.double.shop.mails.length,
        report: 'POST /v3/application/shops/*/receipts/*/tracking',
      }
    : {
        double: ebay.double,
        store: { kind, app: EBAY_APP },
        make: () => ebay.double.shop.make().orderId,
        trackingNumbers: (id: string) => ebay.double.shop.trackingNumbers(id),
        mails: () => ebay.double.shop.mails.length,
        report: 'POST /sell/fulfillment/v1/order/*/shipping_fulfillment',
      };

/** The browser signs in at the marketplace and comes back. Returns the page that it is sent to. */
async function signIn(client: Shop, body: object): Promise<string> {
  const { test } = app;
  const started = await send(test, client, 'POST', API.orderSourceAuthorize, body);
  expect(started.statusCode, started.body).toBe(200);
  const allowed = await fetch(started.json().url, { redirect: 'manual' });
  const back = await test.inject({
    url: `${API.orderSourceAuthorized}${new URL(allowed.headers.get('location') ?? '').search}`,
    headers: { cookie: String(started.headers['set-cookie']).split(';')[0] },
  });
  return String(back.headers.location);
}

async function sourcesOf(client: Shop): Promise<OrderSourceView[]> {
  return (await send(app.test, client, 'GET', API.orderSources)).json().sources;
}

const saveSecret = (client: Shop, id: string, webhookSecret: string) =>
  send(app.test, client, 'PATCH', path(API.orderSource, { id }), { webhookSecret });

it.each(['etsy', 'ebay'] as const)(
  'connects %s by signing in, imports orders and reports each parcel once',
  async (kind) => {
    const { test } = app;
    const { double, store, make, trackingNumbers, mails, report } = shopOf(kind);
    const client = await makeShop(test);
    const ids = [make(), make(), make()];

    const page = await signIn(client, { store });
    const [source] = await sourcesOf(client);
    if (!source) throw new Error(page);
    expect(page).toBe(`${PUBLIC_URL}${PAGES.orderSources}?connected=${source.id}`);
    expect(source).toMatchObject({
      kind,
      state: 'active',
      hasWebhooks: false,
      takesWebhookSecret: kind === 'etsy',
    });

    // The token expires in between.
    double.oauth.endTokens();
    await readShops(test);
    for (const id of ids)
      expect(await orderOf(test, source.id, id)).toMatchObject({ paid: 'yes', shop_state: 'open' });

    const shipped = await shipOrders(test, client, source.id, ids.slice(0, 2));
    double.server.faults = { ...NO_FAULTS, losesAnswers: 1, only: [report] };
    await reportAll(test);
    double.server.faults = NO_FAULTS;
    await reportAll(test);
    await reportAll(test);
    expect((await reportsOf(test, source.id)).map(({ state }) => state)).toEqual(['reported', 'reported']);
    expect(ids.map(trackingNumbers)).toEqual([...shipped.map(({ trackingNumber }) => [trackingNumber]), []]);
    expect(mails()).toBe(2);

    // A webhook is a hint to read the order; eBay has none.
    const saved = await saveSecret(client, source.id, ETSY_WEBHOOK_SECRET);
    expect(saved.statusCode).toBe(kind === 'etsy' ? 200 : 400);
    const { headers, body } = etsy.double.delivery(Number(ids[0]), { at: etsy.clock.now() });
    const statuses = [];
    for (const payload of [body, body, Buffer.concat([body, Buffer.from(' ')])]) {
      const hook = await test.inject({ method: 'POST', url: hookUrl(source.id), headers, payload });
      statuses.push(hook.statusCode);
    }
    expect(statuses).toEqual(kind === 'etsy' ? [200, 200, 401] : [404, 404, 404]);
    await lookUpOrders(test.deps);
    const state = kind === 'etsy' ? 'shipped' : 'open';
    expect(await orderOf(test, source.id, ids[0] ?? '')).toMatchObject({ shop_state: state });
  },
);

it('an Etsy store keeps its signing secret when the client signs in again, and replaces it on request', async () => {
  const { test } = app;
  const client = await makeShop(test);
  const { store, make } = shopOf('etsy');
  const orderId = Number(make());
  await signIn(client, { store });
  const [{ id } = { id: '' }] = await sourcesOf(client);
  const deliver = async (secret: string) => {
    const { headers, body } = etsy.double.delivery(orderId, { secret, at: etsy.clock.now() });
    const answer = await test.inject({ method: 'POST', url: hookUrl(id), headers, payload: body });
    const [source] = await sourcesOf(client);
    return [answer.statusCode, source?.hasWebhooks];
  };
  expect(await deliver(ETSY_WEBHOOK_SECRET)).toEqual([404, false]);
  for (const wrong of ['', 'shared-secret', 'whsec_', 'whsec_a$==', `whsec_${'a'.repeat(400)}`])
    expect((await saveSecret(client, id, wrong)).statusCode).toBe(400);
  expect(await deliver(ETSY_WEBHOOK_SECRET)).toEqual([404, false]);

  const saved = await saveSecret(client, id, ` ${ETSY_WEBHOOK_SECRET} `);
  expect(saved.json().source).toMatchObject({ hasWebhooks: false });
  expect(saved.body).not.toContain('whsec_');
  expect(await deliver(ETSY_WEBHOOK_SECRET)).toEqual([200, true]);

  expect(await signIn(client, { store, sourceId: id })).toContain(`connected=${id}`);
  expect(await deliver(ETSY_WEBHOOK_SECRET)).toEqual([200, true]);
  const other = 'whsec_b3RoZXItc2VjcmV0';
  await saveSecret(client, id, other);
  expect(await deliver(ETSY_WEBHOOK_SECRET)).toEqual([401, false]);
  expect(await deliver(other)).toEqual([200, true]);
});
