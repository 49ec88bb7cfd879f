import { decimalCents } from '../../../platform/decimal-cents.ts';
import { noonOfDay } from '../noon-of-day.ts';
import type { ShopItem, ShopOrder, ShopOrderState, ShopRecipient } from '../port.ts';
import type { AmazonItem, AmazonMoney, AmazonOrder, AmazonWindow } from './amazon-answers.ts';
import type { Marketplace } from './amazon-marketplaces.ts';

const STATES: Readonly<Record<string, ShopOrderState>> = {
  PENDING_AVAILABILITY: 'open',
  PENDING: 'open',
  UNSHIPPED: 'open',
  PARTIALLY_SHIPPED: 'partly_shipped',
  SHIPPED: 'shipped',
  CANCELLED: 'cancelled',
  UNFULFILLABLE: 'cancelled',
};

/** The buyer has not paid yet. */
const UNPAID: readonly string[] = ['PENDING_AVAILABILITY', 'PENDING'];
/** For the first import. */
export const WAITING_STATUSES = 'PENDING_AVAILABILITY,PENDING,UNSHIPPED,PARTIALLY_SHIPPED';
/** Paid and waiting for shipment. */
export const OPEN_STATUSES = 'UNSHIPPED,PARTIALLY_SHIPPED';

/** Orders of these programs must be shipped with labels that Amazon sells. */
const AMAZON_LABELS: readonly string[] = ['PRIME', 'AMAZON_EASY_SHIP', 'DELIVERY_BY_AMAZON'];
const PICKUP = 'IN_STORE_PICK_UP';

export function shopOrderOf(
  order: AmazonOrder,
  { currency, timeZone }: Pick<Marketplace, 'currency' | 'timeZone'>,
): ShopOrder {
  const status = order.fulfillment?.fulfillmentStatus ?? '';
  const isToShip = OPEN_STATUSES.split(',').includes(status);
  const isToCancel = isToShip && order.orderItems.some(hasOpenRequest);
  const state = isToCancel ? 'on_hold' : (STATES[status] ?? 'on_hold');
  const isOver = state === 'shipped' || state === 'cancelled';
  const level = order.fulfillment?.fulfillmentServiceLevel ?? '';
  return {
    externalId: order.orderId,
    number: order.orderId,
    placedAt: new Date(order.createdTime),
    updatedAt: new Date(order.lastUpdatedTime),
    paid: UNPAID.includes(status) ? 'no' : 'yes',
    state,
    nothingToShip: nothingToShip(order),
    currency: order.proceeds?.grandTotal?.currencyCode ?? currency,
    totalCents: centsOf(order.proceeds?.grandTotal),
    shippingPaidCents: shippingOf(order),
    shippingMethod: { text: wordsOf(level), code: level },
    buyerNote: order.recipient?.deliveryPreference?.addressInstruction ?? '',
    merchantNote: '',
    giftMessage: giftMessageOf(order),
    tags: [
      ...order.programs,
      ...(status in STATES ? [] : [`Status: ${status || 'unknown'}`]),
      ...(isToCancel ? ['Cancellation requested'] : []),
    ],
    ...recipientOf(order, isToShip),
    shipBy: lastDayOf(order.fulfillment?.shipByWindow, timeZone),
    deliverBy: lastDayOf(order.fulfillment?.deliverByWindow, timeZone),
    items: order.orderItems
      .filter(({ quantityOrdered }) => quantityOrdered > 0)
      .map((item) => shopItemOf(item, isOver)),
    reporting: {},
  };
}

const centsOf = (money: AmazonMoney | null | undefined) => decimalCents(money?.amount ?? '') ?? 0;

/** A window ends with the last second of a day of the marketplace. */
const lastDayOf = (window: AmazonWindow, timeZone: string) =>
  window?.latestDateTime ? noonOfDay(timeZone, new Date(window.latestDateTime)) : null;

/** "NEXT_DAY" is "Next day". */
const wordsOf = (code: string) =>
  code.charAt(0) + code.slice(1).replaceAll('_', ' ').toLocaleLowerCase('en-US');

function nothingToShip({ fulfillment, programs }: AmazonOrder): ShopOrder['nothingToShip'] {
  if (fulfillment?.fulfilledBy === 'AMAZON') return 'fulfilled_by_others';
  if (programs.includes(PICKUP)) return 'pickup';
  return programs.some((program) => AMAZON_LABELS.includes(program)) ? 'fulfilled_by_others' : null;
}

const shippingOf = ({ orderItems }: AmazonOrder) =>
  orderItems
    .flatMap(({ proceeds }) => proceeds?.breakdowns ?? [])
    .filter(({ type }) => type === 'SHIPPING')
    .reduce((sum, { subtotal }) => sum + centsOf(subtotal), 0);

const giftMessageOf = ({ orderItems }: AmazonOrder) =>
  orderItems
    .map(({ fulfillment }) => fulfillment?.packing?.giftOption?.giftMessage ?? '')
    .filter((message, index, all) => message !== '' && all.indexOf(message) === index)
    .join('\n');

/** Amazon leaves the address out for apps without the role, and for orders that do not need one now. */
function recipientOf(
  { recipient, buyer }: AmazonOrder,
  isToShip: boolean,
): Pick<ShopOrder, 'recipient' | 'recipientWithheld'> {
  const address = recipient?.deliveryAddress;
  if (!address || `${address.name}${address.addressLine1}` === '')
    return { recipient: null, recipientWithheld: isToShip ? 'permission' : null };
  const to: ShopRecipient = {
    name: address.name,
    company: address.companyName,
    line1: address.addressLine1,
    line2: address.addressLine2,
    line3: address.addressLine3,
    city: address.city,
    region: address.stateOrRegion,
    postcode: address.postalCode,
    country: address.countryCode,
    phone: address.phone,
    email: buyer?.buyerEmail ?? '',
  };
  return { recipient: to, recipientWithheld: null };
}

function remainingOf({ quantityOrdered, fulfillment }: AmazonItem): number {
  const left = fulfillment?.quantityUnfulfilled ?? quantityOrdered - (fulfillment?.quantityFulfilled ?? 0);
  return Math.min(quantityOrdered, Math.max(0, left));
}

/** The buyer asks to cancel what is not shipped yet, and the seller has not decided. */
const hasOpenRequest = (item: AmazonItem) =>
  Boolean(item.cancellation?.cancellationRequest) &&
  !item.cancellation?.cancellationExecution &&
  remainingOf(item) > 0;

function shopItemOf(item: AmazonItem, isOver: boolean): ShopItem {
  const { orderItemId, quantityOrdered, product } = item;
  return {
    externalId: orderItemId,
    sku: product.sellerSku || product.asin,
    title: product.title,
    variant: '',
    quantity: quantityOrdered,
    remaining: isOver ? 0 : remainingOf(item),
    unitPriceCents: centsOf(product.price?.unitPrice),
    weightGrams: null,
    originCountry: '',
    hsCode: '',
    requiresShipping: true,
  };
}
