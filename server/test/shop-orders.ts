import type { OrderSourceKind } from '@lading/contract/orders/order-sources.ts';
import { refreshOrders } from '../src/domains/orders/refresh-orders.ts';
import { saveOrders } from '../src/domains/orders/save-orders.ts';
import { transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import type { ShopItem, ShopOrder, ShopRecipient } from '../src/providers/order-sources/port.ts';
import type { TestApp } from './build-test-app.ts';

export const anItem = (changes: Partial<ShopItem> = {}): ShopItem => ({
  externalId: 'item-1',
  sku: 'MUG-1',
  title: 'Ceramic mug',
  variant: '',
  quantity: 2,
  remaining: changes.quantity ?? 2,
  unitPriceCents: 1_450,
  weightGrams: 340,
  originCountry: 'US',
  hsCode: '691200',
  requiresShipping: true,
  ...changes,
});

export const aRecipient = (changes: Partial<ShopRecipient> = {}): ShopRecipient => ({
  name: 'Dana Reyes',
  company: '',
  line1: '500 W 2nd St Apt 1900',
  line2: '',
  line3: '',
  city: 'Austin',
  region: 'Texas',
  postcode: '78701',
  country: 'US',
  phone: '+1 512-555-0188',
  email: 'dana@home.example',
  ...changes,
});

let count = 0;
/** A paid order of two mugs. */
export function anOrder(changes: Partial<ShopOrder> = {}): ShopOrder {
  count += 1;
  return {
    externalId: `order-${count}`,
    number: `#${1000 + count}`,
    placedAt: new Date('2026-11-16T10:00:00Z'),
    updatedAt: new Date('2026-11-16T10:00:00Z'),
    paid: 'yes',
    state: 'open',
    nothingToShip: null,
    currency: 'USD',
    totalCents: 2_900,
    shippingPaidCents: 500,
    shippingMethod: { text: 'Standard', code: 'standard' },
    buyerNote: '',
    merchantNote: '',
    giftMessage: '',
    tags: [],
    recipient: aRecipient(),
    recipientWithheld: null,
    shipBy: null,
    deliverBy: null,
    items: [anItem()],
    reporting: {},
    ...changes,
  };
}

export interface TestSource {
  id: string;
  userId: string;
}

/** A source without credentials: nothing reads it. */
export async function makeSource(
  { deps }: TestApp,
  userId: string,
  kind: OrderSourceKind = 'api',
): Promise<TestSource> {
  const id = newId();
  const now = deps.clock.now();
  await deps.db
    .insertInto('order_sources')
    .values({
      id,
      user_id: userId,
      kind,
      name: `Test ${kind}`,
      address: '',
      external_id: '',
      currency: 'USD',
      secrets: null,
      webhook_secret: null,
      settings: JSON.stringify({ notifyBuyer: true, completeOrder: true }),
      state: 'active',
      changed_until: null,
      read_page: null,
      read_since: null,
      read_started_at: null,
      import_total: null,
      imported_at: now,
      next_read_at: null,
      last_success_at: null,
      last_error: null,
      last_error_at: null,
      subscribed_at: null,
      counted_at: null,
      lease_until: null,
      held_by: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { id, userId };
}

export const save = ({ deps }: TestApp, source: TestSource, ...orders: ShopOrder[]) =>
  transaction(deps.db, (trx) => saveOrders(deps, trx, source, orders));

export const orderRow = ({ deps }: TestApp, source: TestSource, externalId: string) =>
  deps.db
    .selectFrom('orders')
    .selectAll()
    .where('source_id', '=', source.id)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();

/** The client's own address, from which parcels are sent. */
export async function saveSender({ deps }: TestApp, userId: string): Promise<void> {
  const address = {
    address: '1120 SW 5th Ave',
    suite: '',
    city: 'Portland',
    state: 'OR',
    zipCode: '97204',
    country: 'US',
  };
  const now = deps.clock.now();
  await deps.db.updateTable('users').set({ phone: '5035550142' }).where('id', '=', userId).execute();
  await deps.db
    .insertInto('client_profiles')
    .values({ user_id: userId, default_address: JSON.stringify(address), updated_at: now })
    .execute();
}

export const BOX = { type: 'package', lengthIn: 10, widthIn: 8, heightIn: 4 } as const;

/** An order with weight and size, ready to be shipped. Returns its id. */
export async function readyOrder(
  test: TestApp,
  source: TestSource,
  changes: Partial<ShopOrder> = {},
): Promise<{ id: string; externalId: string; number: string }> {
  const order = anOrder(changes);
  await save(test, source, order);
  const { id, number } = await orderRow(test, source, order.externalId);
  await transaction(test.deps.db, async (trx) => {
    await trx
      .updateTable('orders')
      .set({ preparation: JSON.stringify({ parcel: BOX, parcelSetBy: 'person' }) })
      .where('id', '=', id)
      .execute();
    await refreshOrders(test.deps, trx, source.userId, [id]);
  });
  return { id, externalId: order.externalId, number };
}
