import { decimalCents } from '../../../platform/decimal-cents.ts';
import { noonOfDay } from '../noon-of-day.ts';
import {
  type PaidState,
  type ShopItem,
  type ShopOrder,
  type ShopOrderState,
  type ShopRecipient,
  SourceUnavailableError,
} from '../port.ts';
import type {
  EbayAmount,
  EbayFulfillment,
  EbayInstruction,
  EbayLineItem,
  EbayOrder,
} from './ebay-answers.ts';

const STATES: Readonly<Record<string, ShopOrderState>> = {
  NOT_STARTED: 'open',
  IN_PROGRESS: 'partly_shipped',
  FULFILLED: 'shipped',
};
const PAID: Readonly<Record<string, PaidState>> = {
  PAID: 'yes',
  PARTIALLY_REFUNDED: 'yes',
  FULLY_REFUNDED: 'yes',
  PENDING: 'no',
  FAILED: 'no',
};
const NOTHING_TO_SHIP: Readonly<Record<string, ShopOrder['nothingToShip']>> = {
  DIGITAL: 'digital',
  PREPARE_FOR_PICKUP: 'pickup',
  FULFILLED_BY_EBAY: 'fulfilled_by_others',
};

/** Statuses that we do not know, and open requests to cancel, wait until a person decides. */
export function stateOf(order: EbayOrder): ShopOrderState {
  const cancelState = order.cancelStatus?.cancelState;
  if (cancelState === 'CANCELED') return 'cancelled';
  const state = STATES[order.orderFulfillmentStatus] ?? 'on_hold';
  if (state === 'shipped') return state;
  if (order.orderPaymentStatus === 'FULLY_REFUNDED') return 'cancelled';
  return cancelState === 'IN_PROGRESS' ? 'on_hold' : state;
}

export const paidOf = ({ orderPaymentStatus }: EbayOrder): PaidState => PAID[orderPaymentStatus] ?? 'unknown';

/** `fulfillments` are those of an order that is partly shipped. */
export function shopOrderOf(order: EbayOrder, fulfillments: readonly EbayFulfillment[]): ShopOrder {
  const [instruction] = order.fulfillmentStartInstructions;
  const state = stateOf(order);
  const shipped = shippedQuantities(fulfillments);
  const items = order.lineItems
    .filter(({ quantity }) => quantity > 0)
    .map((item) => shopItemOf(item, state, shipped.get(item.lineItemId) ?? 0));
  const recipient = instruction ? recipientOf(instruction) : null;
  const nothingToShip = nothingToShipOf(order, instruction);
  const service = instruction?.shippingStep?.shippingServiceCode ?? '';
  return {
    externalId: order.orderId,
    number: order.orderId,
    placedAt: timeOf(order.creationDate, order),
    updatedAt: updatedAt(order),
    paid: paidOf(order),
    state,
    nothingToShip,
    currency: order.pricingSummary?.total?.currency ?? '',
    totalCents: centsOf(order.pricingSummary?.total),
    shippingPaidCents: centsOf(order.pricingSummary?.deliveryCost),
    shippingMethod: { text: service, code: service },
    buyerNote: order.buyerCheckoutNotes,
    merchantNote: '',
    giftMessage: order.lineItems.find(({ giftDetails }) => giftDetails)?.giftDetails?.message ?? '',
    tags: tagsOf(order, instruction),
    recipient,
    // eBay removes names and streets 90 days after the sale.
    recipientWithheld: recipient === null && nothingToShip === null ? 'expired' : null,
    shipBy: earliestShipBy(order),
    deliverBy: optionalTime(instruction?.maxEstimatedDeliveryDate),
    items,
    // Notices about deleted accounts name the buyer.
    reporting: order.buyer?.username ? { buyer: order.buyer.username } : {},
  };
}

export const updatedAt = (order: EbayOrder): Date => timeOf(order.lastModifiedDate, order);

function timeOf(text: string, { orderId }: EbayOrder): Date {
  const time = optionalTime(text);
  if (!time) throw new SourceUnavailableError(`eBay order ${orderId} has no usable date.`);
  return time;
}

function optionalTime(text: string | undefined): Date | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
}

const centsOf = (amount: EbayAmount) => decimalCents(amount?.value ?? '') ?? 0;

function shippedQuantities(fulfillments: readonly EbayFulfillment[]): Map<string, number> {
  const shipped = new Map<string, number>();
  for (const { lineItemId, quantity } of fulfillments.flatMap(({ lineItems }) => lineItems))
    shipped.set(lineItemId, (shipped.get(lineItemId) ?? 0) + (quantity ?? 1));
  return shipped;
}

function shopItemOf(item: EbayLineItem, state: ShopOrderState, shipped: number): ShopItem {
  const isOver =
    state === 'shipped' || state === 'cancelled' || item.lineItemFulfillmentStatus === 'FULFILLED';
  const cost = item.discountedLineItemCost ?? item.lineItemCost;
  return {
    externalId: item.lineItemId,
    sku: item.sku,
    title: item.title,
    variant: item.variationAspects
      .map(({ value }) => value)
      .filter((value) => value !== '')
      .join(', '),
    quantity: item.quantity,
    remaining: isOver ? 0 : Math.max(0, item.quantity - shipped),
    unitPriceCents: Math.round(centsOf(cost) / item.quantity),
    weightGrams: null,
    originCountry: '',
    hsCode: '',
    requiresShipping: !item.giftDetails,
  };
}

function nothingToShipOf(
  { program }: EbayOrder,
  instruction: EbayInstruction | undefined,
): ShopOrder['nothingToShip'] {
  // With a label from eBay, the seller must not use another one.
  const isEbays =
    program?.fulfillmentProgram?.fulfilledBy === 'EBAY' ||
    program?.ebayShipping?.shippingLabelProvidedBy === 'EBAY';
  if (isEbays) return 'fulfilled_by_others';
  return NOTHING_TO_SHIP[instruction?.fulfillmentInstructionsType ?? ''] ?? null;
}

/** With International Shipping, `shipTo` is eBay's hub, and the buyer's address is not for us. */
function recipientOf({ shippingStep }: EbayInstruction): ShopRecipient | null {
  const to = shippingStep?.shipTo;
  const address = to?.contactAddress;
  if (!to || !address || (to.fullName === '' && address.addressLine1 === '')) return null;
  return {
    name: to.fullName,
    company: to.companyName,
    line1: address.addressLine1,
    line2: address.addressLine2,
    // The hub finds the parcel by it.
    line3: shippingStep.shipToReferenceId === '' ? '' : `Reference ${shippingStep.shipToReferenceId}`,
    city: address.city,
    region: address.stateOrProvince,
    postcode: address.postalCode,
    country: address.countryCode,
    phone: to.primaryPhone?.phoneNumber ?? '',
    email: to.email,
  };
}

function tagsOf(order: EbayOrder, instruction: EbayInstruction | undefined): string[] {
  const { orderFulfillmentStatus: status, orderPaymentStatus: payment, cancelStatus } = order;
  return [
    ...(status in STATES ? [] : [`Status: ${status}`]),
    ...(payment in PAID ? [] : [`Payment: ${payment}`]),
    ...(payment === 'PARTIALLY_REFUNDED' ? ['Partially refunded'] : []),
    ...(cancelStatus?.cancelState === 'IN_PROGRESS' ? ['Cancellation requested'] : []),
    ...(instruction?.ebaySupportedFulfillment ? ['eBay International Shipping'] : []),
  ];
}

/**
 * A date to ship by is the last second of a day where the item is. eBay does not name that time zone, but the end of a
 * day anywhere farther east is on the same day in Hawaii.
 */
const WESTERNMOST_ZONE = 'Pacific/Honolulu';

function earliestShipBy({ lineItems }: EbayOrder): Date | null {
  const times = lineItems.flatMap((item) => {
    const time = optionalTime(item.lineItemFulfillmentInstructions?.shipByDate);
    return time && item.lineItemFulfillmentStatus !== 'FULFILLED' ? [time.getTime()] : [];
  });
  return times.length === 0 ? null : noonOfDay(WESTERNMOST_ZONE, new Date(Math.min(...times)));
}
