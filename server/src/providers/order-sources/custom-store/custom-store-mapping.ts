import { MAX_ORDER_ITEMS } from '@lading/contract/orders/orders.ts';
import { decimalCents } from '../../../platform/decimal-cents.ts';
import { noonOfDay } from '../noon-of-day.ts';
import { type ShopItem, type ShopOrder, type ShopRecipient, SourceUnavailableError } from '../port.ts';
import { hasTime, readDate } from './custom-store-dates.ts';
import { meaningOf } from './custom-store-statuses.ts';
import type { XmlElement } from './xml-document.ts';

const GRAMS: Readonly<Record<string, number>> = {
  pounds: 453.592_37,
  pound: 453.592_37,
  lbs: 453.592_37,
  lb: 453.592_37,
  ounces: 28.349_523_125,
  ounce: 28.349_523_125,
  oz: 28.349_523_125,
  grams: 1,
  gram: 1,
  g: 1,
  kilograms: 1000,
  kg: 1000,
};

/** Longer than anything that is stored. */
const MAX_TEXT = 10_000;
/** The limits of SKUs and titles that are kept for reports. */
const MAX_SKU = 100;
const MAX_TITLE = 250;

export const childrenOf = (element: XmlElement | null, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
const childOf = (element: XmlElement | null, name: string) => childrenOf(element, name)[0] ?? null;
const noteIn = (element: XmlElement | null, name: string) =>
  (childOf(element, name)?.text ?? '').slice(0, MAX_TEXT).trim();
const lineIn = (element: XmlElement | null, name: string) => noteIn(element, name).replace(/\s+/g, ' ');

/** Empty if the store does not say. */
export const idOf = (order: XmlElement): string => lineIn(order, 'OrderID') || lineIn(order, 'OrderNumber');

/** Whether the store still has to ship it. */
export function isToShip(order: XmlElement): boolean {
  const { state, paid } = meaningOf(lineIn(order, 'OrderStatus'));
  return (state === 'open' || state === 'partly_shipped') && paid !== 'no';
}

/**
 * Leaves out an order that cannot be read, so that it does not block the others. If none of several can be read, the export
 * itself is at fault.
 */
export function readableOrders(orders: readonly XmlElement[]): ShopOrder[] {
  const failures: SourceUnavailableError[] = [];
  const readable = orders.flatMap((order) => {
    try {
      return [shopOrderOf(order)];
    } catch (error) {
      if (!(error instanceof SourceUnavailableError)) throw error;
      failures.push(error);
      return [];
    }
  });
  if (failures.length > 1 && readable.length === 0) throw failures[0];
  return readable;
}

export function shopOrderOf(order: XmlElement): ShopOrder {
  const number = lineIn(order, 'OrderNumber');
  const externalId = idOf(order);
  if (externalId === '') throw new SourceUnavailableError('The store exports an order without a number.');
  const modified = readDate(lineIn(order, 'LastModified'));
  const ordered = lineIn(order, 'OrderDate');
  const placed = readDate(ordered);
  const placedAt = placed && !hasTime(ordered) ? noonOfDay('UTC', placed) : (placed ?? modified);
  const updatedAt = modified ?? placed;
  if (!placedAt || !updatedAt)
    throw new SourceUnavailableError(`The store exports order ${externalId} without a date.`);
  const status = lineIn(order, 'OrderStatus');
  const { state, paid, isKnown } = meaningOf(status);
  const isOver = state === 'shipped' || state === 'cancelled';
  const items = childrenOf(childOf(order, 'Items'), 'Item')
    .filter((item) => lineIn(item, 'Adjustment').toLowerCase() !== 'true')
    .map((item, index) => shopItemOf(item, index, isOver))
    .filter(({ quantity }) => quantity > 0);
  return {
    externalId,
    number: number || externalId,
    placedAt,
    updatedAt,
    paid,
    state,
    nothingToShip: null,
    currency: lineIn(order, 'CurrencyCode') || 'USD',
    totalCents: centsIn(order, 'OrderTotal'),
    shippingPaidCents: centsIn(order, 'ShippingAmount'),
    shippingMethod: { text: lineIn(order, 'ShippingMethod'), code: lineIn(order, 'ShippingMethod') },
    buyerNote: noteIn(order, 'CustomerNotes'),
    merchantNote: noteIn(order, 'InternalNotes'),
    giftMessage: noteIn(order, 'GiftMessage'),
    tags: isKnown ? [] : [`Status: ${status}`],
    recipient: recipientOf(childOf(order, 'Customer')),
    recipientWithheld: null,
    shipBy: null,
    deliverBy: null,
    items,
    ...(state === 'partly_shipped' && { isShippedPartUnknown: true }),
    // A notice names its items, but stores mark the whole order as shipped.
    reportCountsFor: 'order',
    reporting: {
      // Where to look for the order in the export.
      updatedAt: updatedAt.toISOString(),
      items: items.slice(0, MAX_ORDER_ITEMS).map(({ externalId, hasNoId, sku, title }) => ({
        id: hasNoId ? '' : externalId,
        sku: sku.slice(0, MAX_SKU).toWellFormed(),
        title: title.slice(0, MAX_TITLE).toWellFormed(),
      })),
    },
  };
}

function shopItemOf(item: XmlElement, index: number, isOver: boolean): ShopItem {
  const quantity = Math.ceil(Number(lineIn(item, 'Quantity')) || 0);
  const options = childrenOf(childOf(item, 'Options'), 'Option');
  const id = lineIn(item, 'LineItemID');
  return {
    externalId: id || String(index + 1),
    ...(id === '' && { hasNoId: true }),
    sku: lineIn(item, 'SKU'),
    title: lineIn(item, 'Name'),
    variant: options.map((option) => lineIn(option, 'Value')).join(', '),
    quantity,
    remaining: isOver ? 0 : Math.max(0, quantity),
    unitPriceCents: centsIn(item, 'UnitPrice'),
    weightGrams: weightGrams(item),
    originCountry: '',
    hsCode: '',
    requiresShipping: true,
  };
}

function weightGrams(item: XmlElement): number | null {
  const factor = GRAMS[lineIn(item, 'WeightUnits').toLowerCase()] ?? Number.NaN;
  const grams = Number(lineIn(item, 'Weight') || Number.NaN) * factor;
  return grams > 0 && Number.isFinite(grams) ? grams : null;
}

const centsIn = (element: XmlElement, name: string) => decimalCents(lineIn(element, name)) ?? 0;

function recipientOf(customer: XmlElement | null): ShopRecipient {
  const to = childOf(customer, 'ShipTo');
  const buyer = childOf(customer, 'BillTo');
  return {
    name: lineIn(to, 'Name'),
    company: lineIn(to, 'Company'),
    line1: lineIn(to, 'Address1'),
    line2: lineIn(to, 'Address2'),
    line3: lineIn(to, 'Address3'),
    city: lineIn(to, 'City'),
    region: lineIn(to, 'State'),
    postcode: lineIn(to, 'PostalCode'),
    country: lineIn(to, 'Country').toUpperCase(),
    phone: lineIn(to, 'Phone') || lineIn(buyer, 'Phone'),
    email: lineIn(to, 'Email') || lineIn(buyer, 'Email'),
  };
}
