import { createHmac, randomUUID } from 'node:crypto';
import type { ShopifyDoubleContext } from './shopify-double-context.ts';
import type { Subscription } from './shopify-double-records.ts';

const MAX_FAILURES = 8;
const ANSWER_WITHIN_MS = 5_000;

/** `orders/updated` is the name of ORDERS_UPDATED in a delivery. */
const topicName = (topic: string) => {
  const family = ['FULFILLMENT_ORDERS', 'ORDERS', 'APP'].find((name) => topic.startsWith(`${name}_`)) ?? '';
  return `${family}/${topic.slice(family.length + 1)}`.toLowerCase();
};

interface Delivery {
  headers: Record<string, string>;
  body: Buffer;
}

/** Signs and delivers webhooks. A subscription that fails eight times in a row is deleted. */
export class ShopifyWebhooks {
  readonly #context: ShopifyDoubleContext;
  readonly #running = new Set<Promise<void>>();

  constructor(context: ShopifyDoubleContext) {
    this.#context = context;
  }

  make(topic: string, body: object | string): Delivery {
    const { app, shop, apiVersion } = this.#context.behavior;
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const id = randomUUID();
    return {
      body: bytes,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topicName(topic),
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-hmac-sha256': createHmac('sha256', app.clientSecret).update(bytes).digest('base64'),
        'x-shopify-webhook-id': id,
        'x-shopify-event-id': id,
        'x-shopify-triggered-at': new Date().toISOString(),
        'x-shopify-api-version': apiVersion,
      },
    };
  }

  /** Sends a webhook about an order to all who subscribed. */
  send(topic: string, orderId: string): void {
    const delivery = this.make(topic, {
      id: Number(orderId.slice(orderId.lastIndexOf('/') + 1)),
      admin_graphql_api_id: orderId,
    });
    for (const subscription of this.#context.records.subscriptions.values())
      if (subscription.topic === topic) this.#start(this.#deliver(subscription, delivery));
  }

  /** Resolves when every delivery has been answered. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #deliver(subscription: Subscription, { headers, body }: Delivery): Promise<void> {
    const isTaken = await fetch(subscription.uri, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    subscription.failures = isTaken ? 0 : subscription.failures + 1;
    if (subscription.failures >= MAX_FAILURES) this.#context.records.subscriptions.delete(subscription.id);
  }
}
