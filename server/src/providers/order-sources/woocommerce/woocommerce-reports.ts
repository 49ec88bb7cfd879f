import { asUnavailable, beforeWriting } from '../nothing-done.ts';
import {
  type Connection,
  type FoundReport,
  type ReportOutcome,
  type ShippedParcel,
  type ShopOrder,
  SourceUnavailableError,
  type WithdrawOutcome,
} from '../port.ts';
import {
  FulfillmentSchema,
  FulfillmentsSchema,
  NoteSchema,
  NotesSchema,
  OrderSchema,
  TrackingSchema,
  TrackingsSchema,
  type WooOrder,
} from './woocommerce-answers.ts';
import { hasNoRoute, parseAnswer, type WooAnswer, type WooCommerceClient } from './woocommerce-client.ts';
import { isInForce } from './woocommerce-mapping.ts';
import { stateOf } from './woocommerce-statuses.ts';

/** The ways to show a tracking number, best first. The first that the store has is used. */
const WAYS = ['fulfillment', 'tracking', 'ast', 'note'] as const;
type Way = (typeof WAYS)[number];

/** Keys of the carriers that WooCommerce knows, and the names that the tracking plug-ins use. */
const CARRIERS: Readonly<Record<string, { key: string; name: string }>> = {
  USPS: { key: 'usps', name: 'USPS' },
  UPS: { key: 'ups', name: 'UPS' },
  FedEx: { key: 'fedex', name: 'FedEx' },
  DHL: { key: 'dhl', name: 'DHL' },
};

const CLOSED: Readonly<Record<string, string>> = {
  cancelled: 'canceled',
  refunded: 'refunded',
  trash: 'in the trash',
};

const pathOf = (way: Way, orderId: string) =>
  ({
    fulfillment: `/wc/v3/orders/${orderId}/fulfillments`,
    tracking: `/wc-shipment-tracking/v3/orders/${orderId}/shipment-trackings`,
    ast: `/wc-ast/v3/orders/${orderId}/shipment-trackings`,
    note: `/wc/v3/orders/${orderId}/notes`,
  })[way];

type ReadOrder = (connection: Connection, externalId: string) => Promise<ShopOrder | null>;

/** Reports parcels to the store. */
export class WooCommerceReports {
  readonly #client: WooCommerceClient;
  readonly #readOrder: ReadOrder;

  constructor(client: WooCommerceClient, readOrder: ReadOrder) {
    this.#client = client;
    this.#readOrder = readOrder;
  }

  /** If an entry exists but the order is not completed, `begun` names the entry. */
  async report(connection: Connection, parcel: ShippedParcel, begun?: FoundReport): Promise<ReportOutcome> {
    const order = await beforeWriting(this.#order(connection, parcel));
    if (order === null)
      return { kind: 'refused', code: 'order_missing', message: 'The store no longer has this order.' };
    if (begun) {
      await asUnavailable(this.#complete(connection, order, parcel));
      return { kind: 'reported', reference: begun.reference };
    }
    if (stateOf(order.status) === 'cancelled')
      return {
        kind: 'refused',
        code: 'order_closed',
        message: `The order is ${CLOSED[order.status] ?? 'closed'} in the store.`,
      };
    for (const way of WAYS) {
      const path = pathOf(way, parcel.order.externalId);
      const body = bodyOf(way, connection, parcel);
      const answer = await this.#client.write(connection, { method: 'POST', path, body });
      if (hasNoRoute(answer)) continue;
      if (answer.status >= 400) return refusalOf(answer);
      const reference = referenceOf(way, path, answer);
      await asUnavailable(this.#complete(connection, order, parcel));
      return { kind: 'reported', reference };
    }
    throw new SourceUnavailableError('The store does not accept tracking numbers.');
  }

  /** Changes nothing: the label may have been voided since. */
  async find(connection: Connection, parcel: ShippedParcel): Promise<FoundReport | null> {
    const order = await this.#order(connection, parcel);
    if (order === null) return null;
    for (const way of WAYS) {
      const id = await this.#find(connection, way, parcel);
      if (id === null) continue;
      const isPartial = await this.#isToComplete(connection, order, parcel);
      return { reference: `${way}:${id}`, ...(isPartial && { isPartial }) };
    }
    return null;
  }

  async withdraw(connection: Connection, parcel: ShippedParcel, reference: string): Promise<WithdrawOutcome> {
    const [way, id] = readReference(reference);
    // Notes stay: the buyer may already have received the note by email.
    const outcome =
      way === 'note' ? ({ kind: 'unsupported' } as const) : await this.#delete(connection, parcel, way, id);
    if (outcome.kind === 'refused') return outcome;
    const isOpen = await this.#reopen(connection, parcel);
    return outcome.kind === 'withdrawn' && !isOpen ? { ...outcome, isStillShipped: true } : outcome;
  }

  async #delete(
    connection: Connection,
    parcel: ShippedParcel,
    way: Way,
    id: string,
  ): Promise<WithdrawOutcome> {
    const path = `${pathOf(way, parcel.order.externalId)}/${encodeURIComponent(id)}`;
    const answer = await this.#client.write(connection, { method: 'DELETE', path });
    if (answer.status < 400) return { kind: 'withdrawn' };
    if (hasNoRoute(answer)) return { kind: 'unsupported' };
    // WooCommerce answers 400 when it was deleted before.
    const isThere = (await this.#find(connection, way, parcel)) === id;
    return isThere ? { kind: 'refused', message: answer.message } : { kind: 'withdrawn' };
  }

  /** The id of the entry with this tracking number. */
  async #find(connection: Connection, way: Way, parcel: ShippedParcel): Promise<string | null> {
    const path = pathOf(way, parcel.order.externalId);
    const answer = await this.#client.read(connection, path);
    if (answer.status === 404) return null;
    return FINDERS[way](path, answer, parcel.trackingNumber);
  }

  async #order(connection: Connection, { order }: ShippedParcel): Promise<WooOrder | null> {
    const path = `/wc/v3/orders/${encodeURIComponent(order.externalId)}`;
    const answer = await this.#client.read(connection, path);
    return answer.status === 404 && !hasNoRoute(answer) ? null : parseAnswer(OrderSchema, path, answer);
  }

  /** WooCommerce sends its own email when an order is completed. */
  async #complete(connection: Connection, order: WooOrder, parcel: ShippedParcel): Promise<void> {
    if (await this.#isToComplete(connection, order, parcel))
      await this.#setStatus(connection, parcel, 'completed');
  }

  /** Whether the client wants it, and the order ends with this parcel. */
  async #isToComplete(connection: Connection, order: WooOrder, parcel: ShippedParcel): Promise<boolean> {
    const state = stateOf(order.status);
    if (!connection.settings.completeOrder || state === 'shipped' || state === 'cancelled') return false;
    if (parcel.isWholeOrder) return true;
    // Only fulfillments name their items; with the other ways a part of an order never completes it.
    const now = await this.#readOrder(connection, parcel.order.externalId);
    return now === null || now.state === 'shipped';
  }

  /**
   * Otherwise the next sync would see a completed order and not ship it again. False if the order stays shipped: a merchant
   * who completes orders by hand may have shipped it without our label.
   */
  async #reopen(connection: Connection, parcel: ShippedParcel): Promise<boolean> {
    const order = await this.#order(connection, parcel);
    if (order === null || stateOf(order.status) !== 'shipped') return true;
    if (!connection.settings.completeOrder || order.status !== 'completed') return false;
    await this.#setStatus(connection, parcel, 'processing');
    return true;
  }

  async #setStatus(connection: Connection, { order }: ShippedParcel, status: string): Promise<void> {
    const path = `/wc/v3/orders/${encodeURIComponent(order.externalId)}`;
    const answer = await this.#client.write(connection, { method: 'PUT', path, body: { status } });
    parseAnswer(OrderSchema, path, answer);
  }
}

type Finder = (path: string, answer: WooAnswer, trackingNumber: string) => string | null;

const findTracking: Finder = (path, answer, trackingNumber) =>
  parseAnswer(TrackingsSchema, path, answer).find(({ tracking_number }) => tracking_number === trackingNumber)
    ?.tracking_id ?? null;

const FINDERS: Readonly<Record<Way, Finder>> = {
  fulfillment: (path, answer, trackingNumber) => {
    const found = parseAnswer(FulfillmentsSchema, path, answer).find(
      (fulfillment) =>
        isInForce(fulfillment) &&
        fulfillment.meta_data.some(
          ({ key, value }) => key === '_tracking_number' && value === trackingNumber,
        ),
    );
    return found ? String(found.id) : null;
  },
  tracking: findTracking,
  ast: findTracking,
  note: (path, answer, trackingNumber) => {
    const found = parseAnswer(NotesSchema, path, answer).find(({ note }) => note.includes(trackingNumber));
    return found ? String(found.id) : null;
  },
};

function bodyOf(way: Way, { settings }: Connection, parcel: ShippedParcel): object {
  const { trackingNumber, trackingUrl, carrier, service } = parcel;
  const known = CARRIERS[carrier];
  if (way === 'note')
    return {
      note: `Shipped with ${carrier} ${service}. Tracking number: ${trackingNumber}. ${trackingUrl}`.trim(),
      customer_note: settings.notifyBuyer,
    };
  if (way !== 'fulfillment')
    return known
      ? { tracking_provider: known.name, tracking_number: trackingNumber }
      : {
          custom_tracking_provider: carrier,
          custom_tracking_link: trackingUrl,
          tracking_number: trackingNumber,
        };
  const provider = known?.key ?? 'other';
  const meta: Record<string, unknown> = {
    _items: parcel.items.map(({ externalId, quantity }) => ({ item_id: Number(externalId), qty: quantity })),
    _tracking_number: trackingNumber,
    // Versions of WooCommerce differ in the name.
    _shipment_provider: provider,
    _shipping_provider: provider,
    _tracking_url: trackingUrl,
    ...(known ? {} : { _provider_name: carrier }),
  };
  return {
    status: 'fulfilled',
    is_fulfilled: true,
    notify_customer: settings.notifyBuyer,
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  };
}

function referenceOf(way: Way, path: string, answer: WooAnswer): string {
  if (way === 'fulfillment') return `${way}:${parseAnswer(FulfillmentSchema, path, answer).id}`;
  if (way === 'note') return `${way}:${parseAnswer(NoteSchema, path, answer).id}`;
  return `${way}:${parseAnswer(TrackingSchema, path, answer).tracking_id}`;
}

function readReference(reference: string): [way: Way, id: string] {
  const at = reference.indexOf(':');
  const way = WAYS.find((one) => one === reference.slice(0, at));
  if (!way) throw new Error('Not a WooCommerce reference');
  return [way, reference.slice(at + 1)];
}

const refusalOf = ({ status, code, message }: WooAnswer): ReportOutcome => ({
  kind: 'refused',
  code: status === 404 ? 'order_missing' : /tracking/.test(code) ? 'invalid_tracking' : 'other',
  message: message || code,
});
