import { readOutsideJson } from '../outside/outside.ts';
import type { DoubleAnswer } from './double-server.ts';

interface DoublePackage {
  packageReferenceId: string;
  carrier: string;
  shippingService: string;
  trackingNumber: string;
  shipTime: string;
  packageStatus: { status: string };
  packageItems: { orderItemId: string; quantity: number }[];
}

interface DoubleItem {
  orderItemId: string;
  quantityOrdered: number;
  product: object;
  proceeds?: object;
  fulfillment: { quantityFulfilled: number; quantityUnfulfilled: number };
  cancellation?: object;
}

export interface DoubleOrder {
  orderId: string;
  createdTime: string;
  lastUpdatedTime: string;
  programs: string[];
  salesChannel: { channelName: string; marketplaceId: string };
  buyer?: object;
  recipient?: object;
  proceeds?: object;
  fulfillment: { fulfillmentStatus: string; fulfilledBy: string };
  orderItems: DoubleItem[];
  packages: DoublePackage[];
}

interface Confirmation {
  marketplaceId: string;
  packageDetail: {
    packageReferenceId: string;
    carrierCode: string;
    carrierName?: string;
    shippingMethod?: string;
    trackingNumber: string;
    shipDate: string;
    orderItems: { orderItemId: string; quantity: number }[];
  };
}

export interface DoubleClock {
  now(): Date;
}

/** Changes are listed after this time. */
const LISTED_AFTER_MS = 120_000;
const TOKEN_LASTS_MS = 86_400_000;

const readSample = () => readOutsideJson<{ sample: DoubleOrder }>('amazon-orders.json').sample;

export const amazonError = (status: number, code: string, message: string): DoubleAnswer => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
});

const invalid = (message: string) => amazonError(400, 'InvalidInput', message);

/** The orders of a seller, and what Amazon itself does with them. */
export class AmazonDoubleOrders {
  readonly orders = new Map<string, DoubleOrder>();
  /** The ids of orders whose buyers got an email about a package, once per package. */
  readonly mails: string[] = [];
  readonly #clock: DoubleClock;
  readonly #pages = new Map<string, { ids: string[]; from: number; query: string; until: number }>();
  #nextId = 1_000_000;
  #time: number;

  constructor(clock: DoubleClock) {
    this.#clock = clock;
    this.#time = clock.now().getTime() - 86_400_000;
  }

  addSample(): DoubleOrder {
    const sample = readSample();
    this.orders.set(sample.orderId, sample);
    return sample;
  }

  /** An open and paid order with the sample's items and new ids. */
  make(changes: Partial<DoubleOrder> = {}): DoubleOrder {
    const sample = readSample();
    this.#nextId += 1;
    const orderId = `112-${this.#nextId}-0000001`;
    const order = { ...sample, orderId, ...changes };
    order.orderItems = order.orderItems.map((item, index) => ({
      ...item,
      orderItemId: `${this.#nextId}${index + 1}`,
    }));
    this.orders.set(orderId, order);
    this.touch(order);
    return order;
  }

  /** Every change has its own second. */
  touch(order: DoubleOrder): void {
    this.#time += 1000;
    order.lastUpdatedTime = new Date(this.#time).toISOString();
  }

  trackingNumbers = (orderId: string): string[] =>
    this.orders.get(orderId)?.packages.map(({ trackingNumber }) => trackingNumber) ?? [];

  summaries() {
    return [...this.orders.keys()].map((number) => ({
      number,
      trackingNumbers: this.trackingNumbers(number),
      mails: this.mails.filter((orderId) => orderId === number).length,
    }));
  }

  search(query: URLSearchParams): DoubleAnswer {
    const now = this.#clock.now().getTime();
    const problem = this.#problemOf(query, now);
    if (problem) return invalid(problem);
    const token = query.get('paginationToken');
    const page = token === null ? null : this.#pages.get(token);
    if (token !== null && (!page || page.until < now || page.query !== shapeOf(query)))
      return invalid('The paginationToken is invalid or has expired.');
    const ids = page?.ids ?? this.#select(query, now).map(({ orderId }) => orderId);
    const from = page?.from ?? 0;
    const to = from + Number(query.get('maxResultsPerPage') ?? 100);
    const next = to < ids.length ? `page-${this.#pages.size + 1}` : null;
    if (next) this.#pages.set(next, { ids, from: to, query: shapeOf(query), until: now + TOKEN_LASTS_MS });
    return {
      status: 200,
      body: {
        orders: ids.slice(from, to).map((id) => this.orders.get(id)),
        ...(next ? { pagination: { nextToken: next } } : {}),
        lastUpdatedBefore: new Date(now - LISTED_AFTER_MS).toISOString(),
      },
    };
  }

  #problemOf(query: URLSearchParams, now: number): string | null {
    const after = ['createdAfter', 'lastUpdatedAfter'].filter((name) => query.has(name));
    if (after.length !== 1) return 'Exactly one of createdAfter and lastUpdatedAfter is required.';
    const isYoung = (name: string) => Date.parse(query.get(name) ?? '') > now - LISTED_AFTER_MS;
    const young = [...after, 'createdBefore', 'lastUpdatedBefore'].find(isYoung);
    return young === undefined ? null : `${young} must be at least two minutes in the past.`;
  }

  #select(query: URLSearchParams, now: number): DoubleOrder[] {
    const listed = (name: string) => query.get(name)?.split(',') ?? null;
    const [statuses, by, marketplaces] = ['fulfillmentStatuses', 'fulfilledBy', 'marketplaceIds'].map(listed);
    const field = query.has('createdAfter') ? 'createdTime' : 'lastUpdatedTime';
    const after = Date.parse(query.get('createdAfter') ?? query.get('lastUpdatedAfter') ?? '');
    const before = query.get('createdBefore') ?? query.get('lastUpdatedBefore');
    const until = before === null ? now - LISTED_AFTER_MS : Date.parse(before);
    return [...this.orders.values()]
      .filter(({ fulfillment }) => statuses?.includes(fulfillment.fulfillmentStatus) ?? true)
      .filter(({ fulfillment }) => by?.includes(fulfillment.fulfilledBy) ?? true)
      .filter(({ salesChannel }) => marketplaces?.includes(salesChannel.marketplaceId) ?? true)
      .filter((order) => Date.parse(order[field]) >= after && Date.parse(order[field]) <= until)
      .sort((a, b) => Date.parse(a[field]) - Date.parse(b[field]));
  }

  /** The same reference changes the package that it made. */
  confirm(orderId: string, { marketplaceId, packageDetail }: Confirmation): DoubleAnswer {
    const order = this.orders.get(orderId);
    if (!order) return amazonError(404, 'NotFound', 'The order does not exist.');
    const problem = confirmationProblem(order, marketplaceId, packageDetail);
    if (problem) return invalid(problem);
    const made: DoublePackage = {
      packageReferenceId: packageDetail.packageReferenceId,
      carrier: packageDetail.carrierName ?? packageDetail.carrierCode,
      shippingService: packageDetail.shippingMethod ?? '',
      trackingNumber: packageDetail.trackingNumber,
      shipTime: packageDetail.shipDate,
      packageStatus: { status: 'SHIPPED' },
      packageItems: packageDetail.orderItems,
    };
    const earlier = order.packages.find(
      ({ packageReferenceId }) => packageReferenceId === made.packageReferenceId,
    );
    order.packages = earlier
      ? order.packages.map((each) => (each === earlier ? made : each))
      : [...order.packages, made];
    if (!earlier) this.mails.push(orderId);
    countPieces(order);
    this.touch(order);
    return { status: 204, body: '' };
  }
}

/** A page token works only with the query that it was issued for. */
function shapeOf(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('paginationToken');
  rest.sort();
  return rest.toString();
}

function confirmationProblem(
  order: DoubleOrder,
  marketplaceId: string,
  { packageReferenceId, carrierCode, carrierName, orderItems }: Confirmation['packageDetail'],
): string | null {
  const { fulfillmentStatus } = order.fulfillment;
  if (marketplaceId !== order.salesChannel.marketplaceId)
    return 'The marketplaceId is not that of the order.';
  if (!/^[1-9]\d*$/.test(packageReferenceId))
    return 'PackageReferenceId: is invalid, must be a positive numeric value.';
  if (carrierCode === 'Other' && !carrierName) return 'carrierName is required with the carrierCode Other.';
  if (['PENDING', 'CANCELLED'].includes(fulfillmentStatus)) return `The order is ${fulfillmentStatus}.`;
  const others = order.packages.filter((each) => each.packageReferenceId !== packageReferenceId);
  if (fulfillmentStatus === 'SHIPPED' && others.length === order.packages.length)
    return 'Failed to create package due to not finding a matching package or order already fulfilled.';
  for (const { orderItemId, quantity } of orderItems) {
    const item = order.orderItems.find((each) => each.orderItemId === orderItemId);
    if (!item) return 'OrderItemId is invalid.';
    const gone = piecesIn(others, orderItemId);
    if (quantity < 1 || gone + quantity > item.quantityOrdered) return 'The quantity is too large.';
  }
  return null;
}

const piecesIn = (packages: readonly DoublePackage[], orderItemId: string) =>
  packages
    .flatMap(({ packageItems }) => packageItems)
    .filter((item) => item.orderItemId === orderItemId)
    .reduce((sum, { quantity }) => sum + quantity, 0);

function countPieces(order: DoubleOrder): void {
  order.orderItems = order.orderItems.map((item) => {
    const quantityFulfilled = piecesIn(order.packages, item.orderItemId);
    const quantityUnfulfilled = item.quantityOrdered - quantityFulfilled;
    return { ...item, fulfillment: { ...item.fulfillment, quantityFulfilled, quantityUnfulfilled } };
  });
  const isDone = order.orderItems.every(({ fulfillment }) => fulfillment.quantityUnfulfilled === 0);
  order.fulfillment = {
    ...order.fulfillment,
    fulfillmentStatus: isDone ? 'SHIPPED' : 'PARTIALLY_SHIPPED',
  };
}
