import { type ShopItem, type ShopOrder, type ShopOrderState, SourceUnavailableError } from '../port.ts';
import type { EtsyMoney, EtsyReceipt, EtsyTransaction } from './etsy-answers.ts';

const KNOWN: readonly string[] = [
  'canceled',
  'fully refunded',
  'paid',
  'completed',
  'open',
  'payment processing',
  'partially refunded',
];

/** Etsy marks an order as shipped with its first tracking number, and does not say which items are in a parcel. */
export function stateOf({ status, is_shipped }: EtsyReceipt): ShopOrderState {
  if (status === 'canceled') return 'cancelled';
  if (is_shipped || status === 'completed') return 'shipped';
  if (status === 'fully refunded') return 'cancelled';
  // A status that we do not know waits until a person decides.
  return KNOWN.includes(status) ? 'open' : 'on_hold';
}

export function shopOrderOf(receipt: EtsyReceipt): ShopOrder {
  const state = stateOf(receipt);
  const isOver = state === 'shipped' || state === 'cancelled';
  const items = receipt.transactions
    .filter(({ quantity }) => quantity > 0)
    .map((transaction) => shopItemOf(transaction, isOver));
  const isDigital = items.length > 0 && items.every(({ requiresShipping }) => !requiresShipping);
  const isWithheld = !isDigital && receipt.first_line === '' && receipt.zip === '';
  return {
    externalId: String(receipt.receipt_id),
    number: String(receipt.receipt_id),
    placedAt: createdAt(receipt),
    updatedAt: updatedAt(receipt),
    paid: receipt.is_paid ? 'yes' : 'no',
    state,
    nothingToShip: isDigital ? 'digital' : null,
    currency: receipt.grandtotal?.currency_code ?? '',
    totalCents: centsOf(receipt.grandtotal),
    shippingPaidCents: centsOf(receipt.total_shipping_cost),
    shippingMethod: methodOf(receipt),
    buyerNote: receipt.message_from_buyer,
    merchantNote: '',
    giftMessage: receipt.gift_message,
    tags: tagsOf(receipt),
    recipient: isWithheld ? null : recipientOf(receipt),
    recipientWithheld: isWithheld ? 'region' : null,
    shipBy: earliest(receipt.transactions),
    deliverBy: null,
    items,
    reportCountsFor: 'order',
    reporting: {},
  };
}

export const updatedAt = (receipt: EtsyReceipt): Date =>
  timeOf(receipt.update_timestamp ?? receipt.updated_timestamp, receipt);

export const createdAt = (receipt: EtsyReceipt): Date =>
  timeOf(receipt.create_timestamp ?? receipt.created_timestamp, receipt);

/** Etsy writes seconds. */
function timeOf(seconds: number | null | undefined, { receipt_id }: EtsyReceipt): Date {
  if (!seconds) throw new SourceUnavailableError(`Etsy order ${receipt_id} has no usable date.`);
  return new Date(seconds * 1000);
}

function centsOf(money: EtsyMoney): number {
  if (!money || money.divisor <= 0) return 0;
  return Math.round((money.amount * 100) / money.divisor);
}

const shopItemOf = (transaction: EtsyTransaction, isOver: boolean): ShopItem => ({
  externalId: String(transaction.transaction_id),
  sku: transaction.sku,
  title: transaction.title,
  variant: transaction.variations
    .map(({ formatted_value }) => formatted_value)
    .filter((value) => value !== '')
    .join(', '),
  quantity: transaction.quantity,
  remaining: isOver ? 0 : transaction.quantity,
  unitPriceCents: centsOf(transaction.price),
  weightGrams: null,
  originCountry: '',
  hsCode: '',
  requiresShipping: !transaction.is_digital,
});

/** The buyer chooses an upgrade for each item. */
function methodOf({ transactions }: EtsyReceipt): ShopOrder['shippingMethod'] {
  const names = transactions.map(
    ({ shipping_upgrade, shipping_method }) => shipping_upgrade || shipping_method,
  );
  const text = [...new Set(names.filter((name) => name !== ''))].join(', ');
  return { text, code: text };
}

function tagsOf({ status, is_gift }: EtsyReceipt): string[] {
  return [
    ...(KNOWN.includes(status) ? [] : [`Status: ${status}`]),
    ...(status === 'partially refunded' ? ['Partially refunded'] : []),
    ...(is_gift ? ['Gift'] : []),
  ];
}

const recipientOf = (receipt: EtsyReceipt): ShopOrder['recipient'] => ({
  name: receipt.name,
  company: '',
  line1: receipt.first_line,
  line2: receipt.second_line,
  line3: '',
  city: receipt.city,
  region: receipt.state,
  postcode: receipt.zip,
  country: receipt.country_iso,
  phone: '',
  email: receipt.buyer_email,
});

function earliest(transactions: readonly EtsyTransaction[]): Date | null {
  const dates = transactions.flatMap(({ expected_ship_date, is_digital }) =>
    expected_ship_date && !is_digital ? [expected_ship_date] : [],
  );
  return dates.length === 0 ? null : new Date(Math.min(...dates) * 1000);
}
