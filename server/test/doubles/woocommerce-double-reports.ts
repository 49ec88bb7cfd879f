import type { DoubleAnswer } from './double-server.ts';
import { type DoubleOrder, type WooCommerceDoubleOrders, wooError } from './woocommerce-double-orders.ts';

interface Meta {
  key: string;
  value: unknown;
}

interface DoubleFulfillment {
  id: number;
  orderId: number;
  is_fulfilled: boolean;
  meta_data: Meta[];
}

/** How the store keeps tracking numbers, and the emails that it sends to buyers. */
export class WooCommerceDoubleReports {
  readonly fulfillments: DoubleFulfillment[] = [];
  readonly trackings: { id: string; orderId: number; number: string; plugin: string }[] = [];
  readonly notes: { id: number; orderId: number; note: string; customer_note: boolean }[] = [];
  readonly mails: { orderId: number; kind: 'fulfillment' | 'note' | 'completed' }[] = [];
  readonly #shop: WooCommerceDoubleOrders;

  constructor(shop: WooCommerceDoubleOrders) {
    this.#shop = shop;
  }

  trackingNumbers(orderId: number): string[] {
    const inNotes = this.notes.flatMap(({ orderId: of, note }) =>
      of === orderId ? [/Tracking number: (\w+)/.exec(note)?.[1] ?? ''] : [],
    );
    return [
      ...this.fulfillments
        .filter((one) => one.orderId === orderId)
        .map((one) => textOf(one, '_tracking_number')),
      ...this.trackings.filter((one) => one.orderId === orderId).map(({ number }) => number),
      ...inNotes.filter((number) => number !== ''),
    ];
  }

  listFulfillments(order: DoubleOrder): DoubleAnswer {
    const found = this.fulfillments.filter(({ orderId }) => orderId === order.id);
    return { status: 200, body: found.map(fulfillmentBody) };
  }

  fulfill(order: DoubleOrder, body: Record<string, unknown>): DoubleAnswer {
    const meta_data = body.meta_data as Meta[];
    const fulfillment = {
      id: this.#shop.newId(),
      orderId: order.id,
      is_fulfilled: body.is_fulfilled === true,
      meta_data,
    };
    const items = itemsOf(fulfillment);
    if (items.length === 0) return wooError(400, 0, 'The fulfillment should contain at least one item.');
    if (items.some(({ item_id, qty }) => qty > this.#pending(order, item_id)))
      return wooError(400, 0, 'The quantity is more than what is left to fulfill.');
    this.fulfillments.push(fulfillment);
    this.#updateStatus(order);
    if (body.notify_customer === true) this.mails.push({ orderId: order.id, kind: 'fulfillment' });
    return { status: 201, body: fulfillmentBody(fulfillment) };
  }

  deleteFulfillment(order: DoubleOrder, id: number): DoubleAnswer {
    const at = this.fulfillments.findIndex((one) => one.id === id && one.orderId === order.id);
    if (at === -1) return wooError(400, 0, 'Invalid fulfillment.');
    this.fulfillments.splice(at, 1);
    this.#updateStatus(order);
    return { status: 200, body: { message: 'Fulfillment deleted successfully.' } };
  }

  listTrackings(order: DoubleOrder, plugin: string): DoubleAnswer {
    const found = this.trackings.filter((one) => one.orderId === order.id && one.plugin === plugin);
    return { status: 200, body: found.map(trackingBody) };
  }

  track(order: DoubleOrder, plugin: string, body: Record<string, unknown>): DoubleAnswer {
    const id = `7f4978c390ee${this.#shop.newId()}`;
    const tracking = { id, orderId: order.id, number: String(body.tracking_number), plugin };
    this.trackings.push(tracking);
    this.#shop.touch(order);
    return { status: 201, body: trackingBody(tracking) };
  }

  untrack(order: DoubleOrder, plugin: string, id: string): DoubleAnswer {
    const at = this.trackings.findIndex((one) => one.id === id && one.plugin === plugin);
    if (at === -1) return wooError(404, 'woocommerce_rest_order_shipment_tracking_invalid_id', 'Invalid ID.');
    const [removed] = this.trackings.splice(at, 1);
    this.#shop.touch(order);
    return { status: 200, body: removed ? trackingBody(removed) : {} };
  }

  listNotes(order: DoubleOrder): DoubleAnswer {
    return { status: 200, body: this.notes.filter(({ orderId }) => orderId === order.id) };
  }

  addNote(order: DoubleOrder, body: Record<string, unknown>): DoubleAnswer {
    const note = {
      id: this.#shop.newId(),
      orderId: order.id,
      note: String(body.note),
      customer_note: body.customer_note === true,
    };
    this.notes.push(note);
    if (note.customer_note) this.mails.push({ orderId: order.id, kind: 'note' });
    return { status: 201, body: note };
  }

  updateOrder(order: DoubleOrder, body: Record<string, unknown>): DoubleAnswer {
    if (body.status === 'completed' && order.status !== 'completed')
      this.mails.push({ orderId: order.id, kind: 'completed' });
    if (typeof body.status === 'string') order.status = body.status;
    this.#shop.touch(order);
    return { status: 200, body: order };
  }

  #pending(order: DoubleOrder, itemId: number): number {
    const line = order.line_items.find(({ id }) => id === itemId);
    return (line?.quantity ?? 0) - this.#sent(order, itemId);
  }

  #sent(order: DoubleOrder, itemId: number): number {
    return this.fulfillments
      .filter(({ orderId }) => orderId === order.id)
      .flatMap(itemsOf)
      .reduce((sum, { item_id, qty }) => sum + (item_id === itemId ? qty : 0), 0);
  }

  #updateStatus(order: DoubleOrder): void {
    const isPending = order.line_items.map(({ id }) => this.#pending(order, id) > 0);
    const some = order.line_items.some(({ id }) => this.#sent(order, id) > 0);
    const value = isPending.every((pending) => !pending) ? 'fulfilled' : 'partially_fulfilled';
    order.meta_data = [
      ...order.meta_data.filter(({ key }) => key !== '_fulfillment_status'),
      ...(some ? [{ id: this.#shop.newId(), key: '_fulfillment_status', value }] : []),
    ];
    this.#shop.touch(order);
  }
}

const itemsOf = ({ meta_data }: DoubleFulfillment) =>
  (meta_data.find(({ key }) => key === '_items')?.value ?? []) as { item_id: number; qty: number }[];

const textOf = ({ meta_data }: DoubleFulfillment, key: string) =>
  String(meta_data.find((meta) => meta.key === key)?.value ?? '');

const fulfillmentBody = ({ id, orderId, is_fulfilled, meta_data }: DoubleFulfillment) => ({
  id,
  entity_type: 'WC_Order',
  entity_id: String(orderId),
  status: is_fulfilled ? 'fulfilled' : 'unfulfilled',
  is_fulfilled,
  date_updated: '2026-11-16 12:00:00',
  date_deleted: null,
  meta_data: meta_data.map((meta, index) => ({ id: index + 1, ...meta })),
});

const trackingBody = ({ id, number }: { id: string; number: string }) => ({
  tracking_id: id,
  tracking_provider: 'USPS',
  tracking_link: '',
  tracking_number: number,
  date_shipped: '2026-11-16',
});
