import {
  type ChangedRequest,
  type Connection,
  type OrderPage,
  type ShopOrder,
  SourceUnavailableError,
} from '../port.ts';
import type {
  ShopifyFulfillmentOrder,
  ShopifyFulfillmentOrderPage,
  ShopifyOrder,
  ShopifyOrderPage,
} from './shopify-answers.ts';
import { QueryTooLargeError, type ShopifyClient } from './shopify-client.ts';
import type { ShopifyDeps } from './shopify-deps.ts';
import { fulfillmentOrderIn, gidOf, isNumber, numberOf } from './shopify-ids.ts';
import { shopOrderOf } from './shopify-mapping.ts';
import {
  CHANGED_FULFILLMENT_ORDERS,
  CHANGED_ORDERS,
  MORE_FULFILLMENT_ORDERS,
  MORE_LINES,
  OPEN_COUNT,
  OPEN_ORDERS,
  ORDER_OF_FULFILLMENT_ORDER,
  ORDERS,
} from './shopify-operations.ts';
import { pageAfter, positionOf } from './shopify-windows.ts';

const PAGE_SIZE = 25;
const LIST_SIZE = 100;
const SAMPLE_SIZE = 5;
const LINES_PAGE_SIZE = 50;

/** How much one query asks for. Its cost counts the largest possible answer, and Shopify limits it. */
const QUERY_SIZES = [
  { orders: 10, fulfillmentOrders: 5, lines: 50 },
  { orders: 5, fulfillmentOrders: 2, lines: 10 },
  { orders: 1, fulfillmentOrders: 1, lines: 10 },
] as const;
type QuerySize = (typeof QUERY_SIZES)[number];

/** The two lists of changes, read one after the other. */
const IN_FULFILLMENT_ORDERS = 'fulfillment-orders:';

export class ShopifyOrders {
  readonly #client: ShopifyClient;
  readonly #windowSize: number;
  /** The largest size that the store accepted, by connection. */
  readonly #sizes = new Map<string, number>();

  constructor(client: ShopifyClient, { windowSize }: Pick<ShopifyDeps, 'windowSize'>) {
    this.#client = client;
    this.#windowSize = windowSize;
  }

  async readChanged(connection: Connection, { changedSince, page }: ChangedRequest): Promise<OrderPage> {
    const { ids, next } = changedSince
      ? await this.#listChanged(connection, changedSince, page)
      : await this.#listOpen(connection, page, PAGE_SIZE);
    const orders = await this.read(connection, ids);
    const isStart = changedSince === null && page === null;
    const total = isStart ? await this.#countOpen(connection) : null;
    return { orders: orders.map(shopOrderOf), next, total };
  }

  /** A few open orders. */
  async sample(connection: Connection): Promise<ShopOrder[]> {
    const { ids } = await this.#listOpen(connection, null, SAMPLE_SIZE);
    return (await this.read(connection, ids)).map(shopOrderOf);
  }

  async readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null> {
    const id = await this.#idOf(connection, externalId);
    const [order] = id === null ? [] : await this.read(connection, [id]);
    return order ? shopOrderOf(order) : null;
  }

  async listOpen(connection: Connection, page: string | null) {
    const { ids, next } = await this.#listOpen(connection, page, LIST_SIZE);
    return { externalIds: ids.map(numberOf), next };
  }

  /** Whole orders, in the order of the ids and without those that the store does not have. */
  async read(connection: Connection, ids: readonly string[]): Promise<ShopifyOrder[]> {
    const orders: ShopifyOrder[] = [];
    let done = 0;
    while (done < ids.length) {
      const step = this.#sizes.get(connection.id) ?? 0;
      const size = QUERY_SIZES[step] ?? QUERY_SIZES[0];
      const asked = ids.slice(done, done + size.orders);
      try {
        orders.push(...(await this.#readSome(connection, asked, size)));
        done += asked.length;
      } catch (error) {
        if (!(error instanceof QueryTooLargeError) || step + 1 >= QUERY_SIZES.length) throw error;
        this.#sizes.set(connection.id, step + 1);
      }
    }
    return orders;
  }

  /** For the progress of the first import. The count includes orders that others ship. */
  async #countOpen(connection: Connection): Promise<number | null> {
    const { ordersCount } = await this.#client.run(connection, OPEN_COUNT);
    return ordersCount?.precision === 'EXACT' ? ordersCount.count : null;
  }

  async #idOf(connection: Connection, externalId: string): Promise<string | null> {
    const part = fulfillmentOrderIn(externalId);
    if (part === null) return isNumber(externalId) ? gidOf('Order', externalId) : null;
    const { fulfillmentOrder } = await this.#client.run(connection, ORDER_OF_FULFILLMENT_ORDER, { id: part });
    return fulfillmentOrder?.orderId ?? null;
  }

  async #listOpen(connection: Connection, page: string | null, first: number) {
    const at = positionOf(page);
    const query = at.fromId === null ? null : `id:>=${at.fromId}`;
    const variables = { first, after: at.after, query };
    const { fulfillmentOrders } = await this.#client.run(connection, OPEN_ORDERS, variables);
    const { nodes } = fulfillmentOrders;
    const next = nextOf(fulfillmentOrders);
    return {
      ids: [...new Set(nodes.map(({ orderId }) => orderId))],
      next: next === null ? null : pageAfter(at, nodes, next, this.#windowSize),
    };
  }

  /**
   * First the orders that changed, then those whose fulfillment orders alone changed, for example by a move to
   * another location.
   */
  async #listChanged(connection: Connection, since: Date, page: string | null) {
    const query = `updated_at:>='${since.toISOString()}'`;
    if (page?.startsWith(IN_FULFILLMENT_ORDERS)) {
      const after = page.slice(IN_FULFILLMENT_ORDERS.length) || null;
      return this.#listMoved(connection, since, { query, after, first: LIST_SIZE });
    }
    const { orders } = await this.#client.run(connection, CHANGED_ORDERS, {
      query,
      after: page,
      first: PAGE_SIZE,
    });
    return { ids: orders.nodes.map(({ id }) => id), next: nextOf(orders) ?? IN_FULFILLMENT_ORDERS };
  }

  async #listMoved(connection: Connection, since: Date, variables: Record<string, unknown>) {
    const { fulfillmentOrders } = await this.#client.run(connection, CHANGED_FULFILLMENT_ORDERS, variables);
    const moved = fulfillmentOrders.nodes.filter(({ order }) => order.updatedAt < since);
    const next = nextOf(fulfillmentOrders);
    return {
      ids: [...new Set(moved.map(({ order }) => order.id))],
      next: next === null ? null : `${IN_FULFILLMENT_ORDERS}${next}`,
    };
  }

  async #readSome(connection: Connection, ids: readonly string[], size: QuerySize) {
    const { fulfillmentOrders, lines } = size;
    const { nodes } = await this.#client.run(connection, ORDERS, { ids, fulfillmentOrders, lines });
    const orders: ShopifyOrder[] = [];
    for (const order of nodes) if (order) orders.push(await this.#complete(connection, order, size));
    return orders;
  }

  /** Reads what did not fit into the first answer. */
  async #complete(connection: Connection, order: ShopifyOrderPage, size: QuerySize): Promise<ShopifyOrder> {
    const parts = [...order.fulfillmentOrders.nodes];
    let after = nextOf(order.fulfillmentOrders);
    while (after !== null) {
      const variables = { id: order.id, first: size.fulfillmentOrders, after, lines: size.lines };
      const more = await this.#client.run(connection, MORE_FULFILLMENT_ORDERS, variables);
      const { fulfillmentOrders } = more.order ?? changedWhileRead();
      parts.push(...fulfillmentOrders.nodes);
      after = nextOf(fulfillmentOrders);
    }
    const fulfillmentOrders: ShopifyFulfillmentOrder[] = [];
    for (const part of parts) fulfillmentOrders.push(await this.#completeLines(connection, part));
    return { ...order, fulfillmentOrders };
  }

  async #completeLines(
    connection: Connection,
    { lineItems, ...part }: ShopifyFulfillmentOrderPage,
  ): Promise<ShopifyFulfillmentOrder> {
    const lines = [...lineItems.nodes];
    let after = nextOf(lineItems);
    while (after !== null) {
      const variables = { id: part.id, first: LINES_PAGE_SIZE, after };
      const more = await this.#client.run(connection, MORE_LINES, variables);
      const page = (more.fulfillmentOrder ?? changedWhileRead()).lineItems;
      lines.push(...page.nodes);
      after = nextOf(page);
    }
    return { ...part, lines };
  }
}

interface Page {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined };
}

function nextOf({ pageInfo }: Page): string | null {
  if (!pageInfo.hasNextPage) return null;
  if (!pageInfo.endCursor) throw new SourceUnavailableError('Shopify answered with a page without a cursor.');
  return pageInfo.endCursor;
}

function changedWhileRead(): never {
  throw new SourceUnavailableError('The order changed while it was read.');
}
