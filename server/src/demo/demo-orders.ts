import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { centsOf } from '@lading/contract/money.ts';
import type { BulkDeps } from '../domains/bulk/bulk.deps.ts';
import { BulkWorker } from '../domains/bulk/bulk-worker.ts';
import { getRates } from '../domains/bulk/get-rates.ts';
import { getBatch } from '../domains/bulk/show-batch.ts';
import { showRows } from '../domains/bulk/show-rows.ts';
import { startLabels } from '../domains/bulk/start-labels.ts';
import { combineOrders } from '../domains/orders/combine-orders.ts';
import { holdOrder } from '../domains/orders/hold-order.ts';
import { importOrders } from '../domains/orders/import-orders.ts';
import { markShipped } from '../domains/orders/mark-shipped.ts';
import { shipOrders } from '../domains/orders/ship-orders.ts';
import { updateOrders } from '../domains/orders/update-orders.ts';
import { createIntent } from '../domains/payments/create-intent.ts';
import type { Actor } from '../platform/actor.ts';
import { days, hours, later } from '../platform/clock.ts';
import { DEMO_ORDERS, type DemoOrder } from './demo-order-list.ts';
import { addDemoOrderRules } from './demo-order-rules.ts';
import { type DemoShipmentDeps, type DemoShop, NO_MAILS } from './demo-shipments.ts';
import { addDemoStores, addDemoViews, type DemoStoreDeps } from './demo-stores.ts';

export type DemoOrderDeps = DemoShipmentDeps & BulkDeps & DemoStoreDeps;

const BOX = { type: 'package', lengthIn: 10, widthIn: 8, heightIn: 4 } as const;

/** Stores and orders of the first client: ready, with problems, on hold, combined, shipped, and one that is marked as shipped. */
export async function addDemoOrders(deps: DemoOrderDeps, shops: readonly DemoShop[]): Promise<void> {
  const [shop] = shops;
  if (!shop) return;
  const quiet = { ...deps, ...NO_MAILS };
  const client = { userId: shop.userId, role: 'client', ip: '203.0.113.20', requestId: null } as const;
  const now = deps.clock.now();
  const orders = DEMO_ORDERS.map((order, index) => ({ ...order, imported: toImported(order, index, now) }));
  const { results } = await importOrders(quiet, client, {
    orders: orders.flatMap(({ from, imported }) => (from ? [] : [imported])),
  });
  const ids = new Map([
    ...results.map(({ externalId, id }) => [externalId, id] as const),
    ...(await addDemoStores(quiet, client, orders)),
  ]);
  const idsOf = (wanted: (order: DemoOrder) => boolean) =>
    orders.flatMap((order) => (wanted(order) ? (ids.get(order.imported.external_id) ?? []) : []));
  const orderIds = idsOf(({ does }) => does !== 'noSize' && does !== 'unpaid' && does !== 'canceled');
  await updateOrders(quiet, client, { orderIds, change: { parcel: BOX } });
  await shipAll(
    quiet,
    client,
    idsOf(({ does }) => does === 'ship'),
  );
  const [held] = idsOf(({ does }) => does === 'hold');
  const until = addDays(dateIn(deps.timeZone, now), 4);
  if (held) await holdOrder(quiet, client, held, { reason: 'The buyer is on vacation', until });
  await combineOrders(quiet, client, { orderIds: idsOf(({ does }) => does === 'combine') });
  for (const id of idsOf(({ does }) => does === 'elsewhere')) await markShipped(quiet, client, id);
  await addDemoOrderRules(deps, client);
  await addDemoViews(deps, client);
}

function toImported(order: DemoOrder, index: number, now: Date) {
  const [name, street1, city, state, zip, country = 'US'] = order.to;
  const placedAt = later(now, -hours(3 + index * 5) - (order.does === 'ship' ? days(2) : 0));
  return {
    external_id: `demo-${1042 + index}`,
    order_number: `#${1042 + index}`,
    order_status: order.does === 'unpaid' ? 'AWAITPAY' : order.does === 'canceled' ? 'CANCELLED' : 'PAID',
    placed_at: placedAt.toISOString(),
    to_address: {
      name,
      street1,
      city,
      state,
      zip,
      country,
      email: `${name.split(' ')[0]?.toLowerCase()}@mail.example`,
    },
    line_items: order.items.map(({ grams, cents, quantity, ...item }) => ({
      ...item,
      quantity,
      ...(grams > 0 && { weight: grams, weight_unit: 'g' }),
      total_price: (cents * quantity) / 100,
      manufacture_country: 'US',
    })),
    total_price: order.items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0) / 100,
    shipping_method: index % 4 === 0 ? 'Express' : 'Standard',
    tags: index % 6 === 0 ? ['gift'] : [],
    notes: index === 3 ? 'Please leave it at the back door.' : '',
  };
}

/** One batch with one payment, as in the UI. */
async function shipAll(
  deps: DemoOrderDeps,
  client: Pick<Actor, 'userId' | 'ip' | 'requestId'>,
  orderIds: string[],
): Promise<void> {
  const { batchId } = await shipOrders(deps, client, { orderIds });
  if (batchId === null) return;
  const worker = new BulkWorker(deps);
  await worker.drain();
  await getRates(deps, client, batchId, {});
  await worker.drain();
  const { chosen } = await getBatch(deps, client, batchId);
  const { rows } = await showRows(deps, client, batchId, { after: 0, limit: orderIds.length });
  const payment = await createIntent(deps, client, {
    amount: centsOf(chosen.amount),
    description: 'Labels for orders',
    rateIds: rows.flatMap(({ selectedRateId }) => selectedRateId ?? []),
    batchId,
  });
  await deps.payWithTestCard?.(payment.paymentIntentId, payment.clientSecret);
  await startLabels(deps, client, batchId, { paymentIntentId: payment.paymentIntentId });
  await worker.drain();
}
