import { ApiDescription } from './api-description.ts';
import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { type DoubleOrder, WooCommerceDoubleOrders, wooError } from './woocommerce-double-orders.ts';
import { WooCommerceDoubleReports } from './woocommerce-double-reports.ts';
import { WooCommerceDoubleWebhooks } from './woocommerce-double-webhooks.ts';

interface WooCommerceBehavior {
  /** The feature "fulfillments" of WooCommerce is on. */
  fulfillments: boolean;
  /** Tracking plug-ins that are installed. */
  plugins: ('wc-shipment-tracking' | 'wc-ast')[];
  /** The web server drops the header with the key. */
  dropsAuthorization: boolean;
  isReadOnly: boolean;
  /** The merchant deleted the key. */
  isRevoked: boolean;
  mayReadProducts: boolean;
  /** What the merchant does when an app asks for a key. `late`: agrees, and the key arrives after the browser. */
  merchant: 'agrees' | 'refuses' | 'late';
  /** Replaces every answer. */
  everyAnswer: DoubleAnswer | null;
}

export const WOOCOMMERCE_KEY = { consumerKey: 'ck_1234567890abcdef', consumerSecret: 'cs_fedcba0987654321' };

const BASE = '/wp-json';
/** Shared, because compiling it takes longer than a test. */
const description = ApiDescription.of('woocommerce');

export async function startWooCommerceDouble(
  options: DoubleOptions & Partial<WooCommerceBehavior> = {},
): Promise<WooCommerceDouble> {
  const double = new WooCommerceDouble(options);
  await double.server.listen();
  return double;
}

type Route = [
  call: RegExp,
  answer: (ids: string[], request: DoubleRequest) => DoubleAnswer | Promise<DoubleAnswer>,
];

/**
 * A double of a WooCommerce store: keys, orders, products, refunds, three ways to keep tracking numbers,
 * emails to buyers and webhooks. Requests that its API description does not allow are answered with 400 and
 * kept in `violations`.
 */
export class WooCommerceDouble {
  readonly server: DoubleServer;
  readonly shop = new WooCommerceDoubleOrders();
  readonly reports = new WooCommerceDoubleReports(this.shop);
  readonly webhooks = new WooCommerceDoubleWebhooks(this.shop);
  readonly behavior: WooCommerceBehavior;
  readonly violations: string[] = [];
  readonly operations = new Set<string>();
  /** With `merchant: 'late'`: sends the key of the last request. */
  sendLateKey: () => Promise<boolean> = async () => false;
  /** Runs after each answered request, for changes between two pages. */
  afterAnswer: (request: DoubleRequest) => void = () => {};

  constructor({ port, journalFile, faults, ...behavior }: DoubleOptions & Partial<WooCommerceBehavior>) {
    this.behavior = {
      fulfillments: true,
      plugins: [],
      dropsAuthorization: false,
      isReadOnly: false,
      isRevoked: false,
      mayReadProducts: true,
      merchant: 'agrees',
      everyAnswer: null,
      ...behavior,
    };
    this.server = new DoubleServer(
      { port, journalFile, faults },
      async (request) => {
        const answer = await this.#answer(request);
        this.afterAnswer(request);
        return answer;
      },
      (request) => this.#control(request),
    );
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  async #answer(request: DoubleRequest): Promise<DoubleAnswer> {
    if (this.behavior.everyAnswer) return this.behavior.everyAnswer;
    if (request.path === '/wc-auth/v1/authorize') return this.#authorize(request);
    if (!request.path.startsWith(`${BASE}/`)) return { status: 404, body: '<html>Not found</html>' };
    const path = request.path.slice(BASE.length);
    const refusal = this.#refuseKey(request);
    if (refusal) return refusal;
    const { operation, violations } = description.check(withKeyInHeader({ ...request, path }));
    if (operation) this.operations.add(operation);
    this.violations.push(...violations);
    if (violations.length > 0) return wooError(400, 'rest_invalid_param', violations.join('; '));
    for (const [pattern, answer] of this.#routes) {
      const found = pattern.exec(`${request.method} ${path}`);
      if (found) return answer(found.slice(1), request);
    }
    return noRoute();
  }

  /** Sends the key to the app's server, then redirects the browser back. A real store requires https. */
  async #authorize({ query }: DoubleRequest): Promise<DoubleAnswer> {
    const userId = query.get('user_id') ?? '';
    const agrees = this.behavior.merchant !== 'refuses';
    const sendKey = () => sendWooCommerceKey(query.get('callback_url') ?? '', userId);
    if (this.behavior.merchant === 'late') this.sendLateKey = sendKey;
    else if (agrees && !(await sendKey())) return wooError(401, 'wc_auth', 'The app did not accept the key.');
    const back = new URL(query.get('return_url') ?? '');
    back.searchParams.set('success', agrees ? '1' : '0');
    back.searchParams.set('user_id', userId);
    return { status: 302, headers: { location: back.href }, body: '' };
  }

  /** `PUT /double/options`, `POST /double/orders` (`{count}` or one order's changes), `GET /double/orders`, `GET /double/mails`. */
  async #control(request: DoubleRequest): Promise<DoubleAnswer | null> {
    const call = `${request.method} ${request.path}`;
    if (call === 'PUT /double/options')
      return { status: 200, body: Object.assign(this.behavior, bodyOf(request)) };
    if (call === 'GET /double/mails') return { status: 200, body: this.reports.mails };
    if (call === 'GET /double/orders') return { status: 200, body: this.#orderFacts() };
    if (call !== 'POST /double/orders') return null;
    const { count = 1, ...changes } = bodyOf(request);
    const made = Array.from({ length: Number(count) }, () => this.shop.make(changes));
    for (const order of made) await this.webhooks.emit('order.created', order);
    return { status: 200, body: made.map(({ id }) => id) };
  }

  #orderFacts() {
    const mails = (id: number) => this.reports.mails.filter(({ orderId }) => orderId === id).length;
    return [...this.shop.orders.values()].map(({ id, number }) => ({
      number,
      trackingNumbers: this.reports.trackingNumbers(id),
      mails: mails(id),
    }));
  }

  /** Without a key that it can read, WordPress treats the caller as a visitor. */
  #refuseKey({ method, headers, query }: DoubleRequest): DoubleAnswer | null {
    const { dropsAuthorization, isReadOnly, isRevoked } = this.behavior;
    const basic = dropsAuthorization ? '' : (headers.authorization ?? '');
    const [key, secret] = query.has('consumer_key')
      ? [query.get('consumer_key'), query.get('consumer_secret')]
      : Buffer.from(basic.replace(/^Basic /, ''), 'base64')
          .toString()
          .split(':');
    if (key !== WOOCOMMERCE_KEY.consumerKey)
      return wooError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
    if (isRevoked || secret !== WOOCOMMERCE_KEY.consumerSecret)
      return wooError(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.');
    if (isReadOnly && method !== 'GET')
      return wooError(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have write permissions.',
      );
    return null;
  }

  readonly #routes: Route[] = [
    [/^GET \/wc\/v3\/orders$/, (_, request) => this.shop.list(request)],
    [
      /^GET \/wc\/v3\/orders\/(\d+)$/,
      ([id]) => this.#withOrder(id, (order) => ({ status: 200, body: order })),
    ],
    [
      /^PUT \/wc\/v3\/orders\/(\d+)$/,
      ([id], request) => this.#withOrder(id, (order) => this.reports.updateOrder(order, bodyOf(request))),
    ],
    [
      /^GET \/wc\/v3\/orders\/(\d+)\/refunds$/,
      ([id]) =>
        this.#withOrder(id, (order) => ({ status: 200, body: this.shop.refunds.get(order.id) ?? [] })),
    ],
    [
      /^(GET|POST) \/wc\/v3\/orders\/(\d+)\/notes$/,
      ([method, id], request) =>
        this.#withOrder(id, (order) =>
          method === 'GET' ? this.reports.listNotes(order) : this.reports.addNote(order, bodyOf(request)),
        ),
    ],
    [
      /^(GET|POST) \/wc\/v3\/orders\/(\d+)\/fulfillments$/,
      ([method, id], request) =>
        this.#withFeature(id, (order) =>
          method === 'GET'
            ? this.reports.listFulfillments(order)
            : this.reports.fulfill(order, bodyOf(request)),
        ),
    ],
    [
      /^DELETE \/wc\/v3\/orders\/(\d+)\/fulfillments\/(\d+)$/,
      ([id, fulfillment]) =>
        this.#withFeature(id, (order) => this.reports.deleteFulfillment(order, Number(fulfillment))),
    ],
    [
      /^(GET|POST) \/(wc-shipment-tracking|wc-ast)\/v3\/orders\/(\d+)\/shipment-trackings$/,
      ([method, plugin = '', id], request) =>
        this.#withPlugin(plugin, id, (order) =>
          method === 'GET'
            ? this.reports.listTrackings(order, plugin)
            : this.reports.track(order, plugin, bodyOf(request)),
        ),
    ],
    [
      /^DELETE \/(wc-shipment-tracking|wc-ast)\/v3\/orders\/(\d+)\/shipment-trackings\/(\w+)$/,
      ([plugin = '', id, tracking = '']) =>
        this.#withPlugin(plugin, id, (order) => this.reports.untrack(order, plugin, tracking)),
    ],
    [
      /^GET \/wc\/v3\/products$/,
      (_, { query }) => this.#ifMayReadProducts(() => this.shop.readProducts(query)),
    ],
    [
      /^GET \/wc\/v3\/products\/(\d+)\/variations\/(\d+)$/,
      ([id = '', variation = '']) => this.#ifMayReadProducts(() => this.shop.readVariation(id, variation)),
    ],
    [
      /^GET \/wc\/v3\/settings\/products\/woocommerce_weight_unit$/,
      () =>
        this.#ifMayReadProducts(() => ({
          status: 200,
          body: { id: 'woocommerce_weight_unit', value: this.shop.weightUnit },
        })),
    ],
    [/^GET \/wc\/v3\/webhooks$/, (_, { query }) => this.webhooks.list(query)],
    [/^POST \/wc\/v3\/webhooks$/, (_, request) => this.webhooks.create(bodyOf(request))],
    [/^PUT \/wc\/v3\/webhooks\/(\d+)$/, ([id], request) => this.webhooks.update(Number(id), bodyOf(request))],
    [/^DELETE \/wc\/v3\/webhooks\/(\d+)$/, ([id], { query }) => this.webhooks.remove(Number(id), query)],
  ];

  #withOrder(id: string | undefined, answer: (order: DoubleOrder) => DoubleAnswer): DoubleAnswer {
    const order = this.shop.orders.get(Number(id));
    return order ? answer(order) : wooError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
  }

  #withFeature(id: string | undefined, answer: (order: DoubleOrder) => DoubleAnswer): DoubleAnswer {
    return this.behavior.fulfillments ? this.#withOrder(id, answer) : noRoute();
  }

  #withPlugin(plugin: string, id: string | undefined, answer: (order: DoubleOrder) => DoubleAnswer) {
    return this.behavior.plugins.some((one) => one === plugin) ? this.#withOrder(id, answer) : noRoute();
  }

  #ifMayReadProducts(answer: () => DoubleAnswer): DoubleAnswer {
    return this.behavior.mayReadProducts
      ? answer()
      : wooError(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  }
}

export const wooCommerceKeyBody = (userId: string) => ({
  key_id: 1,
  user_id: userId,
  consumer_key: WOOCOMMERCE_KEY.consumerKey,
  consumer_secret: WOOCOMMERCE_KEY.consumerSecret,
  key_permissions: 'read_write',
});

async function sendWooCommerceKey(callbackUrl: string, userId: string): Promise<boolean> {
  const { ok } = await fetch(callbackUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wooCommerceKeyBody(userId)),
  });
  return ok;
}

const noRoute = () =>
  wooError(404, 'rest_no_route', 'No route was found matching the URL and request method.');

const bodyOf = ({ body }: DoubleRequest) => JSON.parse(body.toString()) as Record<string, unknown>;

/** The API description has only the header. */
function withKeyInHeader(request: DoubleRequest): DoubleRequest {
  if (!request.query.has('consumer_key')) return request;
  const query = new URLSearchParams(request.query);
  query.delete('consumer_key');
  query.delete('consumer_secret');
  return { ...request, query, headers: { ...request.headers, authorization: 'Basic key' } };
}
