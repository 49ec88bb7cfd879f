import {
  type ImportedOrder,
  ImportedOrderSchema,
  type ImportedStatus,
  type ImportOrdersAnswer,
  type ImportOrdersBody,
} from '@lading/contract/orders/import-orders.ts';
import type { Actor } from '../../platform/actor.ts';
import { transaction } from '../../platform/db/database.ts';
import type { PaidState, ShopItem, ShopOrder, ShopOrderState } from '../../providers/order-sources/port.ts';
import { selectByExternalId } from './order-list.store.ts';
import type { StoreOrdersDeps } from './orders.deps.ts';
import { ownSource } from './own-sources.store.ts';
import { saveEach } from './save-orders.ts';
import { latestChange } from './time-of-change.ts';
import type { EditDeps } from './update-orders.ts';

/** Saves the orders that a program sends. Each one is answered on its own: an invalid one does not block the others. */
export async function importOrders(
  deps: EditDeps & StoreOrdersDeps,
  { userId }: Pick<Actor, 'userId'>,
  { orders }: ImportOrdersBody,
): Promise<ImportOrdersAnswer> {
  const now = deps.clock.now();
  const read = orders.map((given) => ({ given, parsed: ImportedOrderSchema.safeParse(given) }));
  const valid = read.flatMap(({ parsed }) => (parsed.success ? [toShopOrder(parsed.data, now)] : []));
  const saved = await transaction(deps.db, async (trx) => {
    if (valid.length === 0) return null;
    const source = await ownSource(trx, userId, 'api', now);
    const outcomes = await saveEach(deps, trx, source, valid);
    const stored = await selectByExternalId(trx, source.id, [...outcomes.keys()]);
    return { outcomes, stored: new Map(stored.map((order) => [order.external_id, order])) };
  });
  const results = read.map(({ given, parsed }) => {
    if (!parsed.success)
      return {
        externalId: typeof given.external_id === 'string' ? given.external_id.slice(0, 200) : '',
        result: 'refused',
        id: null,
        status: null,
        errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      };
    const externalId = parsed.data.external_id;
    const order = saved?.stored.get(externalId);
    return {
      externalId,
      result: saved?.outcomes.get(externalId) ?? 'unchanged',
      id: order?.id ?? null,
      status: order?.status ?? null,
      errors: [],
    };
  });
  return { results };
}

const STATES: Record<ImportedStatus, { paid: PaidState; state: ShopOrderState }> = {
  UNKNOWN: { paid: 'unknown', state: 'open' },
  AWAITPAY: { paid: 'no', state: 'open' },
  PAID: { paid: 'yes', state: 'open' },
  REFUNDED: { paid: 'yes', state: 'cancelled' },
  CANCELLED: { paid: 'unknown', state: 'cancelled' },
  PARTIALLY_FULFILLED: { paid: 'yes', state: 'partly_shipped' },
  SHIPPED: { paid: 'yes', state: 'shipped' },
};

const GRAMS = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 } as const;
const cents = (amount: number) => Math.round(amount * 100);

function toItem(item: ImportedOrder['line_items'][number], index: number, isShipped: boolean): ShopItem {
  return {
    externalId: item.external_id || String(index + 1),
    ...(item.external_id === '' && { hasNoId: true }),
    sku: item.sku,
    title: item.title,
    variant: item.variant_title,
    quantity: item.quantity,
    remaining: isShipped ? 0 : item.quantity,
    unitPriceCents: Math.round(cents(item.total_price) / item.quantity),
    weightGrams: item.weight ? item.weight * GRAMS[item.weight_unit] : null,
    originCountry: item.manufacture_country,
    hsCode: item.hs_code,
    requiresShipping: item.requires_shipping,
  };
}

export function toShopOrder(order: ImportedOrder, now: Date): ShopOrder {
  const { to_address: to } = order;
  const { paid, state } = STATES[order.order_status];
  const changed = order.updated_at && order.updated_at <= latestChange(now) ? order.updated_at : null;
  return {
    externalId: order.external_id,
    number: order.order_number || order.external_id,
    placedAt: order.placed_at,
    updatedAt: changed ?? now,
    ...(changed === null && { hasNoTime: true }),
    paid,
    state,
    nothingToShip: null,
    currency: order.currency,
    totalCents: cents(order.total_price),
    shippingPaidCents: cents(order.shipping_cost),
    shippingMethod: { text: order.shipping_method, code: '' },
    buyerNote: order.notes,
    merchantNote: '',
    giftMessage: '',
    tags: order.tags,
    recipient: {
      name: to.name,
      company: to.company,
      line1: to.street1,
      line2: to.street2,
      line3: to.street3,
      city: to.city,
      region: to.state,
      postcode: to.zip,
      country: to.country,
      phone: to.phone,
      email: to.email,
    },
    recipientWithheld: null,
    shipBy: order.ship_by ?? null,
    deliverBy: null,
    items: order.line_items.map((item, index) => toItem(item, index, state === 'shipped')),
    ...(state === 'partly_shipped' && { listsOnlyOpen: true }),
    reporting: {},
  };
}
