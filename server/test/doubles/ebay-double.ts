import type { Clock } from '../../src/platform/clock.ts';
import { ApiDescription } from './api-description.ts';
import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { EbayDoubleNotices } from './ebay-double-notices.ts';
import { EbayDoubleOauth, ebayError } from './ebay-double-oauth.ts';
import { EbayDoubleOrders } from './ebay-double-orders.ts';
import { controlStore } from './store-control.ts';

interface EbayBehavior {
  clock: Clock;
  /** The redirect address behind the app's RuName. */
  acceptUrl: string;
  /** The app may read who the seller is. */
  mayIdentify: boolean;
  /** Replaces every answer. */
  everyAnswer: DoubleAnswer | null;
}

/** Shared, because compiling it takes longer than a test. */
const description = ApiDescription.of('ebay');

export async function startEbayDouble(
  options: DoubleOptions & Partial<EbayBehavior> = {},
): Promise<EbayDouble> {
  const double = new EbayDouble(options);
  await double.server.listen();
  return double;
}

type Route = [call: RegExp, answer: (id: string, request: DoubleRequest) => DoubleAnswer];

/**
 * A double of eBay with one seller: sign-in, orders, shipments, emails to buyers, and notices about deleted accounts.
 * Requests that its API description does not allow are answered with 400 and kept in `violations`.
 */
export class EbayDouble {
  readonly server: DoubleServer;
  readonly shop: EbayDoubleOrders;
  readonly oauth: EbayDoubleOauth;
  readonly notices: EbayDoubleNotices;
  readonly behavior: EbayBehavior;
  readonly violations: string[] = [];
  readonly operations = new Set<string>();
  /** Runs after each answered request, for changes between two pages. */
  afterAnswer: (request: DoubleRequest) => void = () => {};

  constructor({ port, journalFile, faults, ...behavior }: DoubleOptions & Partial<EbayBehavior>) {
    this.behavior = {
      clock: { now: () => new Date() },
      acceptUrl: 'https://lading.example/api/order-sources/authorized',
      mayIdentify: true,
      everyAnswer: null,
      ...behavior,
    };
    this.oauth = new EbayDoubleOauth(this.behavior.clock);
    this.shop = new EbayDoubleOrders(this.behavior.clock);
    this.notices = new EbayDoubleNotices(this.behavior.clock);
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
            endTokens: () => this.oauth.endTokens(),
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

  #answer(request: DoubleRequest): DoubleAnswer {
    if (this.behavior.everyAnswer) return this.behavior.everyAnswer;
    const call = `${request.method} ${request.path}`;
    if (call === 'GET /oauth2/authorize') return this.oauth.authorize(request, this.behavior.acceptUrl);
    const { operation, violations } = description.check(request);
    if (operation) this.operations.add(operation);
    this.violations.push(...violations);
    if (violations.length > 0) return ebayError(400, 30_600, violations.join('; '));
    if (call === 'POST /identity/v1/oauth2/token') return this.oauth.token(request);
    const refusal = this.oauth.refuse(request);
    if (refusal) return refusal;
    for (const [pattern, answer] of this.#routes) {
      const found = pattern.exec(call);
      if (found) return answer(decodeURIComponent(found[1] ?? ''), request);
    }
    return ebayError(404, 2002, 'Resource not found');
  }

  readonly #routes: Route[] = [
    [
      /^GET \/commerce\/identity\/v1\/user\/$/,
      () =>
        this.behavior.mayIdentify
          ? { status: 200, body: { userId: 'u-4711', username: 'workshop' } }
          : ebayError(403, 1100, 'Insufficient permissions to fulfill the request.'),
    ],
    [/^GET \/commerce\/notification\/v1\/public_key\/([^/]+)$/, (kid) => this.notices.publicKey(kid)],
    [/^GET \/sell\/fulfillment\/v1\/order$/, (_, request) => this.shop.list(request)],
    [/^GET \/sell\/fulfillment\/v1\/order\/([^/]+)$/, (id) => this.shop.read(id)],
    [
      /^GET \/sell\/fulfillment\/v1\/order\/([^/]+)\/shipping_fulfillment$/,
      (id) => this.shop.listFulfillments(id),
    ],
    [
      /^POST \/sell\/fulfillment\/v1\/order\/([^/]+)\/shipping_fulfillment$/,
      (id, request) => this.shop.ship(id, request, this.url),
    ],
  ];
}
