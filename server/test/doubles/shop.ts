import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConnectedKind } from '@lading/contract/orders/order-sources.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { NotSentError } from '../../src/platform/outgoing/not-sent.ts';
import { nothingDone } from '../../src/providers/order-sources/nothing-done.ts';
import {
  type ConnectedShop,
  type Connection,
  type OrderSource,
  type ShippedParcel,
  type ShopOrder,
  SourceRefusedError,
  type SourceSecrets,
  SourceUnavailableError,
  type WebhookTarget,
} from '../../src/providers/order-sources/port.ts';

export type ShopCall =
  | 'connect'
  | 'readChanged'
  | 'readOrder'
  | 'listOpen'
  | 'report'
  | 'findReport'
  | 'withdraw'
  | 'subscribe'
  | 'unsubscribe';

/**
 * `limited`: the shop refuses the call because of its limits and does nothing. `lost`: the shop does the work, and its answer
 * is lost. `odd`: an answer that the adapter cannot read.
 */
export type ShopFault = 'refused' | 'unavailable' | 'busy' | 'limited' | 'not_sent' | 'odd' | 'lost';

/** How long a busy or limited store asks callers to wait. */
export const BUSY_MS = 45_000;

interface ReportedShipment {
  reference: string;
  orderId: string;
  trackingNumber: string;
  items: ShippedParcel['items'];
  isWithdrawn: boolean;
}

/** A store in memory: behaves like an adapter and the store behind it, with faults. */
export class ShopDouble implements OrderSource {
  readonly kind: ConnectedKind;
  readonly hasOwnClock: boolean;
  readonly orders = new Map<string, ShopOrder>();
  #added = 0;
  readonly reports: ReportedShipment[] = [];
  /** Emails to buyers, by order. */
  readonly mails = new Map<string, number>();
  readonly calls: ShopCall[] = [];
  subscription: WebhookTarget | null = null;
  /** The key that the store accepts. */
  key = 'good-key';
  pageSize = 10;
  name = 'Tea and Mugs';
  externalId = 'shop-1';
  canWithdraw = true;
  refusesReports: string | null = null;
  /** Records the first item of a report, and refuses the others. */
  refusesRest: string | null = null;
  /** The references of the partial reports that callers asked to complete. */
  readonly begun: string[] = [];
  /** Open orders that the list of changes never names. */
  readonly hidden = new Set<string>();
  shows?: NonNullable<OrderSource['shows']>;
  /** Runs before each call, for changes between two calls. */
  before: ((call: ShopCall, connection: Connection) => void | Promise<void>) | null = null;
  readonly #clock: Clock;
  readonly #faults: { call: ShopCall; fault: ShopFault }[] = [];

  /** Shopify signs with the secret of the app. */
  readonly webhookSecret?: (secrets: SourceSecrets) => string | null;

  constructor(kind: ConnectedKind, clock: Clock) {
    this.kind = kind;
    this.hasOwnClock = kind === 'woocommerce' || kind === 'custom_store';
    if (kind === 'shopify') this.webhookSecret = ({ clientSecret }) => clientSecret ?? null;
    this.#clock = clock;
  }

  failNext(call: ShopCall, fault: ShopFault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#faults.push({ call, fault });
  }

  add(count: number, changes: Partial<ShopOrder> = {}): string[] {
    return Array.from({ length: count }, () => {
      // Not the size of the list: stores do not use the number of a deleted order again.
      this.#added += 1;
      const order = makeShopOrder(this.#added, { updatedAt: this.#clock.now(), ...changes });
      this.orders.set(order.externalId, order);
      return order.externalId;
    });
  }

  change(externalId: string, changes: Partial<ShopOrder>): void {
    const order = this.order(externalId);
    this.orders.set(externalId, { ...order, updatedAt: this.#clock.now(), ...changes });
  }

  order(externalId: string): ShopOrder {
    const order = this.orders.get(externalId);
    if (!order) throw new Error(`The store does not have ${externalId}`);
    return order;
  }

  count = (call: ShopCall): number => this.calls.filter((each) => each === call).length;

  trackingNumbers = (orderId: string): string[] =>
    this.reports
      .filter((report) => report.orderId === orderId && !report.isWithdrawn)
      .map(({ trackingNumber }) => trackingNumber);

  /** A signed delivery. */
  delivery(event: { order: string } | { topic: 'ping' | 'uninstalled' }, secret?: string) {
    const payload = JSON.stringify(event);
    const signature = signatureOf(Buffer.from(payload), secret ?? this.subscription?.secret ?? '');
    return { payload, headers: { 'content-type': 'application/json', 'x-signature': signature } };
  }

  connect = (connection: Connection): Promise<ConnectedShop> =>
    this.#answer('connect', connection, () => ({
      name: this.name,
      externalId: this.externalId,
      currency: 'USD',
      warnings: [],
      secrets: null,
    }));

  readChanged: OrderSource['readChanged'] = (connection, { changedSince, page }) =>
    this.#answer('readChanged', connection, () => {
      const listed = [...this.orders.values()]
        .filter(({ externalId }) => !this.hidden.has(externalId))
        .filter((order) => (changedSince ? order.updatedAt >= changedSince : isOpen(order)))
        .sort((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime());
      const from = Number(page ?? 0);
      const to = from + this.pageSize;
      return {
        orders: structuredClone(listed.slice(from, to)),
        next: to < listed.length ? String(to) : null,
        total: listed.length,
      };
    });

  readOrder: OrderSource['readOrder'] = (connection, externalId) =>
    this.#answer('readOrder', connection, () => structuredClone(this.orders.get(externalId) ?? null));

  listOpen: OrderSource['listOpen'] = (connection, page) =>
    this.#answer('listOpen', connection, () => {
      const open = [...this.orders.values()].filter(isOpen).map(({ externalId }) => externalId);
      const from = Number(page ?? 0);
      const to = from + this.pageSize;
      return { externalIds: open.slice(from, to), next: to < open.length ? String(to) : null };
    });

  report: OrderSource['report'] = (connection, parcel, given) =>
    this.#answer('report', connection, () => {
      if (given) this.begun.push(given.reference);
      if (this.refusesReports !== null)
        return { kind: 'refused' as const, code: 'other' as const, message: this.refusesReports };
      const begun = this.#find(parcel);
      const items = parcel.items.slice(begun?.items.length ?? 0, this.refusesRest === null ? undefined : 1);
      if (!this.#take(parcel.order.externalId, items))
        return {
          kind: 'refused' as const,
          code: 'order_closed' as const,
          message: 'Nothing is left to ship.',
        };
      const { reference } = begun ?? this.#record(connection, parcel);
      this.#find(parcel)?.items.push(...items);
      return this.refusesRest === null
        ? { kind: 'reported' as const, reference }
        : { kind: 'refused' as const, code: 'other' as const, message: this.refusesRest, reference };
    });

  /** False if the order has fewer pieces left. */
  #take(orderId: string, taken: ShippedParcel['items']): boolean {
    const shipped = new Map(taken.map(({ externalId, quantity }) => [externalId, quantity]));
    const items = this.order(orderId).items.map((item) => ({
      ...item,
      remaining: item.remaining - (shipped.get(item.externalId) ?? 0),
    }));
    if (items.some(({ remaining }) => remaining < 0)) return false;
    const isShipped = items.every(({ remaining }) => remaining === 0);
    this.change(orderId, { items, state: isShipped ? 'shipped' : 'partly_shipped' });
    return true;
  }

  #record({ settings }: Connection, { order: { externalId }, trackingNumber }: ShippedParcel) {
    const reference = `report-${this.reports.length + 1}`;
    const made = { reference, orderId: externalId, trackingNumber, items: [], isWithdrawn: false };
    this.reports.push(made);
    if (settings.notifyBuyer) this.mails.set(externalId, (this.mails.get(externalId) ?? 0) + 1);
    return made;
  }

  #find = ({ trackingNumber, order }: ShippedParcel): ReportedShipment | undefined =>
    this.reports.find(
      (report) =>
        report.orderId === order.externalId &&
        report.trackingNumber === trackingNumber &&
        !report.isWithdrawn,
    );

  findReport: OrderSource['findReport'] = (connection, parcel) =>
    this.#answer('findReport', connection, () => {
      if (this.kind === 'custom_store' && parcel.hasOtherReports)
        return { reference: parcel.order.number, isUnproven: true as const };
      const found = this.#find(parcel);
      if (!found) return null;
      const isPartial = found.items.length < parcel.items.length;
      return { reference: found.reference, ...(isPartial && { isPartial }) };
    });

  withdraw: OrderSource['withdraw'] = (connection, { reference }) =>
    this.#answer('withdraw', connection, () => {
      if (!this.canWithdraw) return { kind: 'unsupported' as const };
      const report = this.reports.find((each) => each.reference === reference);
      if (!report || report.isWithdrawn)
        return { kind: 'refused' as const, message: 'The shipment is already canceled.' };
      report.isWithdrawn = true;
      const order = this.order(report.orderId);
      this.change(report.orderId, {
        state: 'open',
        items: order.items.map((item) => ({
          ...item,
          remaining:
            item.remaining +
            (report.items.find(({ externalId }) => externalId === item.externalId)?.quantity ?? 0),
        })),
      });
      return { kind: 'withdrawn' as const };
    });

  subscribe = (connection: Connection, hook: WebhookTarget): Promise<void> =>
    this.#answer('subscribe', connection, () => {
      this.subscription = hook;
    });

  unsubscribe = (connection: Connection, hook: WebhookTarget): Promise<void> =>
    this.#answer('unsubscribe', connection, () => {
      if (this.subscription?.url === hook.url) this.subscription = null;
    });

  readWebhook: OrderSource['readWebhook'] = ({ headers, body }, secret) => {
    const given = Buffer.from(String(headers['x-signature'] ?? ''));
    const right = Buffer.from(signatureOf(body, secret));
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error('Wrong signature');
    const event = JSON.parse(body.toString()) as { order?: string; topic?: string };
    if (event.order !== undefined) return { kind: 'order', externalId: event.order };
    return event.topic === 'uninstalled' ? { kind: 'disconnected' } : { kind: 'ping' };
  };

  async #answer<T>(call: ShopCall, connection: Connection, work: () => T): Promise<T> {
    const { secrets } = connection;
    this.calls.push(call);
    await this.before?.(call, connection);
    const at = this.#faults.findIndex((each) => each.call === call);
    const fault = at < 0 ? null : this.#faults.splice(at, 1)[0]?.fault;
    if (!Object.values(secrets).includes(this.key) || fault === 'refused')
      throw new SourceRefusedError('credentials', 'Invalid API key or access token');
    if (fault === 'unavailable') throw new SourceUnavailableError('The store answered with status 503');
    if (fault === 'busy') throw new SourceUnavailableError('The store asks to wait', BUSY_MS);
    if (fault === 'limited')
      throw nothingDone(new SourceUnavailableError('The store rate-limited the call.', BUSY_MS));
    if (fault === 'not_sent') throw new NotSentError('The store cannot be reached');
    if (fault === 'odd') throw new TypeError('Cannot read properties of undefined');
    const answer = work();
    if (fault === 'lost') throw new Error('The connection was closed before the answer');
    return answer;
  }
}

const isOpen = ({ state }: ShopOrder) => state !== 'shipped' && state !== 'cancelled';

const signatureOf = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** An open and paid order that can be shipped. */
const makeShopOrder = (number: number, changes: Partial<ShopOrder> = {}): ShopOrder => ({
  externalId: `order-${number}`,
  number: `#${1000 + number}`,
  placedAt: new Date(Date.UTC(2026, 10, 15, 8, 0, number % 60)),
  updatedAt: new Date(Date.UTC(2026, 10, 15, 9)),
  paid: 'yes',
  state: 'open',
  nothingToShip: null,
  currency: 'USD',
  totalCents: 4_500,
  shippingPaidCents: 600,
  shippingMethod: { text: 'Standard', code: 'standard' },
  buyerNote: '',
  merchantNote: '',
  giftMessage: '',
  tags: [],
  recipient: {
    name: `Dana Reyes ${number}`,
    company: '',
    line1: '500 W 2nd St Apt 1900',
    line2: '',
    line3: '',
    city: 'Austin',
    region: 'TX',
    postcode: '78701',
    country: 'US',
    phone: '5125550188',
    email: 'dana@home.example',
  },
  recipientWithheld: null,
  shipBy: null,
  deliverBy: null,
  items: [
    makeShopItem(`item-${number}-1`, { sku: 'MUG-01', title: 'Mug', quantity: 2, remaining: 2 }),
    makeShopItem(`item-${number}-2`, { sku: 'TEA-05', title: 'Tea' }),
  ],
  reporting: {},
  ...changes,
});

const makeShopItem = (
  externalId: string,
  changes: Partial<ShopOrder['items'][number]>,
): ShopOrder['items'][number] => ({
  externalId,
  sku: '',
  title: '',
  variant: '',
  quantity: 1,
  remaining: 1,
  unitPriceCents: 1_500,
  weightGrams: 340,
  originCountry: '',
  hsCode: '',
  requiresShipping: true,
  ...changes,
});
