import { readCell } from '@lading/contract/bulk/check-parcel.ts';
import { readDollars } from '@lading/contract/bulk/item-form.ts';
import { readDate } from '@lading/contract/bulk/read-date.ts';
import { MASS, readUnit } from '@lading/contract/bulk/units.ts';
import { parseCountry } from '@lading/contract/countries.ts';
import { hasUsualYear, type OrderFileAnswer } from '@lading/contract/orders/import-orders.ts';
import { MAX_ORDER_ITEMS } from '@lading/contract/orders/orders.ts';
import type { TextRecord } from '@lading/contract/read-records.ts';
import type { ShopItem, ShopOrder, ShopOrderState } from '../../providers/order-sources/port.ts';
import { isLineShipped, readStatuses } from './file-statuses.ts';
import type { FoundColumns, OrderColumn } from './order-columns.ts';

type Problem = OrderFileAnswer['problems'][number];
/** It identifies the order, so it is not cut. */
const MAX_NUMBER_LENGTH = 200;
const GRAMS_PER_POUND = 453.59237;
const NO = /^(?:false|no|0)$/i;

interface FileContext {
  columns: FoundColumns['columns'];
  decimalComma: boolean;
  now: Date;
}

/** The lines of one order. The first one that has a value decides, and each line is an item. */
export function readFileOrder(
  lines: readonly TextRecord[],
  context: FileContext,
): { order: ShopOrder } | { problems: Problem[] } {
  const reader = new LineReader(context);
  const [first] = lines;
  if (!first) return { problems: [] };
  if (lines.length > MAX_ORDER_ITEMS) {
    reader.problem(first, 'number', `An order can have up to ${MAX_ORDER_ITEMS} items.`);
    return reader;
  }
  if (reader.firstOf(lines, 'number').length > MAX_NUMBER_LENGTH) {
    reader.problem(first, 'number', `An order number can have up to ${MAX_NUMBER_LENGTH} characters.`);
    return reader;
  }
  const of = (field: OrderColumn) => reader.firstOf(lines, field);
  const items = lines.map((line, index) => reader.item(line, index));
  const country = of('country');
  if (country !== '' && parseCountry(country) === null)
    reader.problem(first, 'country', 'We do not recognize this country.');
  const { paid, state } = readStatuses({
    payment: of('paid'),
    status: of('status'),
    shipping: of('shipping'),
    shippedAt: of('shippedAt'),
    canceledAt: of('canceledAt'),
  });
  const order: ShopOrder = {
    externalId: of('number'),
    number: of('number'),
    placedAt: reader.date(first, of('placedAt')),
    updatedAt: context.now,
    paid,
    ...withShipped(state, items, context),
    nothingToShip: null,
    currency: of('currency').toUpperCase() || 'USD',
    totalCents: reader.cents(first, 'total', of('total')),
    shippingPaidCents: reader.cents(first, 'shippingPaid', of('shippingPaid')),
    shippingMethod: { text: of('shippingMethod'), code: '' },
    buyerNote: of('note'),
    merchantNote: '',
    giftMessage: '',
    tags: of('tags')
      .split(',')
      .map((tag) => tag.trim()),
    recipient: {
      name: of('recipientName') || [of('firstName'), of('lastName')].filter(Boolean).join(' '),
      company: of('company'),
      line1: of('street1'),
      line2: of('street2'),
      line3: of('street3'),
      city: of('city'),
      region: of('state'),
      postcode: of('zip').replace(/^'/, ''),
      country,
      phone: of('phone').replace(/^'/, ''),
      email: of('email'),
    },
    recipientWithheld: null,
    shipBy: null,
    deliverBy: null,
    // The store does not count pieces that it already knows as shipped, and our labels may be among them.
    ...(context.columns.toShip && { listsOnlyOpen: true }),
    reporting: {},
  };
  return reader.problems.length > 0 ? { problems: reader.problems } : { order };
}

/** The lines may say more than the order, for example which of them are left. */
function withShipped(
  state: ShopOrderState,
  items: ShopItem[],
  { columns }: FileContext,
): Pick<ShopOrder, 'state' | 'items' | 'isShippedPartUnknown'> {
  if (state === 'shipped') return { state, items: items.map((item) => ({ ...item, remaining: 0 })) };
  if (state !== 'open' && state !== 'partly_shipped') return { state, items };
  const goods = items.filter(({ requiresShipping }) => requiresShipping);
  if (goods.length > 0 && goods.every(({ remaining }) => remaining === 0)) return { state: 'shipped', items };
  const isPartly = goods.some(({ quantity, remaining }) => remaining < quantity);
  if (isPartly) return { state: 'partly_shipped', items };
  return {
    state,
    items,
    ...(state === 'partly_shipped' && !columns.toShip && { isShippedPartUnknown: true }),
  };
}

function readMoment(text: string): Date | null {
  const moment = /^\d{4}-\d{2}-\d{2}[ T]\d/.test(text) ? new Date(text) : null;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  const read = readDate(text);
  return 'date' in read ? new Date(`${read.date}T12:00:00Z`) : null;
}

class LineReader {
  readonly problems: Problem[] = [];
  readonly #context: FileContext;

  constructor(context: FileContext) {
    this.#context = context;
  }

  #value({ cells }: TextRecord, field: OrderColumn): string {
    const column = this.#context.columns[field];
    return column ? (cells[column.index]?.trim() ?? '') : '';
  }

  firstOf(lines: readonly TextRecord[], field: OrderColumn): string {
    for (const line of lines) {
      const value = this.#value(line, field);
      if (value !== '') return value;
    }
    return '';
  }

  problem({ line }: TextRecord, field: OrderColumn, message: string): void {
    this.problems.push({ line, column: this.#context.columns[field]?.title ?? '', message });
  }

  cents(line: TextRecord, field: OrderColumn, text: string): number {
    if (text === '') return 0;
    const dollars = readDollars(text.replaceAll(/[€£]/g, ''), this.#context.decimalComma);
    if (dollars === null) this.problem(line, field, 'Please enter an amount, such as 12.50.');
    return Math.round(Number(dollars ?? 0) * 100);
  }

  date(line: TextRecord, text: string): Date {
    if (text === '') return this.#context.now;
    const moment = readMoment(text);
    if (moment && hasUsualYear(moment)) return moment;
    this.problem(line, 'placedAt', 'Please enter a date, such as 2026-11-17.');
    return this.#context.now;
  }

  item(line: TextRecord, index: number): ShopItem {
    const quantity = this.#count(line, 'quantity', { least: 1, otherwise: 1 });
    const toShip = this.#count(line, 'toShip', { least: 0, otherwise: quantity });
    const origin = this.#value(line, 'origin');
    return {
      externalId: String(index + 1),
      hasNoId: true,
      sku: this.#value(line, 'sku'),
      title: this.#value(line, 'title') || this.#value(line, 'sku') || 'Item',
      variant: this.#value(line, 'variant'),
      quantity,
      remaining: isLineShipped(this.#value(line, 'lineShipping')) ? 0 : Math.min(quantity, toShip),
      unitPriceCents: this.cents(line, 'price', this.#value(line, 'price')),
      weightGrams: this.#grams(line),
      originCountry: origin,
      hsCode: this.#value(line, 'hsCode'),
      requiresShipping: !NO.test(this.#value(line, 'requiresShipping')),
    };
  }

  #count(line: TextRecord, field: OrderColumn, { least, otherwise }: { least: number; otherwise: number }) {
    const text = this.#value(line, field);
    if (text === '') return otherwise;
    if (/^\d{1,5}$/.test(text) && Number(text) >= least) return Number(text);
    this.problem(line, field, 'Please enter a whole number.');
    return otherwise;
  }

  /** Ounces unless the cell or its unit column says otherwise. */
  #grams(line: TextRecord): number | null {
    const text = this.#value(line, 'weight');
    if (text === '') return null;
    const written = this.#value(line, 'weightUnit');
    const reading = readCell(MASS, text, this.#context.decimalComma);
    const unit = reading?.unit ?? (written === '' ? 'oz' : readUnit(MASS, written));
    if (!reading || !unit) {
      this.problem(line, 'weight', 'Please enter a weight, such as 8 oz.');
      return null;
    }
    return Number(reading.digits) * MASS.inOwn[unit] * GRAMS_PER_POUND || null;
  }
}
