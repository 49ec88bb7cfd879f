import { ago, days } from '../../../platform/clock.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import {
  type ChangedRequest,
  type ConnectedShop,
  type Connection,
  type OrderPage,
  type OrderSource,
  type ShippedParcel,
  type ShopOrder,
  SourceRefusedError,
  SourceUnavailableError,
  type WithdrawOutcome,
} from '../port.ts';
import { type EbayOrder, FulfillmentsSchema, OrderSchema, OrdersSchema, UserSchema } from './ebay-answers.ts';
import { EbayAuthorization } from './ebay-authorization.ts';
import { EbayClient } from './ebay-client.ts';
import type { EbayDeps } from './ebay-deps.ts';
import { paidOf, shopOrderOf, stateOf, updatedAt } from './ebay-mapping.ts';
import { EbayNotices } from './ebay-notices.ts';
import { EbayReports } from './ebay-reports.ts';
import { readWindow } from './ebay-windows.ts';

const ORDERS = '/sell/fulfillment/v1/order';
const USER = '/commerce/identity/v1/user/';
/** One of the two combinations that eBay accepts. */
const WAITING = 'orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}';
/** Older orders have no addresses. */
const OPEN_FOR_MS = days(90);
/** eBay refuses earlier times. */
const KEPT_FOR_MS = days(2 * 365);
const CONCURRENCY = 2;

type DateField = 'lastmodifieddate' | 'creationdate';

/**
 * Orders of an eBay seller through the Fulfillment API v1. Secrets: `accessToken` and `refreshToken`, and `clientId`, `clientSecret`
 * and `ruName` of the client's own app. eBay has no webhooks about orders.
 */
export class EbaySource implements OrderSource {
  readonly kind = 'ebay';
  readonly subscribe = null;
  readonly readWebhook = null;
  readonly authorization: EbayAuthorization;
  readonly deletionNotices?: EbayNotices;
  readonly #deps: EbayDeps;
  readonly #client: EbayClient;
  readonly #reports: EbayReports;

  constructor(deps: EbayDeps) {
    this.#deps = deps;
    this.authorization = new EbayAuthorization(deps);
    if (deps.app?.verificationToken)
      this.deletionNotices = new EbayNotices(deps, deps.app, deps.app.verificationToken);
    this.#client = new EbayClient(deps);
    this.#reports = new EbayReports(this.#client, (externalId) =>
      this.#orderUrl(externalId, '/shipping_fulfillment'),
    );
  }

  async connect(connection: Connection): Promise<ConnectedShop> {
    const { orders } = await this.#list(connection, 'lastmodifieddate', `[${this.#since(OPEN_FOR_MS)}..]`);
    const [order] = orders;
    const user = await this.#user(connection);
    const secrets = this.#client.tokens.secretsOf(connection);
    return {
      name: user?.username || order?.sellerId || 'eBay',
      externalId: user?.userId ?? order?.sellerId ?? '',
      currency: order?.pricingSummary?.total?.currency ?? null,
      warnings: [],
      secrets: secrets === connection.secrets ? null : secrets,
    };
  }

  /** Null without the right to read it: orders name the seller too. */
  async #user(connection: Connection) {
    try {
      return await this.#client.read(connection, UserSchema, new URL(USER, this.#deps.origins.identity));
    } catch (error) {
      if (error instanceof SourceRefusedError && error.code === 'permission') return null;
      throw error;
    }
  }

  async readChanged(connection: Connection, { changedSince, page }: ChangedRequest): Promise<OrderPage> {
    const earliest = ago(this.#deps.clock, changedSince === null ? OPEN_FOR_MS : KEPT_FOR_MS);
    const start = changedSince !== null && changedSince > earliest ? changedSince : earliest;
    const status = changedSince === null ? WAITING : null;
    const { orders, next, total } = await this.#window(connection, 'lastmodifieddate', status, start, page);
    const sorted = orders.toSorted((a, b) => updatedAt(a).getTime() - updatedAt(b).getTime());
    return {
      orders: await inParallel(sorted, CONCURRENCY, (order) => this.#complete(connection, order)),
      next,
      total,
    };
  }

  async readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null> {
    const order = await this.#client.read(connection, OrderSchema, this.#orderUrl(externalId));
    return order && this.#complete(connection, order);
  }

  async listOpen(connection: Connection, page: string | null) {
    const start = ago(this.#deps.clock, OPEN_FOR_MS);
    const { orders, next } = await this.#window(connection, 'creationdate', WAITING, start, page);
    const open = orders.filter((order) => stateOf(order) !== 'cancelled' && paidOf(order) === 'yes');
    return { externalIds: open.map(({ orderId }) => orderId), next };
  }

  report(connection: Connection, parcel: ShippedParcel) {
    return this.#reports.report(connection, parcel);
  }

  findReport(connection: Connection, parcel: ShippedParcel) {
    return this.#reports.find(connection, parcel);
  }

  webhookSecret = (): null => null;

  /** The API cannot remove a shipment. */
  withdraw = async (): Promise<WithdrawOutcome> => ({ kind: 'unsupported' });

  /** Only an order that is partly shipped needs another call. */
  async #complete(connection: Connection, order: EbayOrder): Promise<ShopOrder> {
    if (order.orderFulfillmentStatus !== 'IN_PROGRESS') return shopOrderOf(order, []);
    const url = this.#orderUrl(order.orderId, '/shipping_fulfillment');
    const answer = await this.#client.read(connection, FulfillmentsSchema, url);
    return shopOrderOf(order, answer?.fulfillments ?? []);
  }

  #window(connection: Connection, field: DateField, status: string | null, start: Date, page: string | null) {
    const { clock, pageSize } = this.#deps;
    const list = (range: string, offset: number) => this.#list(connection, field, range, status, offset);
    return readWindow({ list, clock, pageSize }, start, page);
  }

  async #list(
    connection: Connection,
    field: DateField,
    range: string,
    status: string | null = null,
    offset = 0,
  ) {
    const url = new URL(ORDERS, this.#deps.origins.api);
    url.search = new URLSearchParams({
      filter: [`${field}:${range}`, ...(status ? [status] : [])].join(','),
      limit: String(this.#deps.pageSize),
      offset: String(offset),
    }).toString();
    const list = await this.#client.read(connection, OrdersSchema, url);
    if (!list) throw new SourceUnavailableError('eBay returned 404 for the list of orders.');
    return list;
  }

  #orderUrl(externalId: string, rest = ''): URL {
    return new URL(`${ORDERS}/${encodeURIComponent(externalId)}${rest}`, this.#deps.origins.api);
  }

  #since = (milliseconds: number) => ago(this.#deps.clock, milliseconds).toISOString();
}
