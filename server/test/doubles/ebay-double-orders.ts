import { ago, type Clock, days, hours } from '../../src/platform/clock.ts';
import { readOutsideJson } from '../outside/outside.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import { ebayError } from './ebay-double-oauth.ts';

/** An order as the API returns it; tests change its fields. */
interface DoubleEbayOrder {
  orderId: string;
  creationDate: string;
  lastModifiedDate: string;
  orderFulfillmentStatus: string;
  cancelStatus: { cancelState: string; cancelRequests: object[] };
  buyer: { username: string };
  fulfillmentStartInstructions: {
    shippingStep: { shipTo: Record<string, unknown>; [field: string]: unknown };
    [field: string]: unknown;
  }[];
  lineItems: {
    lineItemId: string;
    quantity: number;
    lineItemFulfillmentStatus: string;
    [field: string]: unknown;
  }[];
  [field: string]: unknown;
}

interface Fulfillment {
  fulfillmentId: string;
  shipmentTrackingNumber: string;
  shippingCarrierCode: string;
  shippedDate: string;
  lineItems: { lineItemId: string; quantity: number }[];
}

const STATUSES = ['NOT_STARTED|IN_PROGRESS', 'FULFILLED|IN_PROGRESS'];
const MAX_PER_PAGE = 200;

const readSample = () => readOutsideJson<{ ebay: DoubleEbayOrder }>('order-samples.json').ebay;

/** The orders of the seller, their shipments, and the emails to buyers. */
export class EbayDoubleOrders {
  readonly orders = new Map<string, DoubleEbayOrder>();
  readonly mails: { orderId: string; trackingNumber: string }[] = [];
  readonly #fulfillments = new Map<string, Fulfillment[]>();
  readonly #clock: Clock;
  #count = 0;
  /** Orders are a few hours old. */
  #time: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#time = ago(clock, hours(36)).getTime();
  }

  addSample(): DoubleEbayOrder {
    const sample = readSample();
    this.orders.set(sample.orderId, sample);
    return sample;
  }

  /** An open and paid order with the sample's items and new ids. */
  make(changes: Partial<DoubleEbayOrder> = {}): DoubleEbayOrder {
    this.#count += 1;
    const orderId = `02-${String(this.#count).padStart(5, '0')}-00001`;
    const order = { ...readSample(), orderId, ...changes };
    order.lineItems = order.lineItems.map((line, index) => ({
      ...line,
      lineItemId: `${this.#count}00${index}`,
    }));
    this.touch(order);
    order.creationDate = changes.creationDate ?? order.lastModifiedDate;
    this.orders.set(orderId, order);
    return order;
  }

  /** Every change has its own second. */
  touch(order: DoubleEbayOrder): void {
    this.#time += 1000;
    order.lastModifiedDate = new Date(this.#time).toISOString();
  }

  trackingNumbers = (orderId: string): string[] =>
    (this.#fulfillments.get(orderId) ?? []).map(({ shipmentTrackingNumber }) => shipmentTrackingNumber);

  summaries() {
    return [...this.orders.keys()].map((number) => ({
      number,
      trackingNumbers: this.trackingNumbers(number),
      mails: this.mails.filter(({ orderId }) => orderId === number).length,
    }));
  }

  /** Newest first, by position. */
  list({ query }: DoubleRequest): DoubleAnswer {
    const limit = Number(query.get('limit') ?? 50);
    if (!(limit >= 1 && limit <= MAX_PER_PAGE))
      return ebayError(400, 30_820, 'The limit must be from 1 to 200.');
    const filter = readFilter(query.get('filter') ?? '');
    if (filter === null) return ebayError(400, 30_700, 'The filter is not valid.');
    const isWithin = (order: DoubleEbayOrder) => {
      if (filter.creationdate) return filter.creationdate(order.creationDate);
      if (filter.lastmodifieddate) return filter.lastmodifieddate(order.lastModifiedDate);
      return this.#ageOf(order) <= days(90);
    };
    const found = [...this.orders.values()]
      .filter(isWithin)
      .filter(({ orderFulfillmentStatus }) => filter.statuses?.includes(orderFulfillmentStatus) ?? true)
      .sort((a, b) => (a.creationDate < b.creationDate ? 1 : -1));
    const offset = Number(query.get('offset') ?? 0);
    const page = found.slice(offset, offset + limit).map((order) => {
      const shown = this.#shown(order);
      return { ...shown, cancelStatus: { ...order.cancelStatus, cancelRequests: [] } };
    });
    return { status: 200, body: { total: found.length, limit, offset, orders: page } };
  }

  read(orderId: string): DoubleAnswer {
    const order = this.orders.get(orderId);
    return order ? { status: 200, body: this.#shown(order) } : unknownOrder();
  }

  listFulfillments(orderId: string): DoubleAnswer {
    if (!this.orders.has(orderId)) return unknownOrder();
    const fulfillments = this.#fulfillments.get(orderId) ?? [];
    return { status: 200, body: { fulfillments, total: fulfillments.length } };
  }

  ship(orderId: string, { body }: DoubleRequest, url: string): DoubleAnswer {
    const order = this.orders.get(orderId);
    if (!order) return unknownOrder();
    const parcel = JSON.parse(body.toString()) as {
      lineItems: Fulfillment['lineItems'];
      shippedDate: string;
      shippingCarrierCode?: string;
      trackingNumber?: string;
    };
    const { lineItems, trackingNumber = '', shippingCarrierCode = '' } = parcel;
    if (!/^[A-Za-z0-9]+$/.test(trackingNumber) || shippingCarrierCode === '')
      return ebayError(400, 32_300, 'Invalid tracking number or carrier.');
    if (Number.isNaN(Date.parse(parcel.shippedDate))) return ebayError(400, 32_500, 'Invalid shipped date.');
    if (new Set(lineItems.map(({ lineItemId }) => lineItemId)).size < lineItems.length)
      return ebayError(400, 32_210, 'Duplicate line items.');
    if (
      lineItems.length === 0 ||
      lineItems.some((one) => one.quantity > this.#remaining(order, one.lineItemId))
    )
      return ebayError(400, 32_200, 'Invalid line items.');
    const known = this.#fulfillments.get(orderId) ?? [];
    this.#fulfillments.set(orderId, [
      ...known,
      {
        fulfillmentId: trackingNumber,
        shipmentTrackingNumber: trackingNumber,
        shippingCarrierCode,
        shippedDate: parcel.shippedDate,
        lineItems,
      },
    ]);
    this.mails.push({ orderId, trackingNumber });
    this.#updateStatuses(order);
    const location = `${url}/sell/fulfillment/v1/order/${orderId}/shipping_fulfillment/${trackingNumber}`;
    return { status: 201, headers: { location }, body: '' };
  }

  #shippedOf(orderId: string, lineItemId: string): number {
    return (this.#fulfillments.get(orderId) ?? [])
      .flatMap(({ lineItems }) => lineItems)
      .filter((line) => line.lineItemId === lineItemId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  #remaining({ orderId, lineItems }: DoubleEbayOrder, lineItemId: string): number {
    const line = lineItems.find((one) => one.lineItemId === lineItemId);
    return line ? line.quantity - this.#shippedOf(orderId, lineItemId) : 0;
  }

  #updateStatuses(order: DoubleEbayOrder): void {
    for (const line of order.lineItems) {
      const left = this.#remaining(order, line.lineItemId);
      line.lineItemFulfillmentStatus =
        left === 0 ? 'FULFILLED' : left < line.quantity ? 'IN_PROGRESS' : 'NOT_STARTED';
    }
    const isDone = order.lineItems.every(({ lineItemFulfillmentStatus: one }) => one === 'FULFILLED');
    order.orderFulfillmentStatus = isDone ? 'FULFILLED' : 'IN_PROGRESS';
    this.touch(order);
  }

  #ageOf = ({ creationDate }: DoubleEbayOrder) => this.#clock.now().getTime() - Date.parse(creationDate);

  /** Without the personal fields that have expired: the email after 14 days, the others after 90. */
  #shown(order: DoubleEbayOrder): DoubleEbayOrder {
    const age = this.#ageOf(order);
    if (age <= days(14)) return order;
    return {
      ...order,
      fulfillmentStartInstructions: order.fulfillmentStartInstructions.map((instruction) => {
        const { email: _, fullName, primaryPhone, contactAddress, ...rest } = instruction.shippingStep.shipTo;
        const { addressLine1: _1, addressLine2: _2, ...place } = contactAddress as Record<string, unknown>;
        const shipTo =
          age <= days(90)
            ? { ...rest, fullName, primaryPhone, contactAddress }
            : { ...rest, contactAddress: place };
        return { ...instruction, shippingStep: { ...instruction.shippingStep, shipTo } };
      }),
    };
  }
}

const unknownOrder = () => ebayError(404, 32_100, 'Invalid order ID.');

interface Filter {
  creationdate?: (date: string) => boolean;
  lastmodifieddate?: (date: string) => boolean;
  statuses?: string[];
}

/** Null if eBay would refuse it. */
function readFilter(text: string): Filter | null {
  const filter: Filter = {};
  for (const part of text === '' ? [] : text.split(/,(?=[a-z])/)) {
    const [, field = '', value = ''] = /^(\w+):(.*)$/.exec(part) ?? [];
    if (field === 'orderfulfillmentstatus') {
      const statuses = value.slice(1, -1);
      if (!STATUSES.includes(statuses)) return null;
      filter.statuses = statuses.split('|');
    } else if (field === 'creationdate' || field === 'lastmodifieddate') {
      const [, from = '', to = ''] = /^\[([^[\]]*?)\.\.([^[\]]*)\]$/.exec(value) ?? [];
      const isTime = (one: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(one);
      if (!isTime(from) || (to !== '' && !isTime(to))) return null;
      filter[field] = (date) => date >= from && (to === '' || date <= to);
    } else return null;
  }
  return filter;
}
