import type { PaidState, ShopItem, ShopOrder, ShopOrderState } from '../port.ts';
import { centsOf, gramsOf } from './shopify-amounts.ts';
import type { ShopifyFulfillmentOrder, ShopifyLine, ShopifyOrder } from './shopify-answers.ts';
import { numberOf } from './shopify-ids.ts';
import { type Parts, partsOf } from './shopify-parts.ts';
import { isWithheld, recipientOf } from './shopify-recipient.ts';
import { textOf } from './shopify-text.ts';

/** One canonical order from an order and its fulfillment orders. */
export function shopOrderOf(order: ShopifyOrder): ShopOrder {
  const parts = partsOf(order.fulfillmentOrders);
  const nothingToShip = nothingToShipOf(order, parts);
  const withheld = nothingToShip === null && isWithheld(order, parts.ours);
  const method = parts.ours[0]?.deliveryMethod;
  return {
    externalId: numberOf(order.id),
    number: textOf(order.name),
    placedAt: order.createdAt,
    updatedAt: order.updatedAt,
    paid: paidOf(order),
    state: stateOf(order, parts),
    nothingToShip,
    currency: order.currencyCode,
    totalCents: centsOf(order.totalPriceSet.shopMoney.amount),
    shippingPaidCents: centsOf(order.totalShippingPriceSet.shopMoney.amount),
    shippingMethod: {
      text: textOf(order.shippingLine?.title ?? method?.presentedName),
      code: textOf(order.shippingLine?.code ?? method?.serviceCode),
    },
    // Shopify has one note for buyer and merchant. Checkouts write the buyer's words into it.
    buyerNote: textOf(order.note),
    merchantNote: '',
    giftMessage: giftMessageOf(order),
    tags: order.tags.map(textOf).filter((tag) => tag !== ''),
    recipient: withheld ? null : recipientOf(order, parts.ours),
    recipientWithheld: withheld ? 'plan' : null,
    shipBy: earliest(parts.ready.map(({ fulfillBy }) => fulfillBy)),
    deliverBy: earliest(parts.ready.map(({ deliveryMethod }) => deliveryMethod?.maxDeliveryDateTime)),
    items: itemsOf(order, parts),
    // A report reads the fulfillment orders again, because merchants move, split and merge them.
    reporting: {},
  };
}

const PAID: Readonly<Record<string, PaidState>> = {
  PAID: 'yes',
  PARTIALLY_REFUNDED: 'yes',
  PARTIALLY_PAID: 'partly',
  // Shops that charge the card when they ship would otherwise wait for the payment forever.
  AUTHORIZED: 'unknown',
  PENDING: 'no',
  EXPIRED: 'no',
  VOIDED: 'no',
  REFUNDED: 'no',
};

const paidOf = ({ displayFinancialStatus, fullyPaid }: ShopifyOrder): PaidState =>
  PAID[displayFinancialStatus ?? ''] ?? (fullyPaid ? 'yes' : 'unknown');

function stateOf(order: ShopifyOrder, { ours, ready, held, others }: Parts): ShopOrderState {
  if (order.cancelledAt || order.displayFulfillmentStatus === 'RESTOCKED') return 'cancelled';
  if (ours.length === 0)
    return order.displayFulfillmentStatus === 'FULFILLED' ? 'shipped' : stateWithoutParts(order, others);
  if (ready.length === 0) return held.length > 0 ? 'on_hold' : 'shipped';
  return sum(ours.flatMap(({ lines }) => lines.map(shippedOf))) > 0 || ours.some(isClosed)
    ? 'partly_shipped'
    : 'open';
}

/** All items of an order whose fulfillment orders are all canceled have been removed. */
const stateWithoutParts = (order: ShopifyOrder, others: readonly unknown[]): ShopOrderState =>
  others.length === 0 && order.fulfillmentOrders.length > 0 ? 'cancelled' : 'open';

const isClosed = ({ status, lines }: ShopifyFulfillmentOrder) =>
  status === 'CLOSED' && lines.some(({ totalQuantity }) => totalQuantity > 0);
const shippedOf = ({ totalQuantity, remainingQuantity }: ShopifyLine) => totalQuantity - remainingQuantity;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function nothingToShipOf(order: ShopifyOrder, { ours, others }: Parts): ShopOrder['nothingToShip'] {
  if (order.test) return 'test_order';
  if (ours.length > 0) return null;
  if (!order.requiresShipping || order.displayFulfillmentStatus === 'FULFILLMENT_NOT_REQUIRED')
    return 'digital';
  // Shopify does not show us the fulfillment orders of other companies' warehouses.
  return (
    (['pickup', 'fulfilled_by_others', 'digital'] as const).find((kind) => others.includes(kind)) ??
    'fulfilled_by_others'
  );
}

/**
 * One item per line of the order. Its quantity may be spread over several fulfillment orders. While some of them are ready,
 * pieces on hold do not count: if their quantity grows when the hold ends, they are not mistaken for pieces we have shipped.
 */
function itemsOf(order: ShopifyOrder, { ours, ready, held }: Parts): ShopItem[] {
  const remaining = quantities(ready.length > 0 ? ready : held, ({ remainingQuantity }) => remainingQuantity);
  const waiting = quantities(ready.length > 0 ? held : [], ({ remainingQuantity }) => remainingQuantity);
  const shown = ours.length > 0 ? ours : order.fulfillmentOrders;
  const total = quantities(shown, ({ totalQuantity }) => totalQuantity);
  const lines = new Map(
    shown
      .flatMap((part) => part.lines)
      .toReversed()
      .map((line) => [line.lineItem.id, line]),
  );
  return [...total].flatMap(([id, ordered]) => {
    const line = lines.get(id);
    // A line that is on hold as a whole stays visible, with nothing left to ship now.
    const quantity = ordered - (waiting.get(id) ?? 0) || ordered;
    return line ? [itemOf(line, { quantity, remaining: remaining.get(id) ?? 0 })] : [];
  });
}

function quantities(
  parts: readonly ShopifyFulfillmentOrder[],
  quantityOf: (line: ShopifyLine) => number,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of parts.flatMap(({ lines }) => lines)) {
    const { id } = line.lineItem;
    found.set(id, (found.get(id) ?? 0) + quantityOf(line));
  }
  return found;
}

const NO_VARIANT = 'Default Title';

function itemOf(line: ShopifyLine, counts: Pick<ShopItem, 'quantity' | 'remaining'>): ShopItem {
  const goods = line.variant?.inventoryItem;
  const variant = textOf(line.variantTitle);
  return {
    externalId: numberOf(line.lineItem.id),
    sku: textOf(line.sku),
    title: textOf(line.productTitle),
    variant: variant === NO_VARIANT ? '' : variant,
    ...counts,
    unitPriceCents: centsOf(line.lineItem.discountedUnitPriceAfterAllDiscountsSet.shopMoney.amount),
    weightGrams: gramsOf(line.weight) ?? gramsOf(goods?.measurement?.weight),
    originCountry: textOf(goods?.countryCodeOfOrigin),
    hsCode: textOf(goods?.harmonizedSystemCode),
    requiresShipping: line.requiresShipping,
  };
}

const giftMessageOf = ({ customAttributes }: ShopifyOrder): string =>
  textOf(customAttributes.find(({ key }) => /^gift[\s_-]*(message|note)$/i.test(key.trim()))?.value);

function earliest(moments: readonly (Date | null | undefined)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
