import { createHmac } from 'node:crypto';
import type { Clock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { ApiDescription } from './api-description.ts';
import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { EtsyDoubleOauth } from './etsy-double-oauth.ts';
import { EtsyDoubleReceipts, etsyError } from './etsy-double-receipts.ts';
import { controlStore } from './store-control.ts';

interface EtsyBehavior {
  clock: Clock;
  /** Calls that are left today. */
  remainingToday: number;
  /** Where the seller's webhooks go, as entered in Etsy's portal; null without webhooks. */
  webhookUrl: string | null;
  /** Replaces every answer. */
  everyAnswer: DoubleAnswer | null;
}

export const ETSY_WEBHOOK_SECRET = 'whsec_bGFkaW5nLXRlc3Qtc2VjcmV0LWZvci1ldHN5';
export const ETSY_SHOP = { shop_id: 777001, shop_name: 'TeaAndMugs', currency_code: 'USD' };

/** Shared, because compiling it takes longer than a test. */
const description = ApiDescription.of('etsy');

export async function startEtsyDouble(
  options: DoubleOptions & Partial<EtsyBehavior> = {},
): Promise<EtsyDouble> {
  const double = new EtsyDouble(options);
  await double.server.listen();
  return double;
}

type Route = [call: RegExp, answer: (id: number, request: DoubleRequest) => DoubleAnswer];

/**
 * A double of Etsy with one store: sign-in, receipts, tracking numbers, emails to buyers, the daily quota and webhooks.
 * Requests that its API description does not allow are answered with 400 and kept in `violations`.
 */
export class EtsyDouble {
  readonly server: DoubleServer;
  readonly shop: EtsyDoubleReceipts;
  readonly oauth: EtsyDoubleOauth;
  readonly behavior: EtsyBehavior;
  readonly violations: string[] = [];
  readonly operations = new Set<string>();
  /** Runs after each answered request, for changes between two pages. */
  afterAnswer: (request: DoubleRequest) => void = () => {};

  constructor({ port, journalFile, faults, ...behavior }: DoubleOptions & Partial<EtsyBehavior>) {
    this.behavior = {
      clock: { now: () => new Date() },
      remainingToday: 10_000,
      webhookUrl: null,
      everyAnswer: null,
      ...behavior,
    };
    this.oauth = new EtsyDoubleOauth(this.behavior.clock);
    this.shop = new EtsyDoubleReceipts(this.behavior.clock);
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
            placeOrder: () => this.#placeOrder(),
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

  /** A signed delivery about a receipt. */
  delivery(
    receiptId: number,
    { secret = ETSY_WEBHOOK_SECRET, at = this.behavior.clock.now(), host = 'openapi.etsy.com' } = {},
  ) {
    const id = `msg_${newId()}`;
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const path = `/v3/application/shops/${ETSY_SHOP.shop_id}/receipts/${receiptId}`;
    const body = JSON.stringify({
      event_type: 'order.paid',
      resource_url: `https://${host}${path}`,
      shop_id: ETSY_SHOP.shop_id,
    });
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    return { headers, body: Buffer.from(body) };
  }

  /** A delivery that fails is not repeated. */
  #placeOrder(): string {
    const { receipt_id: id } = this.shop.make();
    const { webhookUrl } = this.behavior;
    if (webhookUrl !== null)
      fetch(webhookUrl, { method: 'POST', ...this.delivery(id) }).catch(() => undefined);
    return String(id);
  }

  #answer(request: DoubleRequest): DoubleAnswer {
    if (this.behavior.everyAnswer) return this.behavior.everyAnswer;
    const call = `${request.method} ${request.path}`;
    if (call === 'GET /oauth/connect') return this.oauth.connect(request);
    const { operation, violations } = description.check(request);
    if (operation) this.operations.add(operation);
    this.violations.push(...violations);
    if (violations.length > 0) return etsyError(400, violations.join('; '));
    if (call === 'POST /v3/public/oauth/token') return this.oauth.token(request);
    return this.#limited(() => this.oauth.refuse(request) ?? this.#route(call, request));
  }

  /** Etsy counts the calls of the app within the last 24 hours. */
  #limited(answer: () => DoubleAnswer): DoubleAnswer {
    const { behavior } = this;
    const isOver = behavior.remainingToday <= 0;
    behavior.remainingToday = Math.max(0, behavior.remainingToday - 1);
    const headers = {
      'x-limit-per-second': '10',
      'x-limit-per-day': '10000',
      'x-remaining-today': String(behavior.remainingToday),
    };
    const given = isOver ? etsyError(429, 'Exceeded quota') : answer();
    return { ...given, headers: { ...headers, ...given.headers } };
  }

  #route(call: string, request: DoubleRequest): DoubleAnswer {
    for (const [pattern, answer] of this.#routes) {
      const found = pattern.exec(call);
      if (found) return answer(Number(found[1]), request);
    }
    return etsyError(404, 'Resource not found');
  }

  readonly #routes: Route[] = [
    [
      /^GET \/v3\/application\/users\/me$/,
      () => ({ status: 200, body: { user_id: this.oauth.userId, shop_id: ETSY_SHOP.shop_id } }),
    ],
    [
      /^GET \/v3\/application\/users\/(\d+)\/shops$/,
      (id) =>
        id === this.oauth.userId
          ? { status: 200, body: { ...ETSY_SHOP, user_id: id } }
          : etsyError(404, 'Shop not found'),
    ],
    [/^GET \/v3\/application\/shops\/777001\/receipts$/, (_, request) => this.shop.list(request)],
    [/^GET \/v3\/application\/shops\/777001\/receipts\/(\d+)$/, (id) => this.shop.read(id)],
    [
      /^POST \/v3\/application\/shops\/777001\/receipts\/(\d+)\/tracking$/,
      (id, request) => this.shop.track(id, request),
    ],
  ];
}
