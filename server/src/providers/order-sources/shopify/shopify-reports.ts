import { lineOf } from '../../../platform/html-text.ts';
import { asUnavailable, beforeWriting } from '../nothing-done.ts';
import {
  type Connection,
  type FoundReport,
  type ReportOutcome,
  type ShippedParcel,
  SourceUnavailableError,
  type WithdrawOutcome,
} from '../port.ts';
import {
  allocate,
  allThatRemains,
  type Contents,
  contentsOf,
  type FulfillmentLines,
  without,
} from './shopify-allocation.ts';
import type { ShopifyOrder, UserErrors } from './shopify-answers.ts';
import type { ShopifyClient } from './shopify-client.ts';
import { gidOf, isNumber, numberOf } from './shopify-ids.ts';
import {
  CANCEL_FULFILLMENT,
  CREATE_FULFILLMENT,
  FULFILLMENT_LINES,
  FULFILLMENT_STATES,
  FULFILLMENTS,
} from './shopify-operations.ts';
import type { ShopifyOrders } from './shopify-orders.ts';

/** Shopify recognizes carriers by these names and links to their tracking pages. */
const COMPANIES: Readonly<Record<string, string>> = { DHL: 'DHL Express' };

/** These fulfillments do not count. */
const ENDED = new Set(['CANCELLED', 'FAILURE', 'ERROR']);

const SEPARATOR = ',';

/** The fulfillments that already carry the parcel's tracking number. */
interface Reported {
  ids: string[];
  contents: Contents;
}

type Refused = Extract<ReportOutcome, { kind: 'refused' }>;

export class ShopifyReports {
  readonly #client: ShopifyClient;
  readonly #orders: ShopifyOrders;

  constructor(client: ShopifyClient, orders: ShopifyOrders) {
    this.#client = client;
    this.#orders = orders;
  }

  /** Reads the order first, so that a report that was interrupted between two locations is completed. */
  async report(connection: Connection, parcel: ShippedParcel): Promise<ReportOutcome> {
    const { externalId } = parcel.order;
    const id = gidOf('Order', externalId);
    const [order] = isNumber(externalId) ? await beforeWriting(this.#orders.read(connection, [id])) : [];
    if (!order) return refused('order_missing', 'The store does not have this order.');
    const reported = await beforeWriting(this.#reported(connection, parcel));
    const wanted = contentsOf(parcel);
    const contents = wanted.size > 0 ? wanted : allThatRemains(order.fulfillmentOrders);
    const fulfillments = allocate(order.fulfillmentOrders, without(contents, reported.contents));
    if (!fulfillments || (fulfillments.length === 0 && reported.ids.length === 0))
      return refused('order_closed', 'The store has nothing left to ship in this order.');
    const ids = [...reported.ids];
    for (const lines of fulfillments) {
      // One email per parcel.
      const notifyCustomer = connection.settings.notifyBuyer && ids.length === 0;
      const making = this.#create(connection, parcel, lines, notifyCustomer);
      const made = await (ids.length === 0 ? making : asUnavailable(making));
      if (!('id' in made))
        return { ...refusalOf(made.errors, order), ...(ids.length > 0 && { reference: referenceOf(ids) }) };
      ids.push(made.id);
    }
    return { kind: 'reported', reference: referenceOf(ids) };
  }

  async findReport(connection: Connection, parcel: ShippedParcel): Promise<FoundReport | null> {
    const { ids, contents } = await this.#reported(connection, parcel);
    if (ids.length === 0) return null;
    const reference = referenceOf(ids);
    return without(contentsOf(parcel), contents).size === 0 ? { reference } : { reference, isPartial: true };
  }

  async withdraw(connection: Connection, reference: string): Promise<WithdrawOutcome> {
    const ids = reference.split(SEPARATOR);
    const { nodes } = await this.#client.run(connection, FULFILLMENT_STATES, { ids });
    for (const fulfillment of nodes) {
      if (!fulfillment || ENDED.has(fulfillment.status)) continue;
      const { fulfillmentCancel } = await this.#client.run(connection, CANCEL_FULFILLMENT, {
        id: fulfillment.id,
      });
      const [error] = fulfillmentCancel.userErrors;
      if (error) return { kind: 'refused', message: lineOf(error.message) };
    }
    return { kind: 'withdrawn' };
  }

  async #create(
    connection: Connection,
    { carrier, trackingNumber, trackingUrl }: ShippedParcel,
    lines: FulfillmentLines,
    notifyCustomer: boolean,
  ): Promise<{ id: string } | { errors: UserErrors }> {
    const { fulfillmentCreate } = await this.#client.run(connection, CREATE_FULFILLMENT, {
      fulfillment: {
        lineItemsByFulfillmentOrder: lines,
        notifyCustomer,
        trackingInfo: {
          company: COMPANIES[carrier] ?? carrier,
          number: trackingNumber,
          ...(trackingUrl === '' ? {} : { url: trackingUrl }),
        },
      },
    });
    const { fulfillment, userErrors } = fulfillmentCreate;
    if (userErrors.length > 0) return { errors: userErrors };
    if (!fulfillment) throw new SourceUnavailableError('Shopify returned no fulfillment for a report.');
    return { id: fulfillment.id };
  }

  async #reported(connection: Connection, { order, trackingNumber }: ShippedParcel): Promise<Reported> {
    if (!isNumber(order.externalId)) return { ids: [], contents: new Map() };
    const answer = await this.#client.run(connection, FULFILLMENTS, { id: gidOf('Order', order.externalId) });
    const ids = (answer.order?.fulfillments ?? [])
      .filter(({ status, trackingInfo }) => {
        return !ENDED.has(status) && trackingInfo.some(({ number }) => number === trackingNumber);
      })
      .map(({ id }) => id);
    const contents = new Map<string, number>();
    for (const id of ids) await this.#addLines(connection, id, contents);
    return { ids, contents };
  }

  async #addLines(
    connection: Connection,
    id: string,
    contents: Map<string, number>,
    after: string | null = null,
  ): Promise<void> {
    const { fulfillment } = await this.#client.run(connection, FULFILLMENT_LINES, { id, after });
    if (!fulfillment) return;
    const { nodes, pageInfo } = fulfillment.fulfillmentLineItems;
    for (const { lineItem, quantity } of nodes) {
      const item = numberOf(lineItem.id);
      contents.set(item, (contents.get(item) ?? 0) + (quantity ?? 0));
    }
    if (pageInfo.hasNextPage) await this.#addLines(connection, id, contents, pageInfo.endCursor ?? null);
  }
}

/** The same fulfillments always give the same reference. */
const referenceOf = (ids: readonly string[]) => ids.toSorted().join(SEPARATOR);

const refused = (code: Refused['code'], message: string): Refused => ({ kind: 'refused', code, message });

function refusalOf(errors: UserErrors, order: ShopifyOrder): Refused {
  const message = lineOf(errors.map((error) => error.message).join(' '));
  if (errors.some(({ field }) => field?.includes('trackingInfo')))
    return refused('invalid_tracking', message);
  const isClosed = order.cancelledAt || order.fulfillmentOrders.every(({ status }) => status === 'CLOSED');
  return refused(isClosed ? 'order_closed' : 'other', message);
}
