import {
  MAX_ORDER_SOURCES,
  ORDER_SOURCE_TEXTS,
  SOURCE_SENTENCES,
} from '@lading/contract/orders/order-sources.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildShopApp,
  connectShop,
  credentialsFor,
  readShops,
  type ShopApp,
  send,
  sourceOf,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';

let app: ShopApp;
let shop: Shop;
beforeAll(async () => {
  app = await buildShopApp();
});
afterAll(() => app.test.close());
beforeEach(async () => {
  await app.test.deps.db.updateTable('order_sources').set({ next_read_at: null }).execute();
  shop = await makeShop(app.test);
});

const stored = (id: string) =>
  app.test.deps.db.selectFrom('order_sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const connect = (payload: object) => send(app.test, shop, 'POST', API.orderSources, payload);
const patch = (id: string, payload: object) =>
  send(app.test, shop, 'PATCH', path(API.orderSource, { id }), payload);

describe('connecting a store', () => {
  it('tests the credentials first and stores nothing', async () => {
    const answer = await send(app.test, shop, 'POST', API.orderSourceCheck, {
      credentials: credentialsFor('woocommerce'),
    });
    expect(answer.json()).toEqual({ shop: { name: 'Tea and Mugs', currency: 'USD', warnings: [] } });
    expect((await send(app.test, shop, 'GET', API.orderSources)).json()).toMatchObject({ sources: [] });
  });

  it('stores the credentials encrypted, and neither returns nor logs them', async () => {
    const source = await connectShop(app.test, shop, 'woocommerce');
    expect(source).toMatchObject({
      kind: 'woocommerce',
      name: 'Tea and Mugs',
      address: 'https://shop.example.com',
      state: 'active',
      settings: { notifyBuyer: true, completeOrder: false },
      importing: { read: 0, total: null },
      orders: { open: 0, total: 0 },
      reports: { refused: 0, waiting: 0 },
    });
    expect(JSON.stringify(source)).not.toContain('good-key');
    expect((await stored(source.id)).secrets?.toString('latin1')).not.toContain('good-key');
    expect(app.test.logText()).not.toContain('good-key');
    const audit = await app.test.deps.db
      .selectFrom('audit_logs')
      .select(['event_type', 'details'])
      .where('user_id', '=', shop.userId)
      .where('event_type', '=', 'ORDER_SOURCE_CONNECTED')
      .execute();
    expect(audit).toEqual([
      { event_type: 'ORDER_SOURCE_CONNECTED', details: { sourceId: source.id, kind: 'woocommerce' } },
    ]);
  });

  it('refuses credentials that the store does not accept', async () => {
    const answer = await connect({ credentials: credentialsFor('woocommerce', 'wrong') });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      error: 'ORDER_SOURCE_REFUSED',
      message: SOURCE_SENTENCES.credentials,
    });
    expect((await send(app.test, shop, 'GET', API.orderSources)).json()).toMatchObject({ sources: [] });
  });

  it('says that the store does not answer', async () => {
    app.shops.woocommerce.failNext('connect', 'odd');
    const answer = await connect({ credentials: credentialsFor('woocommerce') });
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({ error: 'ORDER_SOURCE_UNREACHABLE' });
  });

  it('refuses the same store a second time, but not for another client', async () => {
    await connectShop(app.test, shop);
    const again = await connect({ credentials: credentialsFor('woocommerce') });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ error: 'ORDER_SOURCE_EXISTS' });
    await connectShop(app.test, await makeShop(app.test));
  });

  it('does not subscribe to Shopify webhooks without the signing secret', async () => {
    const { shopify } = app.shops;
    const { id } = await connectShop(app.test, shop, 'shopify');
    await readShops(app.test);
    expect(shopify.count('subscribe')).toBe(0);
    const access = { way: 'token', token: 'good-key', clientSecret: 'signs' };
    await patch(id, { credentials: { ...credentialsFor('shopify'), access } });
    await readShops(app.test);
    expect(shopify.subscription).toMatchObject({ secret: 'signs' });
  });

  it('checks the fields', async () => {
    const answer = await connect({ credentials: { kind: 'woocommerce', address: '', consumerKey: 'x' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.map((field: { path: string }) => field.path)).toEqual([
      'credentials.address',
      'credentials.consumerSecret',
    ]);
  });

  it(`stops at ${MAX_ORDER_SOURCES} stores`, async () => {
    const { woocommerce } = app.shops;
    const { externalId } = woocommerce;
    for (let number = 0; number < MAX_ORDER_SOURCES; number += 1) {
      woocommerce.externalId = `many-${number}`;
      await connectShop(app.test, shop);
    }
    woocommerce.externalId = 'one-too-many';
    const answer = await connect({ credentials: credentialsFor('woocommerce') });
    expect(answer.json()).toMatchObject({ error: 'LIMIT_REACHED', message: ORDER_SOURCE_TEXTS.limitReached });
    woocommerce.externalId = externalId;
  });
});

describe('a connected store', () => {
  it('is renamed, paused, resumed and given other settings', async () => {
    const { id } = await connectShop(app.test, shop);
    expect((await patch(id, { name: 'Mugs', settings: { notifyBuyer: false } })).json().source).toMatchObject(
      {
        name: 'Mugs',
        settings: { notifyBuyer: false, completeOrder: false },
      },
    );
    expect((await patch(id, { paused: true })).json().source).toMatchObject({ state: 'paused' });
    // Stores that other tests disconnected are unsubscribed.
    const calls = () => app.shops.woocommerce.calls.filter((call) => call !== 'unsubscribe');
    const before = calls();
    await readShops(app.test);
    await send(app.test, shop, 'POST', path(API.orderSourceSync, { id }));
    await readShops(app.test);
    expect(calls()).toEqual(before);
    expect((await patch(id, { paused: false })).json().source).toMatchObject({ state: 'active' });
    expect((await stored(id)).next_read_at).not.toBeNull();
  });

  it('accepts new credentials only for the same store', async () => {
    const { woocommerce } = app.shops;
    const { id } = await connectShop(app.test, shop);
    const { secrets } = await stored(id);
    woocommerce.externalId = 'another-shop';
    const other = await patch(id, { credentials: credentialsFor('woocommerce') });
    expect(other.json()).toMatchObject({ error: 'ORDER_SOURCE_DIFFERS' });
    const kind = await patch(id, { credentials: credentialsFor('shopify') });
    expect(kind.json()).toMatchObject({ error: 'ORDER_SOURCE_DIFFERS' });
    expect((await stored(id)).secrets).toEqual(secrets);
    woocommerce.externalId = 'shop-1';
    const same = await patch(id, { credentials: credentialsFor('woocommerce') });
    expect(same.statusCode, same.body).toBe(200);
    expect((await stored(id)).secrets).not.toEqual(secrets);
  });

  it('loses its credentials when disconnected, keeps its orders, and continues when it is connected again', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(3);
    const { id } = await connectShop(app.test, shop);
    await readShops(app.test);
    expect((await sourceOf(app.test, shop, id)).orders.total).toBe(3);
    const answer = await send(app.test, shop, 'DELETE', path(API.orderSource, { id }));
    expect(answer.json()).toEqual({ disconnected: true });
    expect(await stored(id)).toMatchObject({
      state: 'disconnected',
      secrets: null,
      webhook_secret: null,
      next_read_at: null,
    });
    expect((await send(app.test, shop, 'GET', API.orderSources)).json()).toMatchObject({ sources: [] });
    const again = await connectShop(app.test, shop);
    expect(again).toMatchObject({ id, state: 'active', orders: { total: 3 } });
  });

  it('has no open incident about missing orders after it is disconnected', async () => {
    const { db } = app.test.deps;
    const { id } = await connectShop(app.test, shop);
    await reportIncident(app.test.deps, 'orders_missing', id, '1 missing: 7');
    await send(app.test, shop, 'DELETE', path(API.orderSource, { id }));
    const incident = await db
      .selectFrom('incidents')
      .select('resolved_at')
      .where('object_id', '=', id)
      .execute();
    expect(incident).toEqual([{ resolved_at: app.test.clock.now() }]);
  });

  it('is visible only to its client', async () => {
    const { id } = await connectShop(app.test, shop);
    const stranger = await makeShop(app.test);
    const url = path(API.orderSource, { id });
    for (const answer of [
      await send(app.test, stranger, 'PATCH', url, { name: 'Mine' }),
      await send(app.test, stranger, 'DELETE', url),
      await send(app.test, stranger, 'POST', path(API.orderSourceSync, { id })),
      await send(app.test, shop, 'DELETE', path(API.orderSource, { id: newId() })),
    ])
      expect(answer.json()).toMatchObject({ error: 'ORDER_SOURCE_NOT_FOUND' });
    expect((await send(app.test, stranger, 'GET', API.orderSources)).json()).toMatchObject({ sources: [] });
    expect(await stored(id)).toMatchObject({ state: 'active', name: 'Tea and Mugs' });
  });
});
