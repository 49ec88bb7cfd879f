import { decimalCents } from '../../../platform/decimal-cents.ts';
import { type ShopItem, type ShopOrder, type ShopRecipient, SourceUnavailableError } from '../port.ts';
import {
  FulfilledItemsSchema,
  type WooAddress,
  type WooFulfillment,
  type WooLineItem,
  type WooOrder,
  type WooRefund,
} from './woocommerce-answers.ts';
import { paidStateOf, stateOf, tagsOf } from './woocommerce-statuses.ts';

/** What an order does not contain itself. */
export interface OrderContext {
  /** Null if the store does not know the weight. */
  productOf(item: WooLineItem): { weightGrams: number | null; requiresShipping: boolean };
  refunds: readonly WooRefund[];
  fulfillments: readonly WooFulfillment[];
}

const PICKUP_METHODS: readonly string[] = ['local_pickup', 'pickup_location'];

export function shopOrderOf(order: WooOrder, context: OrderContext): ShopOrder {
  const gone = goneQuantities(order, context);
  const statusState = stateOf(order.status);
  const isOver = statusState === 'shipped' || statusState === 'cancelled';
  const isFulfilled = context.fulfillments.some(isInForce);
  const items = order.line_items
    .filter(({ quantity }) => quantity > 0)
    .map((item) => shopItemOf(item, isOver ? item.quantity : (gone.get(item.id) ?? 0), context));
  const state = isOver ? statusState : (fulfilledState(items, context) ?? statusState);
  return {
    externalId: String(order.id),
    number: order.number || String(order.id),
    placedAt: timeOf(order.date_created_gmt) ?? updatedAt(order),
    updatedAt: updatedAt(order),
    paid: paidStateOf(order),
    state,
    nothingToShip: nothingToShip(order, items),
    currency: order.currency,
    totalCents: centsOf(order.total),
    shippingPaidCents: centsOf(order.shipping_total),
    shippingMethod: {
      text: order.shipping_lines.map(({ method_title }) => method_title).join(', '),
      code: order.shipping_lines[0]?.method_id ?? '',
    },
    buyerNote: order.customer_note,
    merchantNote: '',
    giftMessage: '',
    tags: tagsOf(order.status),
    recipient: recipientOf(order),
    recipientWithheld: null,
    shipBy: null,
    deliverBy: null,
    items,
    // The status of a plug-in names no items.
    ...(state === 'partly_shipped' && !isFulfilled && { isShippedPartUnknown: true }),
    // Tracking plug-ins and notes name no items, so only refunds are subtracted.
    ...(!isOver && !isFulfilled && { reportCountsFor: 'nothing' }),
    reporting: {},
  };
}

export const hasDate = (order: WooOrder): boolean => lastTimeOf(order) !== null;

export function updatedAt(order: WooOrder): Date {
  const time = lastTimeOf(order);
  if (!time) throw new SourceUnavailableError(`WooCommerce order ${order.id} has no usable date.`);
  return time;
}

const lastTimeOf = ({ date_modified_gmt, date_created_gmt }: WooOrder): Date | null =>
  timeOf(date_modified_gmt) ?? timeOf(date_created_gmt);

/** WooCommerce writes UTC without a zone. */
function timeOf(gmt: string | null | undefined): Date | null {
  const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(gmt ?? '') ? (gmt ?? '') : `${gmt}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

const centsOf = (amount: string) => decimalCents(amount) ?? 0;

function shopItemOf(item: WooLineItem, gone: number, { productOf }: OrderContext): ShopItem {
  const quantity = Math.ceil(item.quantity);
  const { weightGrams, requiresShipping } = productOf(item);
  return {
    externalId: String(item.id),
    sku: item.sku,
    title: item.parent_name || item.name,
    variant: variantOf(item),
    quantity,
    remaining: Math.max(0, Math.ceil(item.quantity - gone)),
    unitPriceCents: Math.round(centsOf(item.total) / item.quantity),
    weightGrams,
    originCountry: '',
    hsCode: '',
    requiresShipping,
  };
}

/** "Mug – Blue" of the product "Mug" is "Blue". */
function variantOf({ name, parent_name }: WooLineItem): string {
  if (parent_name === '' || !name.startsWith(parent_name)) return '';
  return name.slice(parent_name.length).replace(/^[\s–—:,-]+/, '');
}

/** By line item: refunded, or in a fulfillment that was made elsewhere or by us. */
function goneQuantities(order: WooOrder, { refunds, fulfillments }: OrderContext): Map<number, number> {
  const gone = new Map<number, number>();
  const add = (itemId: number, count: number) => gone.set(itemId, (gone.get(itemId) ?? 0) + count);
  const refundedItemId = refundedItems(order);
  for (const refunded of refunds.flatMap(({ line_items }) => line_items)) {
    const itemId = refundedItemId(refunded);
    // WooCommerce writes refunded quantities as negative numbers.
    if (itemId !== null) add(itemId, Math.abs(refunded.quantity));
  }
  for (const fulfillment of fulfillments.filter(isInForce))
    for (const { item_id, qty } of itemsOf(fulfillment)) add(item_id, qty);
  return gone;
}

const productKey = ({ product_id, variation_id }: WooLineItem) => `${product_id}/${variation_id}`;

/** The refund names the line item; older versions name only the product. Indexed, because a store can send thousands of both. */
function refundedItems({ line_items }: WooOrder): (refunded: WooLineItem) => number | null {
  const ids = new Set(line_items.map(({ id }) => id));
  // Reversed, so that a product with several lines keeps its first one.
  const idOf = new Map(line_items.toReversed().map((item) => [productKey(item), item.id]));
  return (refunded) => {
    const named = Number(refunded.meta_data.find(({ key }) => key === '_refunded_item_id')?.value);
    return ids.has(named) ? named : (idOf.get(productKey(refunded)) ?? null);
  };
}

export const isInForce = ({ is_fulfilled, date_deleted }: WooFulfillment) =>
  is_fulfilled === true && !date_deleted;

function itemsOf({ meta_data }: WooFulfillment): { item_id: number; qty: number }[] {
  const items = FulfilledItemsSchema.safeParse(meta_data.find(({ key }) => key === '_items')?.value);
  return items.success ? items.data : [];
}

function fulfilledState(
  items: ShopItem[],
  { fulfillments }: OrderContext,
): 'shipped' | 'partly_shipped' | null {
  if (!fulfillments.some(isInForce)) return null;
  return items.some(({ remaining, requiresShipping }) => remaining > 0 && requiresShipping)
    ? 'partly_shipped'
    : 'shipped';
}

function nothingToShip({ shipping_lines }: WooOrder, items: ShopItem[]): ShopOrder['nothingToShip'] {
  if (
    shipping_lines.length > 0 &&
    shipping_lines.every(({ method_id }) => PICKUP_METHODS.includes(method_id))
  )
    return 'pickup';
  return items.length > 0 && items.every(({ requiresShipping }) => !requiresShipping) ? 'digital' : null;
}

function recipientOf({ shipping, billing }: WooOrder): ShopRecipient {
  const to = isEmpty(shipping) ? billing : shipping;
  return {
    name: `${to.first_name} ${to.last_name}`.trim(),
    company: to.company,
    line1: to.address_1,
    line2: to.address_2,
    line3: '',
    city: to.city,
    region: to.state,
    postcode: to.postcode,
    country: to.country,
    phone: to.phone || billing.phone,
    email: billing.email,
  };
}

/** WooCommerce fills in the country of the store even where the buyer entered no other address. */
const isEmpty = ({ address_1, address_2, city, postcode }: WooAddress) =>
  `${address_1}${address_2}${city}${postcode}` === '';
