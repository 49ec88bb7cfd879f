import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import { Stripe } from 'stripe';
import type {
  CardRecord,
  CardSetup,
  ChargeAnswer,
  ChargeOrder,
  CustomerMissing,
  SetupOrder,
  StoredCards,
} from '../port.ts';
import { heard, isMissing, once, orThrow } from './stripe-calls.ts';
import { CLIENT_ID, PAYMENT_ID, SETUP_ID, toChargeAnswer } from './stripe-mapping.ts';

const PAGE = 100;
/** How many of a customer's newest objects we search. */
const LOOKED_THROUGH = 10 * PAGE;
/** The stored card cannot be charged, and a retry would not change that. */
const CARD_GONE = /^(resource_missing|payment_method_|customer_)/;

/** Customers, setup intents and payment methods of Stripe. Charges are found again by our id in their metadata. */
export class StripeCards implements StoredCards {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** After a day Stripe forgets the key. A second customer without cards does no harm. */
  async createCustomer(key: string, replaces: string | null): Promise<string> {
    const params = { metadata: { [CLIENT_ID]: key } };
    const made = await heard(
      once(
        replaces === null ? `customer:${key}` : `customer:${key}:${replaces}`,
        (idempotencyKey) => this.#stripe.customers.create(params, { idempotencyKey }),
        async () => null,
      ),
    );
    return orThrow(made).id;
  }

  async createSetup({ key, customerId }: SetupOrder): Promise<CardSetup> {
    const params: Stripe.SetupIntentCreateParams = {
      customer: customerId,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      metadata: { [SETUP_ID]: key },
    };
    const made = await heard(
      once(
        `setup:${key}`,
        (idempotencyKey) => this.#stripe.setupIntents.create(params, { idempotencyKey }),
        async () => null,
      ),
    );
    return toSetup(orThrow(made));
  }

  async readSetup(setupId: string): Promise<CardSetup | null> {
    const read = await heard(this.#stripe.setupIntents.retrieve(setupId));
    if (isMissing(read)) return null;
    return toSetup(orThrow(read));
  }

  async list(customerId: string): Promise<CardRecord[] | null> {
    const params = { type: 'card', limit: PAGE } as const;
    const listed = await heard(this.#stripe.customers.listPaymentMethods(customerId, params));
    if (isMissing(listed)) return null;
    return orThrow(listed).data.flatMap(({ id: methodId, card }) =>
      card
        ? { methodId, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
        : [],
    );
  }

  async detach(methodId: string): Promise<void> {
    const detached = await heard(this.#stripe.paymentMethods.detach(methodId));
    // Stripe refuses a card that is unknown or not attached, which is what we want.
    if ('no' in detached && !isMissing(detached) && !/attached/i.test(detached.no.text)) orThrow(detached);
  }

  async charge(order: ChargeOrder): Promise<ChargeAnswer> {
    const { key, amountCents, currency, description, customerId, methodId, present } = order;
    const { min, max } = PAYMENT_CENTS;
    if (!Number.isInteger(amountCents) || amountCents < min || amountCents > max)
      return declined('amount_invalid', `A payment must be a whole number of cents from ${min} to ${max}.`);
    const params: Stripe.PaymentIntentCreateParams = {
      amount: amountCents,
      currency: currency.toLowerCase(),
      customer: customerId,
      payment_method: methodId,
      allowed_payment_method_types: ['card'],
      confirm: true,
      ...(present ? {} : { off_session: true }),
      metadata: { [PAYMENT_ID]: key },
      ...(description === '' ? {} : { description }),
    };
    const find = () => this.#find(customerId, key);
    const made = await heard(
      // Look first: Stripe may have forgotten the key.
      find().then(
        (earlier) =>
          earlier ??
          once(
            `payment:${key}`,
            (idempotencyKey) => confirmed(this.#stripe.paymentIntents.create(params, { idempotencyKey })),
            find,
          ),
      ),
    );
    if ('no' in made) {
      if (!CARD_GONE.test(made.no.code)) orThrow(made);
      return declined(made.no.code, GONE);
    }
    if (made.answer.amount !== amountCents)
      throw new Error(`Payment key ${key} was reused with another amount`);
    return toChargeAnswer(made.answer);
  }

  async findCharge(customerId: string, key: string): Promise<ChargeAnswer | CustomerMissing | null> {
    const looked = await heard(this.#find(customerId, key));
    if (isMissing(looked)) return { outcome: 'customer_missing' };
    const found = orThrow(looked);
    return found && toChargeAnswer(found);
  }

  async #find(customerId: string, key: string): Promise<Stripe.PaymentIntent | null> {
    let looked = 0;
    const intents = this.#stripe.paymentIntents.list({ customer: customerId, limit: PAGE });
    for await (const intent of intents) {
      if (intent.metadata[PAYMENT_ID] === key) return intent;
      looked += 1;
      if (looked === LOOKED_THROUGH) break;
    }
    return null;
  }
}

const GONE = 'This card is no longer saved. Please add it again.';

/** A declined card is an answer: the error carries the intent. */
async function confirmed(call: Promise<Stripe.PaymentIntent>): Promise<Stripe.PaymentIntent> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent;
    throw error;
  }
}

const declined = (code: string, text: string): ChargeAnswer => ({
  outcome: 'declined',
  intent: null,
  code,
  text,
});

const toSetup = ({ id, client_secret, status }: Stripe.SetupIntent): CardSetup => ({
  setupId: id,
  clientSecret: client_secret ?? '',
  status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'canceled' : 'open',
});
