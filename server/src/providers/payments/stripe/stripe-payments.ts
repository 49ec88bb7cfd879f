import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../platform/clock.ts';
import { cutTo } from '../../../platform/cut-to.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import {
  CANNOT_SAVE_CARD,
  type Intent,
  type IntentOrder,
  type IntentRefusal,
  type PaymentProvider,
  type PaymentRecords,
  type ProcessorBalance,
  type RefundAnswer,
  type RefundOrder,
  type StoredCards,
} from '../port.ts';
import { StripeBalance } from './stripe-balance.ts';
import { heard, isMissing, once, orThrow } from './stripe-calls.ts';
import { StripeCards } from './stripe-cards.ts';
import { stripeClient } from './stripe-client.ts';
import { PAYMENT_ID, REFUND_ID, SHIPMENT_ID, toIntent, toRefundAnswer } from './stripe-mapping.ts';
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

const BAD_AMOUNT = new Set(['amount_too_small', 'amount_too_large', 'parameter_invalid_integer']);

/**
 * Stripe forgets idempotency keys after a day and also replays failures, so we find objects again by our ids
 * in their metadata.
 */
export class StripePayments implements PaymentProvider {
  readonly name: string;
  readonly live: boolean;
  readonly cards: StoredCards;
  readonly balance: ProcessorBalance;
  readonly records: PaymentRecords;
  readonly #stripe: Stripe;

  constructor({ secretKey, baseUrl, live, clock, observer }: StripeDeps) {
    this.live = live;
    this.name = live ? 'stripe' : 'stripe_test';
    this.#stripe = stripeClient(secretKey, baseUrl, clock, observer);
    this.cards = new StripeCards(this.#stripe);
    this.balance = new StripeBalance(this.#stripe);
    this.records = new StripeRecords(this.#stripe);
  }

  async createIntent(order: IntentOrder): Promise<Intent | IntentRefusal> {
    const { key, amountCents, currency, description, saveFor } = order;
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
      ...(saveFor ? { customer: saveFor, setup_future_usage: 'off_session' } : {}),
    };
    const made = await heard(
      once(
        `payment:${key}`,
        (idempotencyKey) => this.#stripe.paymentIntents.create(params, { idempotencyKey }),
        () => this.#findIntent(key),
      ),
    );
    if ('answer' in made) return toIntent(made.answer);
    if (saveFor && isMissing(made)) return { status: 'refused', text: CANNOT_SAVE_CARD };
    if (!BAD_AMOUNT.has(made.no.code)) throw new Error(`Stripe: ${made.no.text} (${made.no.code})`);
    return { status: 'refused', text: made.no.text };
  }

  async findIntent(key: string): Promise<Intent | null> {
    const found = orThrow(await heard(this.#findIntent(key)));
    return found && toIntent(found);
  }

  async readIntent(intentId: string): Promise<Intent | null> {
    const read = await heard(this.#stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
    if (isMissing(read)) return null;
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
          once(
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
    if (isMissing(found)) return null;
    const refund = orThrow(found);
    return refund && toRefundAnswer(refund);
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
