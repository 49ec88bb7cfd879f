import type * as z from 'zod/mini';
import { days, later } from '../../../platform/clock.ts';
import type {
  ChangedRequest,
  ConnectedShop,
  Connection,
  OrderPage,
  OrderSource,
  ReportOutcome,
  ShippedParcel,
  ShopOrder,
  WithdrawOutcome,
} from '../port.ts';
import { SourceUnavailableError } from '../port.ts';
import { OneOrderSchema, OrderIdsSchema, OrdersSchema } from './amazon-answers.ts';
import { AmazonClient } from './amazon-client.ts';
import type { AmazonDeps } from './amazon-deps.ts';
import { OPEN_STATUSES, shopOrderOf, WAITING_STATUSES } from './amazon-mapping.ts';
import { marketplaceOf } from './amazon-marketplaces.ts';
import { AmazonReports, isOrderId, orderPath } from './amazon-reports.ts';

const ORDERS = '/orders/2026-01-01/orders';
const INCLUDED = 'BUYER,RECIPIENT,PROCEEDS,FULFILLMENT,CANCELLATION';
/** Amazon cancels unshipped orders much earlier. */
const OLDEST_MS = days(365);
/** Amazon lists changes after two minutes, and refuses a period that has not begun by then. */
const LISTED_AFTER_MS = 3 * 60_000;
const SAMPLE_SIZE = 20;

/**
 * Orders that the seller ships, through Amazon's Selling Partner API. Secrets: `clientId`, `clientSecret` and `refreshToken` of
 * an app that the seller has authorized. The address is that of the marketplace.
 */
export class AmazonOrderSource implements OrderSource {
  readonly kind = 'amazon';
  /** Amazon delivers events only to AWS queues. */
  readonly subscribe = null;
  readonly readWebhook = null;
  readonly #deps: AmazonDeps;
  readonly #client: AmazonClient;
  readonly #reports: AmazonReports;

  constructor(deps: AmazonDeps) {
    this.#deps = deps;
    this.#client = new AmazonClient(deps);
    this.#reports = new AmazonReports(this.#client);
  }

  async connect(connection: Connection): Promise<ConnectedShop> {
    const marketplace = marketplaceOf(connection.address);
    const { site, id, currency } = marketplace;
    const found = await this.#search(connection, OrdersSchema, {
      ...queryOf(this.#oldest()),
      fulfillmentStatuses: OPEN_STATUSES,
      includedData: INCLUDED,
      maxResultsPerPage: String(SAMPLE_SIZE),
    });
    const orders = found.orders.map((order) => shopOrderOf(order, marketplace));
    const secrets = this.#client.tokens.secretsOf(connection);
    return {
      name: `A${site.slice(1)}`,
      // Orders do not name the seller. Sellers use an app of their own.
      externalId: `${id}:${connection.secrets.clientId ?? ''}`,
      currency,
      // Amazon has no flag for withheld addresses, so we look at the open orders.
      warnings:
        orders.length > 0 && orders.every(({ recipientWithheld }) => recipientWithheld !== null)
          ? ['addresses_withheld']
          : [],
      secrets: secrets === connection.secrets ? null : secrets,
    };
  }

  async readChanged(connection: Connection, { changedSince, page }: ChangedRequest): Promise<OrderPage> {
    const marketplace = marketplaceOf(connection.address);
    const at = page === null ? this.#first(changedSince) : readCursor(page);
    const { orders, pagination } = await this.#search(connection, OrdersSchema, {
      ...queryOf(at),
      ...(changedSince === null ? { fulfillmentStatuses: WAITING_STATUSES } : {}),
      includedData: INCLUDED,
    });
    return {
      orders: orders
        .map((order) => shopOrderOf(order, marketplace))
        .sort((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime()),
      next: nextCursor(at, pagination?.nextToken),
      total: null,
    };
  }

  async readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null> {
    const marketplace = marketplaceOf(connection.address);
    if (!isOrderId(externalId)) return null;
    const found = await this.#client.read(connection, OneOrderSchema, {
      operation: 'getOrder',
      path: orderPath(externalId),
      query: { includedData: INCLUDED },
    });
    return found && shopOrderOf(found.order, marketplace);
  }

  async listOpen(connection: Connection, page: string | null) {
    const at = page === null ? this.#oldest() : readCursor(page);
    const { orders, pagination } = await this.#search(connection, OrderIdsSchema, {
      ...queryOf(at),
      fulfillmentStatuses: OPEN_STATUSES,
    });
    return {
      externalIds: orders.map(({ orderId }) => orderId),
      next: nextCursor(at, pagination?.nextToken),
    };
  }

  report(connection: Connection, parcel: ShippedParcel): Promise<ReportOutcome> {
    return this.#reports.report(connection, parcel);
  }

  findReport(connection: Connection, parcel: ShippedParcel): Promise<{ reference: string } | null> {
    return this.#reports.find(connection, parcel);
  }

  /** A confirmation can be changed, but not withdrawn. */
  async withdraw(): Promise<WithdrawOutcome> {
    return { kind: 'unsupported' };
  }

  async #search<T extends z.ZodMiniType>(
    connection: Connection,
    schema: T,
    query: Record<string, string>,
  ): Promise<z.output<T>> {
    const found = await this.#client.read(connection, schema, {
      operation: 'searchOrders',
      path: ORDERS,
      query: {
        marketplaceIds: marketplaceOf(connection.address).id,
        fulfilledBy: 'MERCHANT',
        maxResultsPerPage: String(this.#deps.pageSize),
        ...query,
      },
    });
    if (!found) throw new SourceUnavailableError('Amazon returned 404 for the list of orders.');
    return found;
  }

  #oldest(): Cursor {
    return { since: later(this.#deps.clock.now(), -OLDEST_MS), token: null };
  }

  #first(since: Date | null): Cursor {
    if (since === null) return this.#oldest();
    const listed = later(this.#deps.clock.now(), -LISTED_AFTER_MS);
    return { since: since < listed ? since : listed, token: null };
  }
}

/** Amazon wants the same request with each page. */
interface Cursor {
  since: Date;
  token: string | null;
}

const queryOf = ({ since, token }: Cursor): Record<string, string> => ({
  lastUpdatedAfter: since.toISOString(),
  ...(token === null ? {} : { paginationToken: token }),
});

const nextCursor = ({ since }: Cursor, token: string | null | undefined): string | null =>
  token ? `${since.toISOString()}~${token}` : null;

function readCursor(text: string): Cursor {
  const at = text.indexOf('~');
  return { since: new Date(text.slice(0, at)), token: text.slice(at + 1) };
}
