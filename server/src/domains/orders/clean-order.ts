import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import { parseCountry } from '@lading/contract/countries.ts';
import { MAX_ORDER_ITEMS, MAX_TAG_LENGTH, MAX_TAGS } from '@lading/contract/orders/orders.ts';
import { visibleOnly } from '@lading/contract/storable-text.ts';
import type { ShopItem, ShopOrder, ShopRecipient } from '../../providers/order-sources/port.ts';

/** Longer than any carrier prints: a line that is too long stays visible as a problem. */
const MAX_LINE = 250;
const MAX_NOTE = 2_000;
export const MAX_ID = 200;
/** Far more than the largest report needs: 500 items with SKU and title. */
const MAX_REPORTING_BYTES = 1024 * 1024;
const MAX_PIECES = 100_000;
const MAX_CENTS = 100_000_000_000;

const line = (text: string) => visibleOnly(text, MAX_LINE);
/** Notes keep their line breaks. Cut first, because a store may send megabytes of them. */
const note = (text: string) =>
  text
    .trim()
    .slice(0, 4 * MAX_NOTE)
    .split(/\r\n|\r|\n/, MAX_NOTE)
    .map((each) => visibleOnly(each, MAX_NOTE))
    .join('\n')
    .trim()
    .slice(0, MAX_NOTE)
    .toWellFormed();
const whole = (value: number, max: number) =>
  Number.isFinite(value) ? Math.min(max, Math.max(0, Math.round(value))) : 0;
const country = (text: string) => parseCountry(text.trim()) ?? '';

function cleanItem(item: ShopItem): ShopItem {
  const quantity = whole(item.quantity, MAX_PIECES);
  return {
    externalId: item.externalId,
    ...(item.hasNoId && { hasNoId: true }),
    sku: visibleOnly(item.sku, 100),
    title: line(item.title),
    variant: line(item.variant),
    quantity,
    remaining: Math.min(quantity, whole(item.remaining, MAX_PIECES)),
    unitPriceCents: whole(item.unitPriceCents, MAX_CENTS),
    weightGrams:
      item.weightGrams !== null && Number.isFinite(item.weightGrams) && item.weightGrams > 0
        ? item.weightGrams
        : null,
    originCountry: country(item.originCountry),
    hsCode: visibleOnly(item.hsCode, 20),
    requiresShipping: item.requiresShipping,
  };
}

/** Parcels name the items by their IDs. Some stores send the product's ID, which can be in several lines. */
function withUniqueIds(items: readonly ShopItem[]): ShopItem[] {
  const taken = new Set(items.map(({ externalId }) => externalId));
  const seen = new Set<string>();
  const lastOf = new Map<string, number>();
  return items.map((item) => {
    if (!seen.has(item.externalId)) {
      seen.add(item.externalId);
      return item;
    }
    const start = item.externalId.slice(0, MAX_ID - 10);
    let nth = (lastOf.get(start) ?? 1) + 1;
    while (taken.has(`${start}#${nth}`)) nth += 1;
    lastOf.set(start, nth);
    return { ...item, externalId: `${start}#${nth}` };
  });
}

const cleanRecipient = (recipient: ShopRecipient): ShopRecipient => ({
  name: line(recipient.name),
  company: line(recipient.company),
  line1: line(recipient.line1),
  line2: line(recipient.line2),
  line3: line(recipient.line3),
  city: line(recipient.city),
  region: line(recipient.region),
  postcode: visibleOnly(recipient.postcode, 40),
  country: country(recipient.country) || (recipient.country.trim() === '' ? DEFAULT_COUNTRY : ''),
  phone: visibleOnly(recipient.phone, 60),
  email: visibleOnly(recipient.email, MAX_LINE),
});

/** Some are empty or the same when they are clean. */
const tagsOf = (tags: readonly string[]) =>
  [...new Set(tags.slice(0, 5 * MAX_TAGS).map((tag) => visibleOnly(tag, MAX_TAG_LENGTH)))]
    .filter((tag) => tag !== '')
    .slice(0, MAX_TAGS);

/**
 * Why an order cannot be stored, or null. IDs are never cut: reports name them, and another order or item might begin in the
 * same way.
 */
export function refusalOf({ externalId, items, reporting }: ShopOrder): string | null {
  if (externalId.length > MAX_ID) return `Its ID has more than ${MAX_ID} characters`;
  if (items.slice(0, MAX_ORDER_ITEMS).some((item) => item.externalId.length > MAX_ID))
    return `An item has an ID of more than ${MAX_ID} characters`;
  return Buffer.byteLength(JSON.stringify(reporting)) > MAX_REPORTING_BYTES
    ? 'Its data for reports is too large'
    : null;
}

/** Stores send any text. What cannot be stored or shown is removed; no order is refused because of it. */
export function cleanOrder(order: ShopOrder): ShopOrder {
  return {
    ...order,
    number: visibleOnly(order.number, 100) || visibleOnly(order.externalId, 100) || '?',
    currency: /^[A-Z]{3}$/.test(order.currency) ? order.currency : 'USD',
    totalCents: whole(order.totalCents, MAX_CENTS),
    shippingPaidCents: whole(order.shippingPaidCents, MAX_CENTS),
    shippingMethod: {
      text: line(order.shippingMethod.text),
      code: line(order.shippingMethod.code),
    },
    buyerNote: note(order.buyerNote),
    merchantNote: note(order.merchantNote),
    giftMessage: note(order.giftMessage),
    tags: tagsOf(order.tags),
    recipient: order.recipient && cleanRecipient(order.recipient),
    items: withUniqueIds(order.items.slice(0, MAX_ORDER_ITEMS).map(cleanItem)),
  };
}
