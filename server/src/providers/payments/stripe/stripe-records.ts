import type { Stripe } from 'stripe';
import type { Intent, PaymentEvent, PaymentRecords, RefundRecord } from '../port.ts';
import { DISPUTE_EVENTS, readEvent, toPaymentEvent } from './stripe-events.ts';
import {
  PAYMENT_ID,
  plainError,
  REFUND_ID,
  SHIPMENT_ID,
  toIntent,
  toRefundAnswer,
} from './stripe-mapping.ts';

const PAGE = 100;

/** Our payments in the records of Stripe. Objects without our metadata belong to other systems. */
export class StripeRecords implements PaymentRecords {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  async intentsSince(time: Date): Promise<Intent[]> {
    const intents = await all(this.#stripe.paymentIntents.list(since(time)));
    return intents.filter(({ metadata }) => metadata[PAYMENT_ID]).map(toIntent);
  }

  /** Failed and canceled refunds paid nothing. */
  async refundsSince(time: Date): Promise<RefundRecord[]> {
    const refunds = await all(this.#stripe.refunds.list(since(time)));
    return refunds.flatMap((refund) => {
      const { metadata, payment_intent: intent, amount: amountCents } = refund;
      const key = metadata?.[REFUND_ID];
      if (!key || intent === null || toRefundAnswer(refund).outcome === 'refused') return [];
      const intentId = typeof intent === 'string' ? intent : intent.id;
      const shipmentId = metadata[SHIPMENT_ID] ?? null;
      return { key, intentId, shipmentId, amountCents, reason: metadata.reason ?? '' };
    });
  }

  /** Stripe keeps events for 30 days. */
  async disputesSince(time: Date): Promise<PaymentEvent[]> {
    const types = [...DISPUTE_EVENTS];
    const events = await all(this.#stripe.events.list({ ...since(time), types }));
    return events.reverse().flatMap((event) => toPaymentEvent(readEvent(event)) ?? []);
  }
}

const since = (time: Date) => ({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: PAGE });

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  try {
    for await (const item of list) items.push(item);
  } catch (error) {
    throw plainError(error);
  }
  return items;
}
