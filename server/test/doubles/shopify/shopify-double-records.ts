/** The data of the store, in the types of the schema without connections. */

export interface Line {
  id: string;
  sku: string | null;
  productTitle: string;
  variantTitle: string | null;
  remainingQuantity: number;
  totalQuantity: number;
  requiresShipping: boolean;
  weight: { value: number; unit: string } | null;
  lineItem: { id: string; discountedUnitPriceAfterAllDiscountsSet: object; [field: string]: unknown };
  variant: object | null;
}

export interface Part {
  id: string;
  status: string;
  updatedAt: string;
  lines: Line[];
  assignedLocation: {
    name: string;
    countryCode: string;
    location: { id: string; name: string; isFulfillmentService: boolean };
  };
  deliveryMethod: { id: string; methodType: string; [field: string]: unknown } | null;
  destination: Record<string, unknown> | null;
  fulfillBy: string | null;
  [field: string]: unknown;
}

export interface Order {
  id: string;
  name: string;
  updatedAt: string;
  cancelledAt: string | null;
  email: string | null;
  phone: string | null;
  shippingAddress: Record<string, unknown> | null;
  parts: Part[];
  [field: string]: unknown;
}

interface FulfilledLine {
  partId: string;
  line: Line;
  quantity: number;
}

export interface Fulfillment {
  id: string;
  orderId: string;
  status: 'SUCCESS' | 'CANCELLED';
  createdAt: string;
  trackingInfo: { company: string | null; number: string | null; url: string | null }[];
  lines: FulfilledLine[];
}

interface Mail {
  orderId: string;
  trackingNumber: string | null;
}

export interface Subscription {
  id: string;
  topic: string;
  uri: string;
  failures: number;
}

/** Everything in the store. */
export class ShopifyRecords {
  readonly orders = new Map<string, Order>();
  readonly fulfillments = new Map<string, Fulfillment>();
  readonly mails: Mail[] = [];
  readonly subscriptions = new Map<string, Subscription>();
  #lastId = 5_000_000_000_000;
  #lastMoment = 0;

  newId(type: string): string {
    this.#lastId += 1;
    return `gid://shopify/${type}/${this.#lastId}`;
  }

  /** Every change has its own second, so that changes have an order. */
  newMoment(): string {
    const second = Math.floor(Date.now() / 1000);
    this.#lastMoment = Math.max(second, this.#lastMoment + 1);
    return new Date(this.#lastMoment * 1000).toISOString().replace('.000Z', 'Z');
  }

  parts(): { order: Order; part: Part }[] {
    return [...this.orders.values()].flatMap((order) => order.parts.map((part) => ({ order, part })));
  }

  part(id: string): { order: Order; part: Part } | null {
    return this.parts().find(({ part }) => part.id === id) ?? null;
  }

  fulfillmentsOf(orderId: string): Fulfillment[] {
    return [...this.fulfillments.values()].filter((one) => one.orderId === orderId);
  }

  /** The order changed now; so did the named fulfillment orders. */
  touch(order: Order, ...parts: Part[]): void {
    const moment = this.newMoment();
    order.updatedAt = moment;
    for (const part of parts) part.updatedAt = moment;
  }
}
