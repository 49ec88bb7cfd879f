import {
  AmazonDoubleOrders,
  amazonError,
  type DoubleClock,
  type DoubleOrder,
} from './amazon-double-orders.ts';
import { ApiDescription } from './api-description.ts';
import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { controlStore } from './store-control.ts';

interface AmazonBehavior {
  /** The app has the role Direct-to-Consumer Delivery, which allows reading addresses. */
  givesAddresses: boolean;
  /** The app has a role that allows reading orders. */
  givesOrders: boolean;
  /** How much faster than at Amazon the buckets fill up; Infinity for no limit. */
  pace: number;
  /** Replaces every answer. */
  everyAnswer: DoubleAnswer | null;
}

export const AMAZON_APP = {
  clientId: 'amzn1.application-oa2-client.0f1e2d3c',
  clientSecret: 'amzn1.oa2-cs.v1.5b4a3928',
  refreshToken: 'Atzr|IwEBIJ-lading',
};

const ACCESS_TOKEN_LASTS_MS = 3_600_000;

/** Calls per second, and how many may come at the same time. */
const PLANS = {
  'GET /orders/2026-01-01/orders': { perSecond: 0.0056, burst: 20 },
  'GET /orders/2026-01-01/orders/{orderId}': { perSecond: 0.5, burst: 30 },
  'POST /orders/v0/orders/{orderId}/shipmentConfirmation': { perSecond: 2, burst: 10 },
} as const;
type OperationName = keyof typeof PLANS;

/** Shared, because compiling it takes longer than a test. */
const description = ApiDescription.of('amazon');

export async function startAmazonDouble(
  options: DoubleOptions & Partial<AmazonBehavior> & { clock?: DoubleClock } = {},
): Promise<AmazonDouble> {
  const double = new AmazonDouble(options);
  await double.server.listen();
  return double;
}

/**
 * A double of Amazon's Selling Partner API for one seller: access tokens, roles, limits, orders by page, confirmed
 * shipments. Requests that its API description does not allow are answered with 400 and kept in `violations`.
 */
export class AmazonDouble {
  readonly server: DoubleServer;
  readonly shop: AmazonDoubleOrders;
  readonly behavior: AmazonBehavior;
  readonly violations: string[] = [];
  readonly operations = new Set<string>();
  /** Runs after each answered request, for changes between two pages. */
  afterAnswer: (request: DoubleRequest) => void = () => {};
  readonly #clock: DoubleClock;
  readonly #tokens = new Map<string, number>();
  readonly #buckets = new Map<OperationName, { taken: number; at: number }>();

  constructor({
    port,
    journalFile,
    faults,
    clock = { now: () => new Date() },
    ...behavior
  }: DoubleOptions & Partial<AmazonBehavior> & { clock?: DoubleClock }) {
    this.behavior = { givesAddresses: true, givesOrders: true, pace: 1, everyAnswer: null, ...behavior };
    this.#clock = clock;
    this.shop = new AmazonDoubleOrders(clock);
    this.server = new DoubleServer(
      { port, journalFile, faults },
      async (request) => {
        const answer = this.#answer(request);
        this.afterAnswer(request);
        return answer;
      },
      async (request) =>
        controlStore(
          {
            behavior: this.behavior,
            placeOrder: () => this.shop.make().orderId,
            endTokens: () => this.endTokens(),
            orders: () => this.shop.summaries(),
          },
          request,
        ),
    );
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Revokes all access tokens. */
  endTokens(): void {
    this.#tokens.clear();
  }

  #answer(request: DoubleRequest): DoubleAnswer {
    if (this.behavior.everyAnswer) return this.behavior.everyAnswer;
    if (request.method === 'POST' && request.path === '/auth/o2/token') return this.#token(request);
    const until = this.#tokens.get(String(request.headers['x-amz-access-token'] ?? ''));
    if (until === undefined || until < this.#clock.now().getTime())
      return amazonError(403, 'Unauthorized', 'Access to requested resource is denied.');
    if (!this.behavior.givesOrders)
      return amazonError(403, 'Unauthorized', 'Access to requested resource is denied.');
    const { operation, violations } = description.check(request);
    if (operation) this.operations.add(operation);
    this.violations.push(...violations);
    if (violations.length > 0) return amazonError(400, 'InvalidInput', violations.join('; '));
    const limited = this.#take(operation as OperationName);
    return limited ?? this.#run(operation as OperationName, request);
  }

  #run(operation: OperationName, { path, query, body }: DoubleRequest): DoubleAnswer {
    const orderId = path.split('/')[4] ?? '';
    if (operation === 'POST /orders/v0/orders/{orderId}/shipmentConfirmation')
      return this.shop.confirm(orderId, JSON.parse(body.toString()));
    const included = query.get('includedData')?.split(',') ?? [];
    if (operation === 'GET /orders/2026-01-01/orders') {
      const answer = this.shop.search(query);
      if (answer.status !== 200) return answer;
      const found = answer.body as { orders: DoubleOrder[] };
      return {
        ...answer,
        body: { ...found, orders: found.orders.map((one) => this.#visible(one, included)) },
      };
    }
    const order = this.shop.orders.get(orderId);
    if (!order) return amazonError(404, 'NotFound', 'The order does not exist.');
    return { status: 200, body: { order: this.#visible(order, included) } };
  }

  /** The parts that were asked for and that the role allows. */
  #visible(order: DoubleOrder, included: readonly string[]): Partial<DoubleOrder> {
    const { buyer, recipient, proceeds, fulfillment, packages, orderItems, ...rest } = order;
    const mayShow = this.behavior.givesAddresses;
    return {
      ...rest,
      ...(included.includes('BUYER') && mayShow ? { buyer } : {}),
      ...(included.includes('RECIPIENT') && mayShow ? { recipient } : {}),
      ...(included.includes('PROCEEDS') ? { proceeds } : {}),
      ...(included.includes('FULFILLMENT') ? { fulfillment } : {}),
      ...(included.includes('PACKAGES') ? { packages } : {}),
      orderItems: orderItems.map(({ cancellation, ...item }) =>
        included.includes('CANCELLATION') ? { ...item, cancellation } : item,
      ),
    } as Partial<DoubleOrder>;
  }

  #token({ body }: DoubleRequest): DoubleAnswer {
    const form = new URLSearchParams(body.toString());
    const { clientId, clientSecret, refreshToken } = AMAZON_APP;
    const refuse = (status: number, error: string) => ({
      status,
      body: { error, error_description: 'The request has an invalid grant parameter.' },
    });
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return refuse(401, 'invalid_client');
    if (form.get('grant_type') !== 'refresh_token' || form.get('refresh_token') !== refreshToken)
      return refuse(400, 'invalid_grant');
    const token = `Atza|${this.#tokens.size + 1}-${this.#clock.now().getTime()}-${Math.random()}`;
    this.#tokens.set(token, this.#clock.now().getTime() + ACCESS_TOKEN_LASTS_MS);
    const answer = { access_token: token, refresh_token: refreshToken, token_type: 'bearer' };
    return { status: 200, body: { ...answer, expires_in: ACCESS_TOKEN_LASTS_MS / 1000 } };
  }

  /** The refusal when the bucket of the operation is empty. */
  #take(operation: OperationName): DoubleAnswer | null {
    const { pace } = this.behavior;
    if (pace === Number.POSITIVE_INFINITY) return null;
    const { perSecond, burst } = PLANS[operation];
    const now = performance.now();
    const { taken, at } = this.#buckets.get(operation) ?? { taken: 0, at: now };
    const left = Math.max(0, taken - ((now - at) / 1000) * perSecond * pace);
    if (left + 1 <= burst) {
      this.#buckets.set(operation, { taken: left + 1, at: now });
      return null;
    }
    this.#buckets.set(operation, { taken: left, at: now });
    const answer = amazonError(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
    return { ...answer, headers: { 'x-amzn-RateLimit-Limit': String(perSecond * pace) } };
  }
}
