import { ImportedOrderSchema } from '@lading/contract/orders/import-orders.ts';
import { SOURCE_SENTENCES, type SourceErrorCode } from '@lading/contract/orders/order-sources.ts';
import { recordEvent } from '../domains/audit/record-event.ts';
import { DEFAULT_SETTINGS } from '../domains/orders/check-source.ts';
import { encryptJson } from '../domains/orders/encrypted-json.ts';
import { toShopOrder } from '../domains/orders/import-orders.ts';
import { listSources } from '../domains/orders/list-sources.ts';
import { saveView } from '../domains/orders/manage-views.ts';
import { selectByExternalId } from '../domains/orders/order-list.store.ts';
import type { OrderSourceDeps } from '../domains/orders/order-sources.deps.ts';
import { insertSource, updateSource } from '../domains/orders/order-sources.store.ts';
import { saveOrders } from '../domains/orders/save-orders.ts';
import type { Actor } from '../platform/actor.ts';
import { days, hours, later } from '../platform/clock.ts';
import { type Trx, transaction } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { SourceSecrets } from '../providers/order-sources/port.ts';
import type { DemoOrder, DemoStoreKind } from './demo-order-list.ts';

export type DemoStoreDeps = Pick<
  OrderSourceDeps,
  'db' | 'clock' | 'timeZone' | 'log' | 'sourceSecrets' | 'orderSources'
>;

interface DemoStore {
  kind: DemoStoreKind;
  name: string;
  address: string;
  secrets: SourceSecrets;
  /** Null: paused. */
  refusedWith: SourceErrorCode | null;
  connectedDaysAgo: number;
  checkedHoursAgo: number;
}

/** Paused or refused, so that Lading does not call them. Names that end in `.example` exist nowhere. */
const STORES: readonly DemoStore[] = [
  {
    kind: 'woocommerce',
    name: 'Park & Pine',
    address: 'https://park-and-pine.example',
    secrets: { consumerKey: 'ck_demo', consumerSecret: 'cs_demo' },
    refusedWith: null,
    connectedDaysAgo: 40,
    checkedHoursAgo: 2,
  },
  {
    kind: 'custom_store',
    name: 'Park & Pine Wholesale',
    address: 'https://wholesale.park-and-pine.example/orders',
    secrets: { userName: 'demo', password: 'demo' },
    refusedWith: 'credentials',
    connectedDaysAgo: 26,
    checkedHoursAgo: 26,
  },
];

interface OrderOfStore extends Pick<DemoOrder, 'from'> {
  imported: Record<string, unknown>;
}

/** Connects the stores with their orders. Returns the ids of the orders by their ids in the store. */
export async function addDemoStores(
  deps: DemoStoreDeps,
  client: Actor,
  orders: readonly OrderOfStore[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const store of STORES) {
    const own = orders.flatMap(({ from, imported }) => (from === store.kind ? [imported] : []));
    const saved = await transaction(deps.db, (trx) => addStore(deps, trx, client, store, own));
    for (const { external_id, id } of saved) ids.set(external_id, id);
  }
  return ids;
}

async function addStore(
  deps: DemoStoreDeps,
  trx: Trx,
  client: Actor,
  store: DemoStore,
  orders: readonly Record<string, unknown>[],
) {
  const { userId } = client;
  const id = newId();
  const { kind, name, address } = store;
  const now = deps.clock.now();
  const connectedAt = later(now, -days(store.connectedDaysAgo));
  await insertSource(trx, {
    id,
    user_id: userId,
    kind,
    name,
    address,
    external_id: address,
    currency: 'USD',
    warnings: [],
    secrets: await encryptJson(deps, userId, store.secrets),
    webhook_secret: null,
    settings: DEFAULT_SETTINGS,
    created_at: connectedAt,
  });
  await recordEvent(trx, { ...deps.clock, now: () => connectedAt }, client, {
    type: 'ORDER_SOURCE_CONNECTED',
    status: 'success',
    userId,
    userRole: client.role,
    details: { sourceId: id, kind },
  });
  const shopOrders = orders.map((order) => toShopOrder(ImportedOrderSchema.parse(order), now));
  await saveOrders(deps, trx, { id, userId }, shopOrders);
  await updateSource(trx, id, healthOf(store, now));
  return selectByExternalId(
    trx,
    id,
    shopOrders.map(({ externalId }) => externalId),
  );
}

function healthOf({ refusedWith, checkedHoursAgo }: DemoStore, now: Date) {
  const checkedAt = later(now, -hours(checkedHoursAgo));
  const read = {
    next_read_at: null,
    imported_at: checkedAt,
    changed_until: checkedAt,
    counted_at: checkedAt,
    last_success_at: checkedAt,
  };
  if (refusedWith === null) return { ...read, state: 'paused' as const };
  const error = { code: refusedWith, message: SOURCE_SENTENCES[refusedWith] };
  return {
    ...read,
    state: 'refused' as const,
    last_error: JSON.stringify(error),
    last_error_at: later(checkedAt, hours(1)),
  };
}

/** Two saved views of the inbox. */
export async function addDemoViews(deps: DemoStoreDeps, client: Actor): Promise<void> {
  const { sources } = await listSources(deps, client);
  const store = sources.find(({ kind }) => kind === 'woocommerce');
  await saveView(deps, client, { name: 'Gifts to ship', filters: { view: 'ready', tag: 'gift' } });
  if (store) await saveView(deps, client, { name: store.name, filters: { view: 'ready', source: store.id } });
}
