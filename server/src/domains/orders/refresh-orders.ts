import { dateIn } from '@lading/contract/calendar-date.ts';
import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import { findProductsBySku } from '../products/find-products-by-sku.ts';
import { checkOrder } from './check-order.ts';
import { openItems } from './count-pieces.ts';
import { deriveStatus } from './derive-status.ts';
import { orderCells } from './order-cells.ts';
import { LIVE_PARCEL_STATES, SHIPPING_PARCEL_STATES } from './order-parcels.states.ts';
import { recipientKey, recipientOf, withContact } from './order-recipient.ts';
import { SENDER_TO_COME, type Sender, senderOf } from './order-sender.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { itemsKey, type Pieces, type Products, prepareOrder } from './prepare-order.ts';
import {
  type DerivedData,
  lockOrders,
  type OrderPieces,
  type StoredOrder,
  selectLastParcels,
  selectPieces,
  selectSenderProfile,
  updateDerived,
} from './saved-orders.store.ts';

const NO_RECIPIENT: OrderRecipient = {
  fullName: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
};

/** The client's correction, or else the shop's address. Null if the shop withholds it. */
export const effectiveRecipient = ({
  recipient,
  shop_recipient,
}: Pick<StoredOrder, 'recipient' | 'shop_recipient'>): OrderRecipient | null =>
  recipient ?? (shop_recipient && recipientOf(shop_recipient));

/** The recipient of a row: with the sender's contact where the order has none. */
export const shippedRecipient = (order: StoredOrder, sender: Sender): OrderRecipient =>
  withContact(effectiveRecipient(order) ?? NO_RECIPIENT, sender, order.recipient !== null);

/**
 * Derives weight and size, problems and status again, after a change of the order, its parcels or its reports. Call it in the
 * transaction of the change. The ids are all of one client.
 */
export async function refreshOrders(
  deps: SaveOrdersDeps,
  trx: Trx,
  userId: string,
  orderIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < orderIds.length; from += GROUP_SIZE)
    await refreshGroup(deps, trx, userId, orderIds.slice(from, from + GROUP_SIZE));
}

/** Bounds the statements and the memory of a large selection. */
const GROUP_SIZE = 500;

async function refreshGroup(
  deps: SaveOrdersDeps,
  trx: Trx,
  userId: string,
  orderIds: readonly string[],
): Promise<void> {
  const orders = await lockOrders(trx, userId, orderIds);
  const pieces = Map.groupBy(
    await selectPieces(
      trx,
      orders.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  const open = new Map(orders.map(({ id, items }) => [id, openItems(items, pieces.get(id) ?? [])]));
  const products = await findProductsBySku(trx, userId, skusOf([...open.values()].flat()));
  const keys = new Map([...open].map(([id, items]) => [id, itemsKey(items)?.toString('hex') ?? null]));
  const lastParcels = await selectLastParcels(trx, userId, [
    ...new Set([...keys.values()].filter((key) => key !== null)),
  ]);
  const sender = senderOf(await selectSenderProfile(trx, userId)) ?? SENDER_TO_COME;
  const today = dateIn(deps.timeZone, deps.clock.now());
  const derived = orders.map((order) =>
    derive(order, {
      parcels: pieces.get(order.id) ?? [],
      open: open.get(order.id) ?? [],
      last: lastParcels.get(keys.get(order.id) ?? '') ?? null,
      sender,
      products,
      today,
    }),
  );
  await updateDerived(trx, derived, deps.clock.now());
}

export const skusOf = (pieces: readonly Pieces[]): string[] => [
  ...new Set(pieces.map(({ item }) => item.sku).filter((sku) => sku !== '')),
];

interface OrderContext {
  parcels: readonly OrderPieces[];
  open: readonly Pieces[];
  last: StoredOrder['preparation'] | null;
  sender: Sender;
  products: Products;
  today: string;
}

function derive(order: StoredOrder, around: OrderContext): DerivedData {
  const { parcels, open, sender, products, today } = around;
  const recipient = effectiveRecipient(order);
  // A parcel that is on its way keeps what it was prepared with.
  const prepared =
    open.length === 0
      ? { preparation: order.preparation, withoutWeight: [] }
      : prepareOrder(order.preparation, open, products, around.last);
  const cells = orderCells(
    {
      orderRef: order.number,
      recipient: shippedRecipient(order, sender),
      preparation: prepared.preparation,
      pieces: open,
      currency: order.currency,
      shippingDate: today,
    },
    sender,
    products,
  );
  const found = open.length === 0 ? [] : checkOrder(cells, prepared, { today, products });
  const isShipping = parcels.some(({ state }) => isOneOf(SHIPPING_PARCEL_STATES, state));
  const recipientChanged = order.recipient_changed && isShipping;
  const { seen_changes_until: seen } = order;
  return {
    id: order.id,
    ...deriveStatus({
      shopState: order.shop_state,
      paid: order.paid,
      nothingToShip: order.nothing_to_ship,
      withheld: recipient ? null : (order.recipient_withheld ?? 'permission'),
      isOnHold: order.hold_reason !== null,
      items: order.items,
      parcels,
      found,
      labelError: labelErrorOf(parcels),
      reportRefused: parcels.find(({ report }) => report === 'refused')?.message ?? null,
      recipientChanged,
      hasSeenChange: seen !== null && seen >= order.changed_at,
    }),
    preparation: prepared.preparation,
    country: recipient?.country ?? '',
    recipient_key: recipientKey(recipient)?.toString('hex') ?? null,
    recipient_changed: recipientChanged,
    search_text: searchTextOf(order, recipient, parcels),
  };
}

/** The newest parcel decides: a new try replaces an earlier failure. */
function labelErrorOf(parcels: readonly OrderPieces[]): string | null {
  const newest = parcels.reduce<OrderPieces | null>(
    (found, each) => (found && found.parcel_updated_at > each.parcel_updated_at ? found : each),
    null,
  );
  return newest && !isOneOf(LIVE_PARCEL_STATES, newest.state) ? newest.error : null;
}

const MAX_SEARCH_TEXT = 4_000;

function searchTextOf(
  order: StoredOrder,
  recipient: OrderRecipient | null,
  parcels: readonly OrderPieces[],
): string {
  const words = new Set([
    order.number,
    recipient?.fullName ?? '',
    recipient?.company ?? '',
    recipient?.email ?? '',
    recipient?.city ?? '',
    ...parcels.map(({ tracking_number }) => tracking_number ?? ''),
    ...order.items.map(({ sku }) => sku),
  ]);
  return [...words].filter(Boolean).join(' ').toLowerCase().slice(0, MAX_SEARCH_TEXT).toWellFormed();
}
