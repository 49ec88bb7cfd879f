import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from '../double-server.ts';
import { ShopifyApi } from './shopify-double-api.ts';
import type { ShopifyDoubleContext } from './shopify-double-context.ts';
import { ShopifyOAuth } from './shopify-double-oauth.ts';
import { type ShopifyBadAnswer, type ShopifyBehavior, USUAL } from './shopify-double-options.ts';
import { addOrder, type NewOrder, sampleOrder, splitOrder } from './shopify-double-orders.ts';
import { type Order, type Part, ShopifyRecords } from './shopify-double-records.ts';
import { ShopifyWebhooks } from './shopify-double-webhooks.ts';

export type ShopifyDoubleOptions = DoubleOptions & Partial<ShopifyBehavior>;

export async function startShopifyDouble(options: ShopifyDoubleOptions = {}): Promise<ShopifyDouble> {
  const double = new ShopifyDouble(options);
  await double.server.listen();
  return double;
}

const GRAPHQL = /^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/;

/**
 * A double of one Shopify store: tokens, orders, fulfillments and webhooks on the schema of the Admin API, with cost
 * limits, scopes, withheld personal data and wrong answers by option. `PUT /double/options` (partial
 * ShopifyBehavior), `POST /double/orders` (`{count}`), `POST /double/tokens/end` and `GET /double/orders` control it from another process.
 */
export class ShopifyDouble {
  readonly server: DoubleServer;
  readonly records = new ShopifyRecords();
  readonly api: ShopifyApi;
  readonly webhooks: ShopifyWebhooks;
  readonly oauth: ShopifyOAuth;
  readonly #context: ShopifyDoubleContext;

  constructor({ port, journalFile, faults, ...behavior }: ShopifyDoubleOptions) {
    this.server = new DoubleServer(
      { port, journalFile, faults },
      (request) => this.#answer(request),
      (request) => this.#control(request),
    );
    this.#context = {
      behavior: structuredClone({ ...USUAL, ...behavior }),
      records: this.records,
      server: this.server,
    };
    this.api = new ShopifyApi(this.#context);
    this.webhooks = new ShopifyWebhooks(this.#context);
    this.oauth = new ShopifyOAuth(this.#context);
  }

  get url(): string {
    return this.server.url;
  }

  get behavior(): Readonly<ShopifyBehavior> {
    return this.#context.behavior;
  }

  /** Changes the behavior from now on. */
  set(behavior: Partial<ShopifyBehavior>): void {
    Object.assign(this.#context.behavior, structuredClone(behavior));
  }

  addSample(): Order {
    const order = sampleOrder();
    this.records.orders.set(order.id, order);
    return order;
  }

  addOrder(parts?: NewOrder): Order {
    const order = addOrder(this.records, parts);
    this.webhooks.send('ORDERS_CREATE', order.id);
    return order;
  }

  /** The merchant edits the order. */
  change(order: Order, fields: Partial<Order> = {}): void {
    Object.assign(order, fields);
    this.records.touch(order, ...order.parts);
    this.webhooks.send('ORDERS_UPDATED', order.id);
  }

  /** The merchant splits the order. */
  split(order: Order, locationId?: string): Part {
    return splitOrder(this.records, order, locationId);
  }

  /** The tracking numbers of the order's fulfillments, without canceled ones. */
  trackingNumbers(orderId: string): string[] {
    return this.records
      .fulfillmentsOf(orderId)
      .filter(({ status }) => status !== 'CANCELLED')
      .flatMap(({ trackingInfo }) => trackingInfo.map(({ number }) => number ?? ''));
  }

  async close(): Promise<void> {
    await this.webhooks.settled();
    await this.server.close();
  }

  async #answer(request: DoubleRequest): Promise<DoubleAnswer | null> {
    const { behavior } = this.#context;
    const bad = behavior.nextBadAnswers.shift() ?? behavior.badAnswer;
    if (bad) return badAnswer(bad);
    if (request.path === '/admin/oauth/authorize') return this.oauth.authorize(request);
    if (request.path === '/admin/oauth/access_token') return this.oauth.token(request);
    if (request.method !== 'POST' || !GRAPHQL.test(request.path)) return { status: 404, body: 'Not Found' };
    if (!this.oauth.accepts(String(request.headers['x-shopify-access-token'] ?? '')))
      return { status: 401, body: { errors: '[API] Invalid API key or access token (unrecognized login)' } };
    return this.api.answer(request);
  }

  async #control({ method, path, body }: DoubleRequest): Promise<DoubleAnswer | null> {
    if (method === 'PUT' && path === '/double/options') {
      this.set(JSON.parse(body.toString()));
      return { status: 200, body: this.behavior };
    }
    if (method === 'POST' && path === '/double/orders') {
      const { count = 1 } = JSON.parse(body.toString()) as { count?: number };
      const added = Array.from({ length: count }, () => this.addOrder().id);
      return { status: 200, body: added };
    }
    if (method === 'POST' && path === '/double/tokens/end') {
      this.oauth.endTokens();
      return { status: 200, body: {} };
    }
    if (method !== 'GET' || path !== '/double/orders') return null;
    const orders = [...this.records.orders.values()].map(({ id, name }) => ({
      number: name,
      trackingNumbers: this.trackingNumbers(id),
      mails: this.records.mails.filter((mail) => mail.orderId === id).length,
    }));
    return { status: 200, body: orders };
  }
}

const PAGE = '<!doctype html><title>One moment</title><p>The store is being moved.</p>';
const HUGE_BYTES = 6 * 1024 * 1024;

function badAnswer(kind: ShopifyBadAnswer): DoubleAnswer {
  const html = { 'content-type': 'text/html' };
  switch (kind) {
    case 'html':
      return { status: 200, headers: html, body: PAGE };
    case 'error':
      return { status: 500, body: { errors: 'Internal Server Error' } };
    case 'bad-gateway':
      return { status: 502, headers: html, body: PAGE };
    case 'unavailable':
      return { status: 503, headers: html, body: PAGE };
    case 'huge':
      return { status: 200, body: Buffer.alloc(HUGE_BYTES, ' ') };
    case 'limited':
      return { status: 429, body: { errors: 'Exceeded the limit' } };
    case 'limited-for-2s':
      return { status: 429, headers: { 'retry-after': '2.0' }, body: { errors: 'Exceeded the limit' } };
  }
}
