import type { ConnectedKind, OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { finishAuthorizations } from '../src/domains/orders/finish-authorization.ts';
import { lookUpOrders } from '../src/domains/orders/look-up-orders.ts';
import { sweepOrderSources } from '../src/domains/orders/sweep-order-sources.ts';
import { sweepReports } from '../src/domains/orders/sweep-reports.ts';
import { unsubscribeSources } from '../src/domains/orders/unsubscribe-sources.ts';
import { newId } from '../src/platform/ids.ts';
import type { ShopItem } from '../src/providers/order-sources/port.ts';
import { problemOf } from '../src/providers/order-sources/source-problem.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { begunBatch, rowsOf, work } from './bulk.ts';
import { ShopDouble } from './doubles/shop.ts';
import { bearer } from './factories.ts';
import type { Shop } from './shipping.ts';

/** Stores in memory instead of adapters. */
export interface ShopApp {
  test: TestApp;
  shops: Record<ConnectedKind, ShopDouble>;
}

export async function buildShopApp(): Promise<ShopApp> {
  let shops: ShopApp['shops'] | undefined;
  const test = await buildTestApp({}, (deps) => {
    shops = {
      shopify: new ShopDouble('shopify', deps.clock),
      woocommerce: new ShopDouble('woocommerce', deps.clock),
      etsy: new ShopDouble('etsy', deps.clock),
      ebay: new ShopDouble('ebay', deps.clock),
      amazon: new ShopDouble('amazon', deps.clock),
      custom_store: new ShopDouble('custom_store', deps.clock),
    };
    deps.orderSources = { adapters: shops, problemOf };
  });
  if (!shops) throw new Error('The doubles are missing');
  return { test, shops };
}

export const send = (
  test: TestApp,
  shop: Shop,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => test.inject({ method, url, headers: bearer(shop.token), ...(payload && { payload }) });

export const credentialsFor = (kind: ConnectedKind, key = 'good-key') => {
  const address = 'https://shop.example.com';
  if (kind === 'shopify') return { kind, address: 'tea.myshopify.com', access: { way: 'token', token: key } };
  if (kind === 'woocommerce') return { kind, address, consumerKey: 'ck_1', consumerSecret: key };
  if (kind === 'amazon')
    return { kind, address: 'amazon.com', clientId: 'c', clientSecret: 's', refreshToken: key };
  return { kind, address, userName: 'export', password: key };
};

export async function connectShop(
  test: TestApp,
  shop: Shop,
  kind: ConnectedKind = 'woocommerce',
): Promise<OrderSourceView> {
  const answer = await send(test, shop, 'POST', API.orderSources, { credentials: credentialsFor(kind) });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().source;
}

export async function sourceOf(test: TestApp, shop: Shop, id: string): Promise<OrderSourceView> {
  const answer = await send(test, shop, 'GET', API.orderSources);
  const source = (answer.json().sources as OrderSourceView[]).find((each) => each.id === id);
  if (!source) throw new Error('The source is not listed');
  return source;
}

/** Makes all retries due. */
export async function endWaits({ deps: { db } }: TestApp): Promise<void> {
  await sql`UPDATE order_sources SET next_read_at = now() WHERE next_read_at IS NOT NULL`.execute(db);
  await sql`UPDATE order_look_ups SET next_try_at = now()`.execute(db);
  await sql`UPDATE order_reports SET next_try_at = now() WHERE next_try_at IS NOT NULL`.execute(db);
}

/** Reads all stores as if they were due, and finishes connections and disconnections. */
export async function readShops(test: TestApp): Promise<void> {
  await endWaits(test);
  await lookUpOrders(test.deps);
  await finishAuthorizations(test.deps);
  await unsubscribeSources(test.deps);
  await sweepOrderSources(test.deps);
}

export async function reportAll(test: TestApp): Promise<void> {
  await endWaits(test);
  await sweepReports(test.deps);
}

export const orderOf = ({ deps: { db } }: TestApp, sourceId: string, externalId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();

export const reportsOf = ({ deps: { db } }: TestApp, sourceId: string) =>
  db
    .selectFrom('order_reports')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('created_at')
    .execute();

interface Shipped {
  parcelId: string;
  trackingNumber: string;
}

/** Buys a label for these pieces of each order, all by default. The reports are due. */
export async function shipOrders(
  test: TestApp,
  shop: Shop,
  sourceId: string,
  externalIds: readonly string[],
  select: (items: ShopItem[]) => ShopItem[] = (items) => items,
): Promise<Shipped[]> {
  const { db } = test.deps;
  const batch = await begunBatch(test, shop, rowsOf(externalIds.length));
  await work(test);
  const shipments = await db
    .selectFrom('bulk_rows')
    .innerJoin('shipments', 'shipments.id', 'bulk_rows.shipment_id')
    .select(['bulk_rows.number', 'shipments.id', 'tracking_number'])
    .where('batch_id', '=', batch.id)
    .orderBy('bulk_rows.number')
    .execute();
  return Promise.all(
    externalIds.map(async (externalId, index) => {
      const shipment = shipments[index];
      const order = await orderOf(test, sourceId, externalId);
      if (!shipment || !order) throw new Error('The label or the order is missing');
      const parcelId = newId();
      const at = { user_id: shop.userId, created_at: test.clock.now(), updated_at: test.clock.now() };
      await db
        .insertInto('order_parcels')
        .values({ ...at, id: parcelId, state: 'in_batch', batch_id: batch.id, row_number: shipment.number })
        .execute();
      await db
        .insertInto('order_parcel_items')
        .values(
          select(order.items).map((item) => ({
            parcel_id: parcelId,
            order_id: order.id,
            item_id: item.externalId,
            quantity: item.quantity,
          })),
        )
        .execute();
      await db
        .updateTable('order_parcels')
        .set({ state: 'bought', shipment_id: shipment.id })
        .where('id', '=', parcelId)
        .execute();
      const report = {
        parcel_id: parcelId,
        order_id: order.id,
        source_id: sourceId,
        state: 'to_report',
      } as const;
      await db
        .insertInto('order_reports')
        .values({ ...at, ...report, id: newId(), next_try_at: test.clock.now() })
        .execute();
      return { parcelId, trackingNumber: shipment.tracking_number ?? '' };
    }),
  );
}

export const hookUrl = (sourceId: string): string => path(API.orderHooks, { id: sourceId });
