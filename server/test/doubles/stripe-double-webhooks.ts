import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { chanceOf } from './fault-plan.ts';
import type { StripeDoubleEvent } from './stripe-double-objects.ts';

/** How events are delivered. */
export interface WebhookPlan {
  /** Null: events never arrive (F10). */
  url: string | null;
  secret: string;
  /** Copies sent at the same time (F08). */
  copies: number;
  /** The delay (F11). */
  afterMs: number;
  /** An additional random delay up to this, so that events arrive out of order (F09). */
  withinMs: number;
  /** Answers the call that caused them only after they arrived (F11). */
  beforeAnswer: boolean;
  /** How often a failed delivery is retried, after 1, 2, 4 … seconds. */
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
  /** Null without an answer. */
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

  /** Resolves after the first delivery attempt. */
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

  /** Signed when sent, because old signatures are refused. */
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

  /** Closing the double cancels pending deliveries. */
  #pause(ms: number): Promise<unknown> {
    if (ms <= 0) return Promise.resolve();
    return sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }
}
