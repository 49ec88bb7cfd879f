import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { type ShopifyDouble, startShopifyDouble } from '../../../test/doubles/shopify/shopify-double.ts';
import {
  startWooCommerceDouble,
  WOOCOMMERCE_KEY,
  type WooCommerceDouble,
  wooCommerceKeyBody,
} from '../../../test/doubles/woocommerce-double.ts';
import { readShops, send } from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

let test: TestApp;
let shopify: ShopifyDouble;
let woo: WooCommerceDouble;
let shop: Shop;
const APP = { clientId: 'operators-app', clientSecret: 'operators-secret' };

beforeAll(async () => {
  shopify = await startShopifyDouble({ app: APP });
  woo = await startWooCommerceDouble();
  test = await buildTestApp({
    SHOPIFY_APP_ID: APP.clientId,
    SHOPIFY_APP_SECRET: APP.clientSecret,
    SHOPIFY_BASE_URL: shopify.url,
    EBAY_SANDBOX: 'on',
    ORDER_SOURCE_ALLOWED_HOSTS: [shopify.url, woo.url].map((url) => new URL(url).host).join(),
  });
});
afterAll(async () => {
  await test.close();
  await shopify.close();
  await woo.close();
});
beforeEach(async () => {
  // Shopify signs with its own time.
  test.clock.advance(Date.now() - test.clock.now().getTime());
  shop = await makeShop(test);
});

interface Started {
  url: URL;
  state: string;
  cookie: string;
}

async function start(store: object, more: object = {}, by: Shop = shop): Promise<Started> {
  const answer = await send(test, by, 'POST', API.orderSourceAuthorize, { store, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  const url = new URL(answer.json().url);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { url, cookie, state: url.searchParams.get('state') ?? url.searchParams.get('user_id') ?? '' };
}
const startShopify = (more?: object) =>
  start({ kind: 'shopify', address: shopify.behavior.shop.domain }, more);
const startWoo = (more?: object) => start({ kind: 'woocommerce', address: woo.url }, more);

/** The browser returns. Answers with the parameters of the page that it is sent to. */
async function comeBack(query: URLSearchParams, cookie: string) {
  const answer = await test.inject({
    url: `${API.orderSourceAuthorized}?${query}`,
    ...(cookie && { headers: { cookie: `other=1; ${cookie}` } }),
  });
  expect(answer.statusCode).toBe(302);
  const page = new URL(String(answer.headers.location));
  expect(page.origin + page.pathname).toBe(PUBLIC_URL + PAGES.orderSources);
  return Object.fromEntries(page.searchParams);
}

/** The merchant agrees at Shopify, which sends the browser back with this. */
async function agree({ url }: Started): Promise<URLSearchParams> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '').searchParams;
}

const wooReturn = ({ state }: Started, success = '1') =>
  new URLSearchParams({ state, success, user_id: state });
const sendKey = ({ state }: Pick<Started, 'state'>, body: object = wooCommerceKeyBody(state)) =>
  test.inject({
    method: 'POST',
    url: `${API.orderSourceAuthorized}?state=${state}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

const sources = async (by: Shop = shop): Promise<OrderSourceView[]> =>
  (await send(test, by, 'GET', API.orderSources)).json().sources;

const EXPIRED = { refused: 'expired' };

describe('signing in to Shopify', () => {
  it('connects the store once, for the client and the browser that started', async () => {
    const started = await startShopify({ name: 'Pots' });
    expect(started.url.pathname).toBe('/admin/oauth/authorize');
    const query = await agree(started);
    const stranger = await startShopify();
    // Another browser, a browser with another sign-in, and an unknown state.
    expect(await comeBack(query, '')).toEqual(EXPIRED);
    expect(await comeBack(query, stranger.cookie)).toEqual(EXPIRED);
    expect(await comeBack(new URLSearchParams(`state=x&${query}`), started.cookie)).toEqual(EXPIRED);
    expect(await sources()).toEqual([]);

    const result = await comeBack(query, started.cookie);
    const [source] = await sources();
    expect(result).toEqual({ connected: source?.id });
    expect(source).toMatchObject({ kind: 'shopify', name: 'Pots', address: shopify.behavior.shop.domain });
    expect(await comeBack(query, started.cookie)).toEqual(EXPIRED);
    expect(await sources()).toHaveLength(1);

    const audit = await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('event_type', '=', 'ORDER_SOURCE_CONNECTED')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(audit).toEqual([{ details: { sourceId: source?.id, kind: 'shopify' } }]);
    const [row] = await test.deps.db
      .selectFrom('order_authorizations')
      .select(['request', 'returned', 'received', 'outcome'])
      .where('connected_id', '=', source?.id ?? '')
      .execute();
    expect(row).toEqual({ request: null, returned: null, received: null, outcome: 'connected' });
    expect(test.logText()).not.toContain(query.get('code'));
    expect(test.logText()).not.toContain(APP.clientSecret);
  });

  it('refuses a forged signature, another store and a sign-in that is too old', async () => {
    for (const forge of [
      (query: URLSearchParams) => query.set('hmac', '0'.repeat(64)),
      (query: URLSearchParams) => query.set('shop', 'other.myshopify.com'),
      (query: URLSearchParams) => query.delete('hmac'),
    ]) {
      const started = await startShopify();
      const query = await agree(started);
      forge(query);
      expect(await comeBack(query, started.cookie)).toEqual({ refused: 'credentials' });
      expect(await comeBack(query, started.cookie)).toEqual(EXPIRED);
    }
    const { domain } = shopify.behavior.shop;
    const elsewhere = await start({ kind: 'shopify', address: 'other.myshopify.com' });
    const signed = await agree(elsewhere);
    expect(signed.get('shop')).toBe(domain);
    expect(await comeBack(signed, elsewhere.cookie)).toEqual({ refused: 'credentials' });

    const late = await startShopify();
    const query = await agree(late);
    test.clock.advance(minutes(15));
    expect(await comeBack(query, late.cookie)).toEqual(EXPIRED);
    test.clock.advance(-minutes(15));
    expect(await sources()).toEqual([]);
  });

  it('reconnects the same store only, and removes its webhooks when it is disconnected', async () => {
    const { domain } = shopify.behavior.shop;
    const first = await startShopify();
    const { connected: id = '' } = await comeBack(await agree(first), first.cookie);
    await readShops(test);
    const hooks = () => [...shopify.records.subscriptions.values()].filter(({ uri }) => uri.includes(id));
    expect(hooks().length).toBeGreaterThan(5);
    await test.deps.db
      .updateTable('order_sources')
      .set({ state: 'refused', next_read_at: null })
      .where('id', '=', id)
      .execute();

    const stranger = await makeShop(test);
    const foreign = { store: { kind: 'shopify', address: domain }, sourceId: id };
    expect((await send(test, stranger, 'POST', API.orderSourceAuthorize, foreign)).json()).toMatchObject({
      error: 'ORDER_SOURCE_NOT_FOUND',
    });
    const again = await startShopify({ sourceId: id });
    expect(await comeBack(await agree(again), again.cookie)).toEqual({ connected: id });
    expect(await sources()).toMatchObject([{ id, state: 'active' }]);
    const second = await startShopify();
    expect(await comeBack(await agree(second), second.cookie)).toEqual({ refused: 'exists' });

    await readShops(test);
    shopify.set({ nextBadAnswers: ['error'] });
    const url = path(API.orderSource, { id });
    expect((await send(test, shop, 'DELETE', url)).json()).toEqual({ disconnected: true });
    const left = () =>
      test.deps.db
        .selectFrom('order_unsubscriptions')
        .select('failures')
        .where('source_id', '=', id)
        .execute();
    await readShops(test);
    expect(await left()).toEqual([{ failures: 1 }]);
    await test.deps.db
      .updateTable('order_unsubscriptions')
      .set({ next_try_at: new Date(0) })
      .execute();
    await readShops(test);
    expect(await left()).toEqual([]);
    expect(hooks()).toEqual([]);
  });
});

describe('signing in to WooCommerce', () => {
  it('connects the store when the key came before the browser', async () => {
    const started = await startWoo();
    expect((await sendKey(started)).statusCode).toBe(200);
    expect((await sendKey(started)).statusCode).toBe(404);
    expect(await sources()).toEqual([]);
    const result = await comeBack(wooReturn(started), started.cookie);
    const [source] = await sources();
    expect(result).toEqual({ connected: source?.id });
    expect(source).toMatchObject({ kind: 'woocommerce', address: woo.url });
    expect((await sendKey(started)).statusCode).toBe(404);
    expect(await comeBack(wooReturn(started), started.cookie)).toEqual(EXPIRED);
    expect(test.logText()).not.toContain(WOOCOMMERCE_KEY.consumerSecret);
  });

  it('connects the store when the browser came before the key', async () => {
    const started = await startWoo();
    const { waiting: id = '' } = await comeBack(wooReturn(started), started.cookie);
    const shown = async (by = shop) =>
      (await send(test, by, 'GET', path(API.orderSourceAuthorization, { id }))).json();
    expect(await shown()).toEqual({ state: 'waiting', sourceId: null, refusal: null });
    expect(await shown(await makeShop(test))).toMatchObject({ error: 'NOT_FOUND' });
    expect((await sendKey({ state: 'unknown' })).statusCode).toBe(404);
    await readShops(test);
    expect(await sources()).toEqual([]);
    expect((await sendKey(started)).statusCode).toBe(200);
    await readShops(test);
    const [source] = await sources();
    expect(await shown()).toEqual({ state: 'connected', sourceId: source?.id, refusal: null });
    expect(await comeBack(wooReturn(started), started.cookie)).toEqual(EXPIRED);
  });

  it('does not connect with a key for another request, without the merchant’s consent, or with a key that the store does not accept', async () => {
    const other = await startWoo();
    const started = await startWoo();
    await sendKey(started, wooCommerceKeyBody(other.state));
    expect(await comeBack(wooReturn(started), started.cookie)).toEqual({ refused: 'credentials' });

    const refused = await startWoo();
    expect(await comeBack(wooReturn(refused, '0'), refused.cookie)).toEqual({ refused: 'permission' });

    const forged = await startWoo();
    await sendKey(forged, { ...wooCommerceKeyBody(forged.state), consumer_secret: 'cs_0000000000000000' });
    expect(await comeBack(wooReturn(forged), forged.cookie)).toEqual({ refused: 'credentials' });

    // Without the browser that started, a key connects nothing.
    const stolen = await startWoo();
    await sendKey(stolen);
    expect(await comeBack(wooReturn(stolen), '')).toEqual(EXPIRED);
    await readShops(test);
    expect(await sources()).toEqual([]);
  });

  it('waits no longer than the sign-in is valid, and keeps no keys', async () => {
    const started = await startWoo();
    const { waiting: id = '' } = await comeBack(wooReturn(started), started.cookie);
    test.clock.advance(minutes(15));
    expect((await sendKey(started)).statusCode).toBe(404);
    const url = path(API.orderSourceAuthorization, { id });
    expect((await send(test, shop, 'GET', url)).json()).toMatchObject({
      state: 'refused',
      refusal: 'expired',
    });
    test.clock.advance(minutes(61));
    await readShops(test);
    expect((await send(test, shop, 'GET', url)).statusCode).toBe(404);
    test.clock.advance(-minutes(76));
    expect(await sources()).toEqual([]);
  });
});

describe('the start of a sign-in', () => {
  it('returns a field error for bad input, and stores nothing', async () => {
    const count = async () =>
      (await test.deps.db.selectFrom('order_authorizations').select('id').execute()).length;
    const before = await count();
    for (const [store, field] of [
      [{ kind: 'shopify', address: 'evil.example' }, 'store.address'],
      [{ kind: 'woocommerce', address: 'javascript://shop.example/%0aalert(1)' }, 'store.address'],
      [{ kind: 'woocommerce', address: ' ' }, 'store.address'],
      [{ kind: 'custom_store' }, 'store.kind'],
      [{ kind: 'ebay', app: { clientId: 'a' } }, 'store.app.clientSecret'],
    ] as const) {
      const answer = await send(test, shop, 'POST', API.orderSourceAuthorize, { store });
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json().fields[0].path).toBe(field);
    }
    const unknown = { store: { kind: 'shopify', address: 'a.myshopify.com' }, sourceId: newId() };
    expect((await send(test, shop, 'POST', API.orderSourceAuthorize, unknown)).statusCode).toBe(404);
    expect(await count()).toBe(before);
  });

  it('goes to eBay’s sandbox with EBAY_SANDBOX', async () => {
    const app = { clientId: 'Workshop-SBX-1', clientSecret: 'SBX-2', ruName: 'Workshop-Sandbox' };
    const { url } = await start({ kind: 'ebay', app });
    expect(url.origin).toBe('https://auth.sandbox.ebay.com');
  });

  it('gives the browser a cookie that scripts and other sites do not see, and stores only digests', async () => {
    const answer = await send(test, shop, 'POST', API.orderSourceAuthorize, {
      store: { kind: 'woocommerce', address: woo.url },
    });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-lading-authorization-[\w-]+=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    );
    const stored = await test.deps.db
      .selectFrom('order_authorizations')
      .selectAll()
      .where('user_id', '=', shop.userId)
      .execute();
    const state = new URL(answer.json().url).searchParams.get('user_id') ?? '';
    expect(state).toMatch(/^[\w-]{43}$/);
    const everything = JSON.stringify(stored, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(everything).not.toContain(state);
    const { authorizations } = (await send(test, shop, 'GET', API.orderSources)).json();
    expect(authorizations).toEqual([
      { kind: 'shopify', hasOperatorApp: true },
      { kind: 'woocommerce', hasOperatorApp: true },
      { kind: 'etsy', hasOperatorApp: false },
      { kind: 'ebay', hasOperatorApp: false },
    ]);
  });
});
