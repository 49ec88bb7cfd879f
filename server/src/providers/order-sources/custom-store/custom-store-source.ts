import { ago, type Clock, days, later, minutes } from '../../../platform/clock.ts';
import { lineOf } from '../../../platform/html-text.ts';
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
  type WithdrawOutcome,
} from '../port.ts';
import {
  CustomStoreClient,
  type CustomStoreDeps,
  NoExportError,
  storeUrl,
  type Window,
} from './custom-store-client.ts';
import { idOf, isToShip, readableOrders, shopOrderOf } from './custom-store-mapping.ts';
import { ReportingSchema, shipNotice } from './ship-notice.ts';
import type { XmlElement } from './xml-document.ts';

/** The protocol asks for changes in a period. Older open orders are not imported. */
const FIRST_IMPORT_MS = days(90);
const MAX_PAGES_OF_A_SEARCH = 500;
const MAX_PASSES = 3;
/** A slow store must not hold up the others for longer. */
const SEARCH_WITHIN_MS = minutes(5);
/** Names an order in the comparison that cannot be looked up. */
const NO_NUMBER = '(order without a number)';

/**
 * Orders of a store that serves the XML format of ShipStation's custom stores. Secrets: `userName` and
 * `password`.
 */
export class CustomStoreSource implements OrderSource {
  readonly kind = 'custom_store';
  readonly hasOwnClock = true;
  /** A day less than is asked for, because clocks and time zones differ. */
  readonly shows = { by: 'changed', forMs: FIRST_IMPORT_MS - days(1) } as const;
  readonly subscribe = null;
  readonly readWebhook = null;
  readonly #client: CustomStoreClient;
  readonly #clock: Clock;

  constructor(deps: CustomStoreDeps) {
    this.#client = new CustomStoreClient(deps);
    this.#clock = deps.clock;
  }

  async connect(connection: Connection): Promise<ConnectedShop> {
    const window = this.#since(ago(this.#clock, days(1)));
    const { orders } = await this.#client.export(connection, window, 1).catch((error: unknown) => {
      throw refusalOf(error) ?? error;
    });
    const [order] = readableOrders(orders);
    const { host, origin, pathname } = storeUrl(connection);
    return {
      name: host,
      externalId: `${origin}${pathname}`,
      currency: order?.currency ?? null,
      warnings: [],
      secrets: null,
    };
  }

  async readChanged(connection: Connection, { changedSince, page }: ChangedRequest): Promise<OrderPage> {
    const at = page === null ? this.#firstCursor(changedSince) : readCursor(page);
    const { orders, pages } = await this.#client.export(connection, at, at.page);
    const found = readableOrders(orders).filter((order) => changedSince !== null || isWaiting(order));
    return {
      orders: found.sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime()),
      next: at.page < pages ? makeCursor({ ...at, page: at.page + 1 }) : await this.#nextPass(connection, at),
      total: null,
    };
  }

  async readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null> {
    return this.#search(connection, ago(this.#clock, FIRST_IMPORT_MS), externalId);
  }

  async listOpen(connection: Connection, page: string | null) {
    const at = Number(page ?? '1');
    const window = this.#since(ago(this.#clock, FIRST_IMPORT_MS));
    const { orders, pages } = await this.#client.export(connection, window, at);
    return {
      externalIds: orders.filter(isToShip).map((order) => idOf(order) || NO_NUMBER),
      next: at < pages ? String(at + 1) : null,
    };
  }

  async report(connection: Connection, parcel: ShippedParcel): Promise<ReportOutcome> {
    const query = {
      action: 'shipnotify',
      order_number: parcel.order.number,
      carrier: parcel.carrier,
      service: parcel.service,
      tracking_number: parcel.trackingNumber,
    };
    const { status, body } = await this.#client.notify(connection, query, shipNotice(connection, parcel));
    if (status < 300) return { kind: 'reported', reference: parcel.order.number };
    return {
      kind: 'refused',
      code: status === 404 ? 'order_missing' : 'other',
      message: lineOf(body.toString()) || `The store answered with status ${status}.`,
    };
  }

  /**
   * The protocol has no way to look up a tracking number. An order that became shipped, or that the store no
   * longer exports, counts as reported: a second notice could email the buyer again. After the notice of another parcel,
   * its state proves nothing.
   */
  async findReport(
    connection: Connection,
    { order, hasOtherReports }: ShippedParcel,
  ): Promise<FoundReport | null> {
    if (hasOtherReports) return { reference: order.number, isUnproven: true };
    const { updatedAt } = ReportingSchema.parse(order.reporting);
    const from = updatedAt === undefined ? ago(this.#clock, FIRST_IMPORT_MS) : new Date(updatedAt);
    const found = await this.#search(connection, from, order.externalId);
    return found === null || found.state === 'shipped' ? { reference: order.number } : null;
  }

  async withdraw(): Promise<WithdrawOutcome> {
    return { kind: 'unsupported' };
  }

  /** Reads the pages again if orders changed during the search, because the order may have moved to a page that was read already. */
  async #search(connection: Connection, from: Date, externalId: string): Promise<ShopOrder | null> {
    const endsAt = later(this.#clock.now(), SEARCH_WITHIN_MS);
    for (let pass = 1; ; pass += 1) {
      const startedAt = this.#clock.now();
      const { found, pages } = await this.#searchPages(connection, { from, externalId, endsAt });
      if (found) return shopOrderOf(found);
      if (pages <= 1 || pass >= MAX_PASSES || !(await this.#hasChanges(connection, startedAt))) return null;
    }
  }

  async #searchPages(
    connection: Connection,
    { from, externalId, endsAt }: { from: Date; externalId: string; endsAt: Date },
  ): Promise<{ found: XmlElement | undefined; pages: number }> {
    const window = this.#since(from);
    for (let page = 1; page <= MAX_PAGES_OF_A_SEARCH; page += 1) {
      const { orders, pages } = await this.#client.export(connection, window, page);
      const found = orders.find((order) => idOf(order) === externalId);
      if (found || page >= pages) return { found, pages };
      if (this.#clock.now() > endsAt)
        throw new SourceUnavailableError('The store is too slow to be searched.');
    }
    throw new SourceUnavailableError('The store has too many orders to search.');
  }

  /**
   * Until tomorrow, because clocks differ, and because an order that changes while pages are read must stay
   * in the window.
   */
  #since(from: Date): Window {
    return { from, until: later(this.#clock.now(), days(1)) };
  }

  #firstCursor(changedSince: Date | null): Cursor {
    const from = changedSince ?? ago(this.#clock, FIRST_IMPORT_MS);
    return { ...this.#since(from), page: 1, pass: 1, startedAt: this.#clock.now() };
  }

  /**
   * When an order changes while pages are read, others can move to a page that was read already. The protocol
   * has no sort order, so all pages are read again.
   */
  async #nextPass(connection: Connection, at: Cursor): Promise<string | null> {
    if (at.page === 1 || at.pass >= MAX_PASSES) return null;
    const startedAt = this.#clock.now();
    if (!(await this.#hasChanges(connection, at.startedAt))) return null;
    return makeCursor({ ...at, page: 1, pass: at.pass + 1, startedAt });
  }

  async #hasChanges(connection: Connection, since: Date): Promise<boolean> {
    const { orders } = await this.#client.export(connection, this.#since(since), 1);
    return orders.length > 0;
  }
}

/** Failures that mean a wrong address if this is the first call. */
function refusalOf(error: unknown): SourceRefusedError | null {
  if (!(error instanceof SourceUnavailableError)) return null;
  const status = error instanceof NoExportError ? error.status : 0;
  if (status === 404 || isUnknownHost(error.cause))
    return new SourceRefusedError('not_found', 'There is no store at this address.', { cause: error });
  return status >= 300 && status < 400
    ? new SourceRefusedError('not_a_shop', 'This address redirects to another one.', { cause: error })
    : null;
}

const isWaiting = ({ state }: ShopOrder) => state !== 'shipped' && state !== 'cancelled';

interface Cursor extends Window {
  page: number;
  pass: number;
  startedAt: Date;
}

const makeCursor = ({ from, until, page, pass, startedAt }: Cursor) =>
  [from.toISOString(), until.toISOString(), page, pass, startedAt.toISOString()].join('~');

function readCursor(text: string): Cursor {
  const [from = '', until = '', page, pass, startedAt = ''] = text.split('~');
  return {
    from: new Date(from),
    until: new Date(until),
    page: Number(page),
    pass: Number(pass),
    startedAt: new Date(startedAt),
  };
}
