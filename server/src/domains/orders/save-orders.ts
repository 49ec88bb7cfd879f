import { createHash } from 'node:crypto';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import type { ShopOrder } from '../../providers/order-sources/port.ts';
import { cleanOrder, refusalOf } from './clean-order.ts';
import { withNeeded } from './count-pieces.ts';
import { identifyItems } from './identify-items.ts';
import { groupsOf, isOneGroup } from './order-groups.ts';
import { SHIPPING_PARCEL_STATES } from './order-parcels.states.ts';
import { recipientKey, recipientOf } from './order-recipient.ts';
import type { StoreOrdersDeps } from './orders.deps.ts';
import { effectiveRecipient, refreshOrders } from './refresh-orders.ts';
import { finishWithdrawals } from './reports-of-parcels.store.ts';
import {
  lockAndCountByExternalId,
  lockByExternalId,
  type OrderPieces,
  type ShopData,
  type StoredOrder,
  selectPieces,
  upsertShopData,
} from './saved-orders.store.ts';
import { latestChange } from './time-of-change.ts';

export interface SavedOrders {
  added: number;
  changed: number;
  unchanged: number;
}

type SaveOutcome = keyof SavedOrders;
type Source = { id: string; userId: string };

/**
 * Saves orders as the store has them now. An older state than the stored one changes nothing, and nothing that a person set is
 * overwritten.
 */
export async function saveOrders(
  deps: StoreOrdersDeps,
  trx: Trx,
  source: Source,
  orders: readonly ShopOrder[],
): Promise<SavedOrders> {
  const outcomes = [...(await saveEach(deps, trx, source, orders)).values()];
  const count = (wanted: SaveOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const [added, changed] = [count('added'), count('changed')];
  return { added, changed, unchanged: orders.length - added - changed };
}

/** The same with the outcome of each order, by its ID in the store. */
export async function saveEach(
  deps: StoreOrdersDeps,
  trx: Trx,
  source: Source,
  orders: readonly ShopOrder[],
): Promise<Map<string, SaveOutcome>> {
  const clean = await mapInSlices(acceptable(deps, source, orders), cleanOrder);
  const outcomes = new Map<string, SaveOutcome>();
  for (const group of await lockedGroups(trx, source, latestOf(clean)))
    for (const [id, outcome] of await saveGroup(deps, trx, source, group)) outcomes.set(id, outcome);
  return outcomes;
}

/** Leaves out orders that cannot be stored. The daily comparison reports those that the store still has to ship. */
function acceptable(
  { log }: StoreOrdersDeps,
  { id: sourceId }: Source,
  orders: readonly ShopOrder[],
): ShopOrder[] {
  const refused: { externalId: string; reason: string }[] = [];
  const accepted = orders.filter((order) => {
    const reason = refusalOf(order);
    if (reason !== null) refused.push({ externalId: order.externalId.slice(0, 100), reason });
    return reason === null;
  });
  // One line, because a page may have thousands of them.
  if (refused[0])
    log.warn(
      { event: 'orders.order_refused', sourceId, ...refused[0], count: refused.length },
      'Orders of a store cannot be stored',
    );
  return accepted;
}

/** Groups that fit into memory together with what is stored of them. All are locked at once, as everywhere. */
async function lockedGroups(
  trx: Trx,
  source: Source,
  latest: ReadonlyMap<string, ShopOrder>,
): Promise<(readonly ShopOrder[])[]> {
  const orders = [...latest.values()];
  if (orders.length === 0) return [];
  if (isOneGroup(orders)) return [orders];
  const known = await lockAndCountByExternalId(trx, source.id, [...latest.keys()]);
  const stored = new Map(known.map(({ external_id, items }) => [external_id, items]));
  const sized = orders.map((order) => ({
    order,
    items: Math.max(order.items.length, stored.get(order.externalId) ?? 0),
  }));
  return groupsOf(sized).map((group) => group.map(({ order }) => order));
}

async function saveGroup(
  deps: StoreOrdersDeps,
  trx: Trx,
  source: Source,
  orders: readonly ShopOrder[],
): Promise<Map<string, SaveOutcome>> {
  const now = deps.clock.now();
  const externalIds = orders.map(({ externalId }) => externalId);
  const known = await lockByExternalId(trx, source.id, externalIds);
  const stored = new Map(known.map((order) => [order.external_id, order]));
  const pieces = Map.groupBy(
    await selectPieces(
      trx,
      known.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  const rows = orders.flatMap((order) => {
    const before = stored.get(order.externalId) ?? null;
    const shopDigest = digestOf(order);
    const changedAt = timeOfChange(order, before, now);
    if (changedAt === null || before?.shop_digest.equals(shopDigest)) return [];
    const data = toShopData(order, shopDigest, before, before ? (pieces.get(before.id) ?? []) : []);
    return [{ ...data, changed_at: changedAt.toISOString() }];
  });
  const savedIds =
    rows.length === 0 ? [] : await upsertShopData(trx, source, rows, { now, latest: latestChange(now) });
  const saved = new Set(savedIds);
  const reopened = rows.filter(
    ({ id, shop_state }) =>
      saved.has(id) && shop_state !== 'shipped' && pieces.get(id)?.some(isRemovedButShipped),
  );
  if (reopened.length > 0)
    await finishWithdrawals(
      trx,
      reopened.map(({ id }) => id),
      now,
    );
  await refreshOrders(deps, trx, source.userId, savedIds);
  const outcomes = new Map<string, SaveOutcome>(externalIds.map((id) => [id, 'unchanged']));
  for (const { id, external_id } of rows) {
    // Another process may have added the order first, under another ID.
    if (stored.has(external_id) || !saved.has(id)) outcomes.set(external_id, 'changed');
    else outcomes.set(external_id, 'added');
  }
  return outcomes;
}

/** The store removed the number, but still showed the order as shipped. */
const isRemovedButShipped = ({ report, reference }: OrderPieces) =>
  report === 'not_withdrawn' && reference === null;

/** A page may have an order twice. */
function latestOf(orders: readonly ShopOrder[]): Map<string, ShopOrder> {
  const latest = new Map<string, ShopOrder>();
  for (const order of orders) {
    const earlier = latest.get(order.externalId);
    if (!earlier || earlier.updatedAt <= order.updatedAt) latest.set(order.externalId, order);
  }
  return latest;
}

/** When the order changed, or null if a newer state is stored. */
function timeOfChange(order: ShopOrder, before: StoredOrder | null, now: Date): Date | null {
  // Earlier versions stored times of any year.
  if (!before || before.changed_at <= order.updatedAt || before.changed_at > latestChange(now))
    return order.updatedAt;
  return order.hasNoTime ? before.changed_at : null;
}

/** Excludes the time of the change, so that a new timestamp alone is not a change. */
const digestOf = ({ updatedAt: _time, hasNoTime: _none, ...content }: ShopOrder): Buffer =>
  createHash('sha256').update(JSON.stringify(content)).digest();

function toShopData(
  order: ShopOrder,
  digest: Buffer,
  before: StoredOrder | null,
  parcels: readonly OrderPieces[],
): Omit<ShopData, 'changed_at'> {
  const known = before?.items ?? [];
  return {
    id: before?.id ?? newId(),
    external_id: order.externalId,
    number: order.number,
    placed_at: order.placedAt.toISOString(),
    shop_digest: digest.toString('hex'),
    shop_state: order.state,
    nothing_to_ship: order.nothingToShip,
    paid: order.paid,
    currency: order.currency,
    total_cents: order.totalCents,
    shipping_paid_cents: order.shippingPaidCents,
    shipping_method: order.shippingMethod,
    notes: { buyer: order.buyerNote, merchant: order.merchantNote, gift: order.giftMessage },
    shop_tags: order.tags,
    shop_recipient: order.recipient,
    recipient_withheld: order.recipientWithheld,
    recipient_changed: before !== null && isRecipientChanged(order, before, parcels),
    ship_by: order.shipBy?.toISOString() ?? null,
    deliver_by: order.deliverBy?.toISOString() ?? null,
    items: withNeeded(identifyItems(order.items, known), known, parcels, order),
    is_shipped_part_unknown: order.isShippedPartUnknown ?? false,
    report_counts_for: order.reportCountsFor ?? 'parcel',
    reporting: order.reporting,
  };
}

/** Only while a parcel is on its way to the earlier address. */
function isRecipientChanged(order: ShopOrder, before: StoredOrder, parcels: readonly OrderPieces[]): boolean {
  if (!parcels.some(({ state }) => isOneOf(SHIPPING_PARCEL_STATES, state))) return false;
  if (before.recipient_changed) return true;
  if (before.recipient || !order.recipient) return false;
  const key = recipientKey(recipientOf(order.recipient));
  const earlier = recipientKey(effectiveRecipient(before));
  return key !== null && earlier !== null && !key.equals(earlier);
}
