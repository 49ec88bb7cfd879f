import { later } from '../../../platform/clock.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { isUnknownHost } from '../../../platform/outgoing/guarded-call.ts';
import {
  type ChangedRequest,
  type ConnectedShop,
  type Connection,
  type FoundReport,
  type OrderPage,
  type OrderSource,
  type ReportOutcome,
  type ShippedParcel,
  type ShopOrder,
  SourceRefusedError,
  SourceUnavailableError,
  TooSlowError,
  type WebhookTarget,
  type WithdrawOutcome,
} from '../port.ts';
import {
  FulfillmentsSchema,
  OrderIdsSchema,
  OrderSchema,
  OrdersSchema,
  RefundsSchema,
  type WooOrder,
} from './woocommerce-answers.ts';
import { WooCommerceAuthorization } from './woocommerce-authorization.ts';
import {
  hasNoRoute,
  NotTheApiError,
  parseAnswer,
  siteOf,
  type WooAnswer,
  WooCommerceClient,
  type WooCommerceDeps,
} from './woocommerce-client.ts';
import { hasDate, type OrderContext, shopOrderOf, updatedAt } from './woocommerce-mapping.ts';
import { WooCommerceProducts } from './woocommerce-products.ts';
import { WooCommerceReports } from './woocommerce-reports.ts';
import { OPEN_STATUS, stateOf, WAITING_STATUSES } from './woocommerce-statuses.ts';
import { readOrderWebhook, subscribeToOrders, unsubscribeFromOrders } from './woocommerce-webhooks.ts';

interface WooCommerceSourceDeps extends WooCommerceDeps {
  pageSize?: number;
}

const PATH = '/wc/v3/orders';
const PAGE_SIZE = 100;
/** Stores run on small servers. Also how many orders are completed in one step. */
const CONCURRENCY = 2;

/** Orders of a WooCommerce store through its REST API v3. Secrets: `consumerKey` and `consumerSecret`. */
export class WooCommerceSource implements OrderSource {
  readonly kind = 'woocommerce';
  readonly hasOwnClock = true;
  readonly authorization = new WooCommerceAuthorization();
  readonly #client: WooCommerceClient;
  readonly #products: WooCommerceProducts;
  readonly #reports: WooCommerceReports;
  readonly #pageSize: number;

  constructor({ pageSize = PAGE_SIZE, ...deps }: WooCommerceSourceDeps) {
    this.#client = new WooCommerceClient(deps);
    this.#products = new WooCommerceProducts(this.#client, deps.clock);
    this.#reports = new WooCommerceReports(this.#client, (connection, id) => this.readOrder(connection, id));
    this.#pageSize = pageSize;
  }

  async connect(connection: Connection): Promise<ConnectedShop> {
    const site = siteOf(connection.address);
    const answer = await this.#client.read(connection, PATH, { per_page: '1' }).catch((error: unknown) => {
      throw refusalOf(error) ?? error;
    });
    if (hasNoRoute(answer))
      throw new SourceRefusedError('not_a_shop', `${site} is a WordPress site without WooCommerce.`);
    const [newest] = parseAnswer(OrdersSchema, PATH, answer);
    return {
      name: site.replace(/^https?:\/\//, ''),
      externalId: site,
      currency: newest?.currency ?? null,
      warnings: (await this.#mayWrite(connection)) ? [] : ['read_only_key'],
      secrets: null,
    };
  }

  /** No order has the id 0, so this changes nothing. */
  async #mayWrite(connection: Connection): Promise<boolean> {
    try {
      await this.#client.write(connection, { method: 'PUT', path: `${PATH}/0`, body: {} });
      return true;
    } catch (error) {
      if (error instanceof SourceRefusedError && error.code === 'permission') return false;
      throw error;
    }
  }

  async readChanged(connection: Connection, { changedSince, page }: ChangedRequest): Promise<OrderPage> {
    const at = page === null ? firstCursor(changedSince) : readCursor(page);
    const answer = await this.#client.read(connection, PATH, {
      orderby: 'modified',
      order: 'asc',
      per_page: String(this.#pageSize),
      page: String(at.page),
      ...(at.after === null ? {} : { modified_after: gmtOf(at.after), dates_are_gmt: 'true' }),
      ...(changedSince === null ? { status: WAITING_STATUSES } : {}),
    });
    const orders = parseAnswer(OrdersSchema, PATH, answer);
    const total = at.total ?? numberIn(answer.headers, 'x-wp-total');
    const readable = readableIn(orders);
    const left = afterLast(at, readable);
    const completed = await this.#complete(connection, left);
    const isInterrupted = completed.length < left.length;
    const next = isInterrupted
      ? cursorWithin({ ...at, total }, left.slice(0, completed.length))
      : cursorAfter({ ...at, total }, readable);
    return {
      orders: completed,
      next: isInterrupted || this.#hasMore(answer, at.page, orders) ? next : null,
      total,
    };
  }

  async readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null> {
    const path = `${PATH}/${encodeURIComponent(externalId)}`;
    const answer = await this.#client.read(connection, path);
    if (answer.status === 404 && !hasNoRoute(answer)) return null;
    const [order] = await this.#complete(connection, [parseAnswer(OrderSchema, path, answer)]);
    return order ?? null;
  }

  async listOpen(connection: Connection, page: string | null) {
    const at = Number(page ?? '1');
    const answer = await this.#client.read(connection, PATH, {
      status: OPEN_STATUS,
      orderby: 'id',
      order: 'asc',
      per_page: String(this.#pageSize),
      page: String(at),
    });
    const orders = parseAnswer(OrderIdsSchema, PATH, answer);
    return {
      externalIds: orders
        .filter((order) => fulfillmentStatusOf(order) !== 'fulfilled')
        .map(({ id }) => String(id)),
      next: this.#hasMore(answer, at, orders) ? String(at + 1) : null,
    };
  }

  /** Some hosts return fewer orders per page than we ask for, so a short page is not always the last. */
  #hasMore({ headers }: WooAnswer, page: number, orders: readonly unknown[]): boolean {
    const pages = numberIn(headers, 'x-wp-totalpages');
    return pages === null ? orders.length >= this.#pageSize : orders.length > 0 && page < pages;
  }

  report(connection: Connection, parcel: ShippedParcel, begun?: FoundReport): Promise<ReportOutcome> {
    return this.#reports.report(connection, parcel, begun);
  }

  findReport(connection: Connection, parcel: ShippedParcel): Promise<FoundReport | null> {
    return this.#reports.find(connection, parcel);
  }

  withdraw(
    connection: Connection,
    { parcel, reference }: { parcel: ShippedParcel; reference: string },
  ): Promise<WithdrawOutcome> {
    return this.#reports.withdraw(connection, parcel, reference);
  }

  subscribe = (connection: Connection, hook: WebhookTarget): Promise<void> =>
    subscribeToOrders(this.#client, connection, hook);

  unsubscribe = (connection: Connection, hook: WebhookTarget): Promise<void> =>
    unsubscribeFromOrders(this.#client, connection, hook);

  readWebhook = readOrderWebhook;

  /**
   * Adds what orders do not contain: weights, refunded and fulfilled quantities. If the time for calls is over before all
   * orders are complete, returns the first ones, so that a slow store makes progress with each turn.
   */
  async #complete(connection: Connection, orders: readonly WooOrder[]): Promise<ShopOrder[]> {
    const load = await this.#products.of(connection, itemsOf(orders));
    const completed: ShopOrder[] = [];
    while (completed.length < orders.length) {
      const some = orders.slice(completed.length, completed.length + CONCURRENCY);
      try {
        completed.push(...(await this.#completeSome(connection, some, await load(itemsOf(some)))));
      } catch (error) {
        if (error instanceof TooSlowError && completed.length > 0) break;
        throw error;
      }
    }
    return completed;
  }

  #completeSome(
    connection: Connection,
    orders: readonly WooOrder[],
    productOf: OrderContext['productOf'],
  ): Promise<ShopOrder[]> {
    return inParallel(orders, CONCURRENCY, async (order) => {
      const [refunds, fulfillments] = isWaiting(order.status)
        ? [await this.#refundsOf(connection, order), await this.#fulfillmentsOf(connection, order)]
        : [[], []];
      return shopOrderOf(order, { productOf, refunds, fulfillments });
    });
  }

  async #refundsOf(connection: Connection, { id, refunds }: WooOrder): Promise<OrderContext['refunds']> {
    if (refunds.length === 0) return [];
    return this.#client.readAs(connection, RefundsSchema, `${PATH}/${id}/refunds`, { per_page: '100' });
  }

  async #fulfillmentsOf(connection: Connection, order: WooOrder): Promise<OrderContext['fulfillments']> {
    if (!['fulfilled', 'partially_fulfilled'].includes(fulfillmentStatusOf(order))) return [];
    const path = `${PATH}/${order.id}/fulfillments`;
    const answer = await this.#client.read(connection, path);
    return hasNoRoute(answer) ? [] : parseAnswer(FulfillmentsSchema, path, answer);
  }
}

/** Failures that mean a wrong address if this is the first call. */
function refusalOf(error: unknown): SourceRefusedError | null {
  if (!(error instanceof SourceUnavailableError)) return null;
  if (isUnknownHost(error.cause))
    return new SourceRefusedError('not_found', 'There is no store at this address.', { cause: error });
  return error instanceof NotTheApiError && error.isElsewhere
    ? new SourceRefusedError('not_a_shop', `${error.message} Enter the address of the store itself.`)
    : null;
}

const itemsOf = (orders: readonly WooOrder[]) => orders.flatMap(({ line_items }) => line_items);

const isWaiting = (status: string) => !['shipped', 'cancelled'].includes(stateOf(status));

/** WooCommerce keeps it in the order, so that only orders with fulfillments need another call. */
const fulfillmentStatusOf = ({ meta_data }: Pick<WooOrder, 'meta_data'>) =>
  String(meta_data.find(({ key }) => key === '_fulfillment_status')?.value ?? '');

/**
 * Leaves out orders without a date, which a plugin may have created, so that they do not block the others. The daily
 * comparison reports them. If no order of several has a date, the answer itself is wrong.
 */
function readableIn(orders: readonly WooOrder[]): readonly WooOrder[] {
  const dated = orders.filter(hasDate);
  return orders.length > 1 && dated.length === 0 ? orders : dated;
}

interface Cursor {
  after: Date | null;
  page: number;
  total: number | null;
  /** The last order that was read of an interrupted page, if it has the first second of the page. */
  last: string;
}

/**
 * Continues after the last order by its time instead of its position: an order that changes in between moves
 * to the end, and with page numbers the first order of the next page would be skipped. Page numbers are used
 * only while a whole page has the same second.
 */
function cursorAfter(at: Cursor, orders: readonly WooOrder[]): string {
  return cursorAt(at, orders.at(-1)) ?? makeCursor({ ...at, page: at.page + 1, last: '' });
}

/** Continues inside a page. */
function cursorWithin(at: Cursor, read: readonly WooOrder[]): string {
  const last = read.at(-1);
  return cursorAt(at, last) ?? makeCursor({ ...at, last: last ? String(last.id) : at.last });
}

/** Null if the page starts at this time already. */
function cursorAt(at: Cursor, last: WooOrder | undefined): string | null {
  if (!last || !isLater(last, at.after)) return null;
  // Other orders of the last second must be read again.
  return makeCursor({ ...at, after: justBefore(updatedAt(last)), page: 1, last: '' });
}

/**
 * What is left of an interrupted page. Its first second comes in the order of the IDs, because the store may list orders of
 * the same second in another order each time.
 */
function afterLast({ after, last }: Cursor, orders: readonly WooOrder[]): readonly WooOrder[] {
  const first = orders.filter((order) => !isLater(order, after)).toSorted((a, b) => a.id - b.id);
  const others = orders.filter((order) => isLater(order, after));
  return [...first.filter(({ id }) => id > Number(last)), ...others];
}

/** Whether a page that starts just before the order skips anything. */
const isLater = (order: WooOrder, after: Date | null) =>
  after === null || justBefore(updatedAt(order)).getTime() > after.getTime();

/** The store returns only orders that changed after the second in the request. */
const justBefore = (time: Date) => later(time, -1000);

const firstCursor = (since: Date | null): Cursor => ({
  after: since === null ? null : justBefore(since),
  page: 1,
  total: null,
  last: '',
});

const makeCursor = ({ after, page, total, last }: Cursor) =>
  [after === null ? '' : after.toISOString(), page, total ?? '', ...(last === '' ? [] : [last])].join('~');

function readCursor(text: string): Cursor {
  const [after = '', page, total = '', last = ''] = text.split('~');
  return {
    after: after === '' ? null : new Date(after),
    page: Number(page),
    total: total === '' ? null : Number(total),
    last,
  };
}

/** Without a zone: WordPress converts a time with one to the site's time zone, even if `dates_are_gmt` is set. */
const gmtOf = (time: Date) => time.toISOString().slice(0, 19);

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name) ?? '';
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}
