import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../platform/clock.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import type {
  Intent,
  IntentOrder,
  IntentRefusal,
  PaymentProvider,
  PaymentRecords,
  RefundAnswer,
  RefundOrder,
} from '../port.ts';
import { stripeClient } from './stripe-client.ts';
import {
  cutTo,
  type FinalNo,
  finalNo,
  isKeptFailure,
  PAYMENT_ID,
  plainError,
  REFUND_ID,
  SHIPMENT_ID,
  toIntent,
  toRefundAnswer,
} from './stripe-mapping.ts';
import { StripeRecords } from './stripe-records.ts';

interface StripeDeps {
  secretKey: string;
  baseUrl: string;
  live: boolean;
  clock: Clock;
  observer?: CallObserver;
}

const PAGE = 100;
/** How many of the newest intents we search. */
const LOOKED_THROUGH = 10 * PAGE;
const METADATA_LENGTH = 500;
/** How many idempotency keys we try for one object, each after a failure that Stripe replays. */
const MAX_KEYS = 5;

const BAD_AMOUNT = new Set(['amount_too_small', 'amount_too_large', 'parameter_invalid_integer']);

/**
 * Stripe forgets idempotency keys after a day and also replays failures, so we find objects again by our ids
 * in their metadata.
 */
export class StripePayments implements PaymentProvider {
  readonly name: string;
  readonly live: boolean;
  readonly records: PaymentRecords;
  readonly #stripe: Stripe;

  constructor({ secretKey, baseUrl, live, clock, observer }: StripeDeps) {
    this.live = live;
    this.name = live ? 'stripe' : 'stripe_test';
    this.#stripe = stripeClient(secretKey, baseUrl, clock, observer);
    this.records = new StripeRecords(this.#stripe);
  }

  async createIntent(order: IntentOrder): Promise<Intent | IntentRefusal> {
    const { key, amountCents, currency, description } = order;
    const { min, max } = PAYMENT_CENTS;
    if (!Number.isInteger(amountCents) || amountCents < min || amountCents > max) {
      return { status: 'refused', text: `A payment must be a whole number of cents from ${min} to ${max}.` };
    }
    const params: Stripe.PaymentIntentCreateParams = {
      amount: amountCents,
      currency: currency.toLowerCase(),
      // The Stripe dashboard decides the payment methods. Redirect methods are off, because they leave the
      // page.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { [PAYMENT_ID]: key },
      ...(description === '' ? {} : { description }),
    };
    const made = await heard(
      this.#once(
        `payment:${key}`,
        (idempotencyKey) => this.#stripe.paymentIntents.create(params, { idempotencyKey }),
        () => this.#findIntent(key),
      ),
    );
    if ('answer' in made) return toIntent(made.answer);
    if (!BAD_AMOUNT.has(made.no.code)) throw new Error(`Stripe: ${made.no.text} (${made.no.code})`);
    return { status: 'refused', text: made.no.text };
  }

  async findIntent(key: string): Promise<Intent | null> {
    const found = orThrow(await heard(this.#findIntent(key)));
    return found && toIntent(found);
  }

  async readIntent(intentId: string): Promise<Intent | null> {
    const read = await heard(this.#stripe.paymentIntents.retrieve(intentId));
    if ('no' in read && read.no.code === 'resource_missing') return null;
    return toIntent(orThrow(read));
  }

  async cancelIntent(intentId: string): Promise<Intent> {
    const canceled = await heard(this.#stripe.paymentIntents.cancel(intentId));
    if ('no' in canceled && canceled.no.code === 'payment_intent_unexpected_state')
      return toIntent(orThrow(await heard(this.#stripe.paymentIntents.retrieve(intentId))));
    return toIntent(orThrow(canceled));
  }

  async refund(order: RefundOrder): Promise<RefundAnswer> {
    const { key, intentId, shipmentId, amountCents, reason } = order;
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
      return { outcome: 'refused', text: 'A refund must be a whole number of cents above zero.' };
    }
    const params: Stripe.RefundCreateParams = {
      payment_intent: intentId,
      amount: amountCents,
      reason: 'requested_by_customer',
      metadata: {
        [REFUND_ID]: key,
        ...(shipmentId === null ? {} : { [SHIPMENT_ID]: shipmentId }),
        ...(reason === '' ? {} : { reason: cutTo(METADATA_LENGTH, reason) }),
      },
    };
    const find = () => this.#findRefund(intentId, key);
    const made = await heard(
      // Look first: Stripe may have forgotten the key.
      find().then(
        (earlier) =>
          earlier ??
          this.#once(
            `refund:${key}`,
            (idempotencyKey) => this.#stripe.refunds.create(params, { idempotencyKey }),
            find,
          ),
      ),
    );
    if ('no' in made) return { outcome: 'refused', text: made.no.text };
    // A refusal would deny the refund that exists under this key.
    if (made.answer.amount !== amountCents)
      throw new Error(`Refund key ${key} was reused with another amount`);
    return toRefundAnswer(made.answer);
  }

  async findRefund(intentId: string, key: string): Promise<RefundAnswer | null> {
    const found = await heard(this.#findRefund(intentId, key));
    if ('no' in found && found.no.code === 'resource_missing') return null;
    const refund = orThrow(found);
    return refund && toRefundAnswer(refund);
  }

  /**
   * Creates one object per key. Stripe would replay a stored failure forever, so we search for what the
   * failed call created, and only if there is nothing we use the next key.
   */
  async #once<T>(
    key: string,
    make: (idempotencyKey: string) => Promise<T>,
    find: () => Promise<T | null>,
  ): Promise<T> {
    for (let turn = 1; ; turn += 1) {
      try {
        return await make(turn === 1 ? key : `${key}:${turn}`);
      } catch (error) {
        if (!isKeptFailure(error) || turn === MAX_KEYS) throw error;
      }
      const found = await find();
      if (found) return found;
    }
  }

  /**
   * Uses the list, because search lags. An intent beyond the limit was never shown to a client, so no one can
   * pay it.
   */
  async #findIntent(key: string): Promise<Stripe.PaymentIntent | null> {
    let looked = 0;
    for await (const intent of this.#stripe.paymentIntents.list({ limit: PAGE })) {
      if (intent.metadata[PAYMENT_ID] === key) return intent;
      looked += 1;
      if (looked === LOOKED_THROUGH) break;
    }
    return null;
  }

  async #findRefund(intentId: string, key: string): Promise<Stripe.Refund | null> {
    for await (const refund of this.#stripe.refunds.list({ payment_intent: intentId, limit: PAGE }))
      if (refund.metadata?.[REFUND_ID] === key) return refund;
    return null;
  }
}

type Heard<T> = { answer: T } | { no: FinalNo };

/** A final refusal is an answer. Any other error is thrown, because the outcome is unknown. */
async function heard<T>(call: Promise<T>): Promise<Heard<T>> {
  try {
    return { answer: await call };
  } catch (error) {
    const no = finalNo(error);
    if (!no) throw plainError(error);
    return { no };
  }
}

function orThrow<T>(result: Heard<T>): T {
  if ('answer' in result) return result.answer;
  throw new Error(`Stripe: ${result.no.text} (${result.no.code})`);
}
