import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { chanceOf } from './fault-plan.ts';
import type { StripeDoubleEvent } from './stripe-double-objects.ts';

/** How news travel. */
export interface WebhookPlan {
  /** Null: they never arrive (F10). */
  url: string | null;
  secret: string;
  /** That many at the same moment (F08). */
  copies: number;
  /** They come so late (F11). */
  afterMs: number;
  /** And then within this time, so that they overtake each other (F09). */
  withinMs: number;
  /** The call that caused them is answered when they have arrived (F11). */
  beforeAnswer: boolean;
  /** How often one that was not taken is brought again, after 1, 2, 4 … seconds. */
  retries: number;
}

const PLAIN_WEBHOOKS: WebhookPlan = {
  url: null,
  secret: 'whsec_double',
  copies: 1,
  afterMs: 0,
  withinMs: 0,
  beforeAnswer: false,
  retries: 6,
};

interface Delivery {
  event: string;
  type: string;
  /** Null when nobody answered. */
  status: number | null;
}

const ANSWER_LIMIT_MS = 10_000;
const FIRST_RETRY_MS = 1000;

export class WebhookSender {
  plan: WebhookPlan;
  readonly deliveries: Delivery[] = [];
  readonly #closing = new AbortController();
  #sent = 0;

  constructor(plan: Partial<WebhookPlan> = {}) {
    this.plan = { ...PLAIN_WEBHOOKS, ...plan };
  }

  /** Resolves when it was brought for the first time, or could not be. */
  async send(event: StripeDoubleEvent): Promise<void> {
    const { copies, afterMs, withinMs } = this.plan;
    this.#sent += 1;
    await this.#pause(afterMs + withinMs * chanceOf(`delivery ${this.#sent}`));
    await Promise.all(Array.from({ length: copies }, () => this.#bring(event)));
  }

  close(): void {
    this.#closing.abort();
  }

  async #bring(event: StripeDoubleEvent): Promise<void> {
    if (await this.#post(event)) return;
    void this.#bringAgain(event);
  }

  async #bringAgain(event: StripeDoubleEvent): Promise<void> {
    for (let retry = 0; retry < this.plan.retries && !this.#closing.signal.aborted; retry += 1) {
      await this.#pause(FIRST_RETRY_MS * 2 ** retry);
      if (await this.#post(event)) return;
    }
  }

  /** Signed when it goes out, as an old signature is refused. */
  async #post(event: StripeDoubleEvent): Promise<boolean> {
    const { url, secret } = this.plan;
    if (url === null || this.#closing.signal.aborted) return true;
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_LIMIT_MS), this.#closing.signal]),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => null,
    );
    this.deliveries.push({ event: event.id, type: event.type, status });
    return status !== null && status >= 200 && status < 300;
  }

  /** Nobody waits for what is still under way when the double closes. */
  #pause(ms: number): Promise<unknown> {
    if (ms <= 0) return Promise.resolve();
    return sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }
}
