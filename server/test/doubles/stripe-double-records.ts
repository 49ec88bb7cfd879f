import type { TestCardInput, TestPaymentError } from '@lading/contract/test-gateway.ts';
import type Stripe from 'stripe';
import { CARD_ERRORS } from '../../src/providers/payments/test-gateway/card-errors.ts';
import { expiryOf, hasExpired, readCard } from '../../src/providers/payments/test-gateway/read-card.ts';
import type { StripeDoubleBalance } from './stripe-double-balance.ts';
import { refuseOldNames, type StripeDoubleCards, type UsedCard } from './stripe-double-cards.ts';
import { type Form, integerOf, metadataOf, neededText, textOf } from './stripe-double-form.ts';
import {
  type Charge,
  type Dispute,
  newCharge,
  newDispute,
  newIntent,
  newRefund,
  unixNow,
} from './stripe-double-objects.ts';
import { refuseParameter, refuseState, refuseUnknown, StripeRefusal } from './stripe-double-refusal.ts';

interface BookDeps {
  note(kind: string, facts: Record<string, unknown>): void;
  emit(type: string, object: object): void;
  /** The authentication page of the bank. */
  authenticationPage(intent: Stripe.PaymentIntent): string;
  cards: StripeDoubleCards;
  balance: StripeDoubleBalance;
  /** How long a refund is pending: 0 for not at all, null until a test ends it. */
  refundsPendMs: () => number | null;
}

const SMALLEST = 50;
const LARGEST = 99_999_999;
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** The objects of Stripe and their operations. Each operation is atomic. */
export class StripeRecords {
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** Cards that wait for authentication. */
  readonly #asked = new Map<string, UsedCard>();
  readonly #deps: BookDeps;

  constructor(deps: BookDeps) {
    this.#deps = deps;
  }

  createIntent(form: Form): Stripe.PaymentIntent {
    neededText(form, 'amount');
    const amount = integerOf(form, 'amount') ?? 0;
    const currency = neededText(form, 'currency');
    if (!/^[a-z]{3}$/.test(currency))
      throw refuseParameter('currency', 'parameter_invalid_empty', `Invalid currency: ${currency}`);
    if (amount < 1) throw refuseParameter('amount', 'parameter_invalid_integer', 'Invalid positive integer');
    if (amount < SMALLEST)
      throw refuseParameter('amount', 'amount_too_small', 'Amount must be at least 50 cents.');
    if (amount > LARGEST)
      throw refuseParameter('amount', 'amount_too_large', 'Amount must be no more than $999,999.99.');
    refuseOldNames(form);
    const customer = textOf(form, 'customer');
    if (customer !== null) this.#deps.cards.customer(customer);
    const confirms = form.confirm === 'true';
    if (form.off_session !== undefined && !confirms)
      throw refuseParameter(
        'off_session',
        'parameter_invalid',
        'off_session is only allowed with confirm=true.',
      );
    const stored = confirms ? this.#deps.cards.attached(neededText(form, 'payment_method'), customer) : null;
    const intent = newIntent({
      amount,
      currency,
      description: textOf(form, 'description'),
      metadata: metadataOf(form),
      customer,
      setup_future_usage: form.setup_future_usage === 'off_session' ? 'off_session' : null,
    });
    this.intents.set(intent.id, intent);
    this.#deps.note('intent_created', factsOf(intent));
    this.#deps.emit('payment_intent.created', intent);
    return stored ? this.#chargeStored(intent, stored, form.off_session !== 'true') : intent;
  }

  /** The client pays with a stored card in the browser. */
  confirmStored(id: string, methodId: string): Stripe.PaymentIntent {
    const intent = this.intent(id);
    if (!isOpen(intent)) throw refuseState(intent);
    return this.#chargeStored(intent, this.#deps.cards.attached(methodId, customerOf(intent)), true);
  }

  #chargeStored(intent: Stripe.PaymentIntent, used: UsedCard, isPresent: boolean): Stripe.PaymentIntent {
    if (hasExpired(used, new Date())) throw this.#decline(intent, CARD_ERRORS.expiredCard);
    if (!used.card.asksAgain) return this.#charge(intent, used, false);
    if (!isPresent) throw this.#decline(intent, CARD_ERRORS.authenticationRequired);
    return this.#ask(intent, used);
  }

  intent(id: string, param = 'intent'): Stripe.PaymentIntent {
    const intent = this.intents.get(id);
    if (!intent) throw refuseUnknown('payment_intent', id, param);
    return intent;
  }

  confirm(id: string, input: TestCardInput): Stripe.PaymentIntent {
    const intent = this.intent(id);
    if (!isOpen(intent)) throw refuseState(intent);
    const reading = readCard(input, new Date());
    if ('error' in reading) throw this.#decline(intent, reading.error);
    const used = { card: reading.card, ...expiryOf(input, new Date()) };
    return used.card.authenticates ? this.#ask(intent, used) : this.#charge(intent, used);
  }

  #ask(intent: Stripe.PaymentIntent, used: UsedCard): Stripe.PaymentIntent {
    this.#asked.set(intent.id, used);
    intent.status = 'requires_action';
    intent.last_payment_error = null;
    intent.next_action = {
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        stripe_js: this.#deps.authenticationPage(intent),
      },
    };
    this.#deps.emit('payment_intent.requires_action', intent);
    return intent;
  }

  /** The result of the authentication. */
  authenticate(id: string, answer: 'complete' | 'fail'): Stripe.PaymentIntent {
    const intent = this.intent(id);
    const used = this.#asked.get(id);
    if (intent.status !== 'requires_action' || !used) throw refuseState(intent);
    if (answer === 'complete') return this.#charge(intent, used);
    throw this.#decline(intent, CARD_ERRORS.authenticationFailed, 'invalid_request_error');
  }

  cancel(id: string, form: Form): Stripe.PaymentIntent {
    const intent = this.intent(id);
    if (!isOpen(intent)) throw refuseState(intent);
    intent.status = 'canceled';
    intent.canceled_at = unixNow();
    intent.cancellation_reason = textOf(form, 'cancellation_reason') as typeof intent.cancellation_reason;
    intent.next_action = null;
    this.#deps.note('intent_canceled', factsOf(intent));
    this.#deps.emit('payment_intent.canceled', intent);
    return intent;
  }

  refund(form: Form): Stripe.Refund {
    const intent = this.intent(neededText(form, 'payment_intent'), 'payment_intent');
    const asked = integerOf(form, 'amount');
    const reason = REASONS.find((known) => known === form.reason) ?? null;
    if (form.reason !== undefined && reason === null)
      throw refuseParameter('reason', 'parameter_invalid_string', `Invalid reason: ${form.reason}`);
    const metadata = metadataOf(form);
    if (asked !== null && asked < 1)
      throw refuseParameter('amount', 'parameter_invalid_integer', 'Invalid positive integer');
    const charge = this.#chargeOf(intent);
    const left = charge.amount - charge.amount_refunded;
    if (left === 0)
      throw refuseMoney('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
    const amount = asked ?? left;
    if (amount > left)
      throw refuseMoney(
        'amount_too_large',
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      );
    const pendMs = this.#deps.refundsPendMs();
    const status = pendMs === 0 ? 'succeeded' : 'pending';
    const refund = newRefund(charge, { amount, reason, metadata, status });
    this.refunds.set(refund.id, refund);
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.#deps.balance.refunded(refund);
    this.#deps.note('refunded', refundFacts(refund));
    this.#deps.emit('refund.created', refund);
    this.#deps.emit('charge.refunded', charge);
    if (pendMs) setTimeout(() => this.endRefund(refund.id, 'succeeded'), pendMs).unref();
    return refund;
  }

  /** A pending refund succeeds; a succeeded one may still fail. */
  endRefund(id: string, status: 'succeeded' | 'failed'): Stripe.Refund {
    const refund = this.refunds.get(id);
    if (!refund) throw refuseUnknown('refund', id, 'refund');
    if (refund.status === status || refund.status === 'failed') return refund;
    refund.status = status;
    const charge = this.#chargeOf(this.intent(String(refund.payment_intent)));
    if (status === 'failed') {
      refund.failure_reason = 'expired_or_canceled_card';
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
      this.#deps.balance.refundFailed(refund);
      this.#deps.note('refund_failed', refundFacts(refund));
      this.#deps.emit('refund.failed', refund);
    }
    this.#deps.emit('refund.updated', refund);
    this.#deps.emit('charge.refund.updated', refund);
    return refund;
  }

  openDispute(intentId: string, reason = 'fraudulent'): Dispute {
    const charge = this.#chargeOf(this.intent(intentId));
    const dispute = newDispute(charge, reason);
    charge.disputed = true;
    this.disputes.set(dispute.id, dispute);
    this.#deps.balance.disputed(dispute);
    this.#deps.note('disputed', { dispute: dispute.id, intent: intentId, cents: dispute.amount });
    this.#deps.emit('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(intentId: string, status: 'won' | 'lost'): Dispute {
    const dispute = [...this.disputes.values()].find(({ payment_intent }) => payment_intent === intentId);
    if (!dispute) throw refuseUnknown('dispute', intentId, 'payment_intent');
    dispute.status = status;
    if (status === 'won') this.#deps.balance.disputeWon(dispute);
    this.#deps.note('dispute_closed', { dispute: dispute.id, intent: intentId, status });
    this.#deps.emit('charge.dispute.closed', dispute);
    return dispute;
  }

  /** With `saves`, an intent for later use keeps the card. */
  #charge(intent: Stripe.PaymentIntent, used: UsedCard, saves = true): Stripe.PaymentIntent {
    const { card } = used;
    const charge = newCharge(intent, card);
    this.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    intent.next_action = null;
    if (card.refusal) {
      this.#deps.emit('charge.failed', charge);
      throw this.#decline(intent, card.refusal);
    }
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.last_payment_error = null;
    this.#deps.balance.charged(charge);
    this.#deps.note('charged', factsOf(intent));
    this.#deps.emit('charge.succeeded', charge);
    this.#deps.emit('payment_intent.succeeded', intent);
    const customer = customerOf(intent);
    if (saves && customer !== null && intent.setup_future_usage) this.#deps.cards.attach(customer, used);
    if (card.disputed) this.openDispute(intent.id);
    return intent;
  }

  #decline(
    intent: Stripe.PaymentIntent,
    { code, declineCode, message }: TestPaymentError,
    type: 'card_error' | 'invalid_request_error' = 'card_error',
  ): StripeRefusal {
    const error = { type, code, message, ...(declineCode !== null && { decline_code: declineCode }) };
    intent.status = 'requires_payment_method';
    intent.next_action = null;
    intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError;
    this.#deps.emit('payment_intent.payment_failed', intent);
    return new StripeRefusal(type === 'card_error' ? 402 : 400, { ...error, payment_intent: intent });
  }

  #chargeOf(intent: Stripe.PaymentIntent): Charge {
    const charge = this.charges.get(String(intent.latest_charge));
    if (intent.status === 'succeeded' && charge) return charge;
    throw refuseMoney(
      'payment_intent_unexpected_state',
      'This PaymentIntent does not have a successful charge.',
    );
  }
}

const isOpen = ({ status }: Stripe.PaymentIntent) =>
  status === 'requires_payment_method' || status === 'requires_action';

const customerOf = ({ customer }: Stripe.PaymentIntent): string | null =>
  typeof customer === 'string' ? customer : null;

const factsOf = (intent: Stripe.PaymentIntent) => ({
  intent: intent.id,
  paymentKey: intent.metadata.payment_id,
  cents: intent.amount,
});

const refundFacts = (refund: Stripe.Refund) => ({
  refund: refund.id,
  refundKey: refund.metadata?.refund_id,
  intent: refund.payment_intent,
  cents: refund.amount,
});

const refuseMoney = (code: string, message: string) =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, message });
