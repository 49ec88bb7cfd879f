import { readOutsideJson } from '../outside/outside.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

/** An order as the API returns it; tests change its fields. */
export interface DoubleOrder {
  id: number;
  status: string;
  date_modified_gmt: string;
  meta_data: { id?: number; key: string; value: unknown }[];
  line_items: DoubleLine[];
  refunds: { id: number; reason: string; total: string }[];
  [field: string]: unknown;
}

interface DoubleLine {
  id: number;
  product_id: number;
  variation_id: number;
  quantity: number;
  [field: string]: unknown;
}

const STATUSES = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
];
/** Statuses that a list contains if the request names none: all except trash. */
const LISTED = (status: string) => status !== 'trash';
const HOUR_MS = 3_600_000;

export const wooError = (status: number, code: string | number, message: string): DoubleAnswer => ({
  status,
  body: { code, message, data: { status } },
});

/** The orders, refunds and products of the store. */
export class WooCommerceDoubleOrders {
  readonly orders = new Map<number, DoubleOrder>();
  readonly refunds = new Map<number, object[]>();
  /** By product, or by `product/variation`. */
  readonly products = new Map<string, { weight: string; virtual: boolean }>([
    ['93', { weight: '12', virtual: false }],
    ['93/94', { weight: '', virtual: false }],
    ['95', { weight: '4', virtual: false }],
  ]);
  weightUnit = 'oz';
  /** Some hosts allow fewer than 100. */
  mostPerPage = 100;
  /** The database of a store lists orders of the same second in any order. */
  listsNewestOfSecondFirst = false;
  /** Statuses that a plug-in adds. */
  ownStatuses: string[] = [];
  /** The site's time zone, which is not UTC. */
  hoursEastOfUtc = 9;
  #nextId = 1000;
  #time = Date.parse('2026-11-15T00:00:00Z');

  addSample(): DoubleOrder {
    const { woocommerce } = readOutsideJson<{ woocommerce: DoubleOrder }>('order-samples.json');
    return this.add(woocommerce);
  }

  add(order: DoubleOrder): DoubleOrder {
    this.orders.set(order.id, order);
    return order;
  }

  /** An open and paid order with the sample's items and new ids. */
  make(changes: Partial<DoubleOrder> = {}): DoubleOrder {
    const { woocommerce } = readOutsideJson<{ woocommerce: DoubleOrder }>('order-samples.json');
    const id = this.newId();
    const order = { ...woocommerce, id, number: String(id), ...changes };
    order.line_items = order.line_items.map((line) => ({ ...line, id: this.newId() }));
    this.touch(this.add(order));
    return order;
  }

  newId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** Every change has its own second. */
  touch(order: DoubleOrder): void {
    this.#time += 1000;
    order.date_modified_gmt = new Date(this.#time).toISOString().slice(0, 19);
  }

  refund(order: DoubleOrder, lineId: number, quantity: number): void {
    const line = order.line_items.find(({ id }) => id === lineId);
    const id = this.newId();
    const refunded = {
      ...line,
      id: this.newId(),
      quantity: -quantity,
      meta_data: [{ id: 1, key: '_refunded_item_id', value: String(lineId) }],
    };
    this.refunds.set(order.id, [...(this.refunds.get(order.id) ?? []), { id, line_items: [refunded] }]);
    order.refunds = [...order.refunds, { id, reason: '', total: '-1.00' }];
    this.touch(order);
  }

  list({ query }: DoubleRequest): DoubleAnswer {
    const statuses = query.get('status')?.split(',') ?? null;
    const unknown = statuses?.find((status) => ![...STATUSES, ...this.ownStatuses, 'any'].includes(status));
    if (unknown) return wooError(400, 'rest_invalid_param', `status[0] is not one of the allowed values.`);
    const after = query.get('modified_after');
    const isGmt = query.get('dates_are_gmt') === 'true';
    const afterMs = after === null ? null : this.#wallMs(after) - (isGmt ? 0 : this.#offsetMs);
    const found = [...this.orders.values()]
      .filter(({ status }) => (statuses ? statuses.includes(status) : LISTED(status)))
      .filter((order) => afterMs === null || modifiedMs(order) > afterMs)
      .sort((a, b) => {
        if (query.get('orderby') === 'id') return a.id - b.id;
        return modifiedMs(a) - modifiedMs(b) || (this.listsNewestOfSecondFirst ? b.id - a.id : a.id - b.id);
      });
    if (query.get('order') !== 'asc') found.reverse();
    return page(found, query, this.mostPerPage);
  }

  get #offsetMs(): number {
    return this.hoursEastOfUtc * HOUR_MS;
  }

  /**
   * WordPress converts a time with a zone to the site's time zone, and keeps one without a zone as it is. It does so
   * even if it then compares the time with a column in UTC.
   */
  #wallMs(time: string): number {
    const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(time);
    return hasZone ? Date.parse(time) + this.#offsetMs : Date.parse(`${time}Z`);
  }

  readProducts(query: URLSearchParams): DoubleAnswer {
    const wanted = query.get('include')?.split(',') ?? [];
    const found = wanted.flatMap((id) => {
      const product = this.products.get(id);
      return product ? [{ id: Number(id), ...product, shipping_required: !product.virtual }] : [];
    });
    return page(found, query);
  }

  readVariation(productId: string, variationId: string): DoubleAnswer {
    const found = this.products.get(`${productId}/${variationId}`);
    return found
      ? { status: 200, body: { id: Number(variationId), ...found } }
      : wooError(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.');
  }
}

const modifiedMs = ({ date_modified_gmt }: DoubleOrder) => Date.parse(`${date_modified_gmt}Z`);

function page(items: object[], query: URLSearchParams, most = 100): DoubleAnswer {
  const size = Math.min(most, Number(query.get('per_page') ?? 10));
  const at = Number(query.get('page') ?? 1);
  return {
    status: 200,
    headers: {
      'x-wp-total': String(items.length),
      'x-wp-totalpages': String(Math.ceil(items.length / size)),
    },
    body: items.slice((at - 1) * size, at * size),
  };
}
