import { randomBytes } from 'node:crypto';
import type { TestCardInput, TestPaymentError } from '@lading/contract/test-gateway.ts';
import { CARD_ERRORS } from '../../src/providers/payments/test-gateway/card-errors.ts';
import { expiryOf, readCard } from '../../src/providers/payments/test-gateway/read-card.ts';
import {
  findTestCardEnding,
  lastFour,
  type TestCard,
} from '../../src/providers/payments/test-gateway/test-cards.ts';
import { type Form, formOf, metadataOf, neededText, textOf } from './stripe-double-form.ts';
import { newStripeId, unixNow } from './stripe-double-objects.ts';
import { refuseParameter, refuseUnknown, StripeRefusal } from './stripe-double-refusal.ts';

interface Customer {
  id: string;
  object: 'customer';
  created: number;
  livemode: false;
  metadata: Record<string, string>;
}

interface PaymentMethod {
  id: string;
  object: 'payment_method';
  type: 'card';
  created: number;
  livemode: false;
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}

interface SetupIntent {
  id: string;
  object: 'setup_intent';
  created: number;
  livemode: false;
  client_secret: string;
  customer: string;
  usage: 'off_session' | 'on_session';
  payment_method: string | null;
  metadata: Record<string, string>;
  last_setup_error: { type: string; code: string; message: string } | null;
  next_action: object | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
}

/** A card that pays or is saved, with its expiration date. */
export interface UsedCard {
  card: TestCard;
  expMonth: number;
  expYear: number;
}

interface CardDeps {
  note(kind: string, facts: Record<string, unknown>): void;
  emit(type: string, object: object): void;
  /** The authentication page of the bank. */
  authenticationPage(object: { id: string; client_secret: string }): string;
}

/** API 2026-10-28 has `allowed_payment_method_types` instead. */
export function refuseOldNames(form: Form): void {
  if (form.payment_method_types !== undefined)
    throw refuseParameter(
      'payment_method_types',
      'parameter_unknown',
      'Received unknown parameter: payment_method_types',
    );
}

/** Customers, their payment methods, and setup intents. */
export class StripeDoubleCards {
  readonly customers = new Map<string, Customer>();
  readonly methods = new Map<string, PaymentMethod>();
  readonly setups = new Map<string, SetupIntent>();
  /** Cards that wait for authentication. */
  readonly #asked = new Map<string, UsedCard>();
  readonly #deps: CardDeps;

  constructor(deps: CardDeps) {
    this.#deps = deps;
  }

  createCustomer(form: Form): Customer {
    const metadata = metadataOf(form);
    const customer: Customer = {
      id: newStripeId('cus'),
      object: 'customer',
      created: unixNow(),
      livemode: false,
      metadata,
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  customer(id: string): Customer {
    const customer = this.customers.get(id);
    if (!customer) throw refuseUnknown('customer', id, 'customer');
    return customer;
  }

  createSetup(form: Form): SetupIntent {
    refuseOldNames(form);
    const customer = this.customer(neededText(form, 'customer')).id;
    const usage = textOf(form, 'usage') ?? 'off_session';
    if (usage !== 'off_session' && usage !== 'on_session')
      throw refuseParameter('usage', 'parameter_invalid_string', `Invalid usage: ${usage}`);
    const id = newStripeId('seti');
    const setup: SetupIntent = {
      id,
      object: 'setup_intent',
      created: unixNow(),
      livemode: false,
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      customer,
      usage,
      payment_method: null,
      metadata: metadataOf(form),
      last_setup_error: null,
      next_action: null,
      status: 'requires_payment_method',
    };
    this.setups.set(id, setup);
    this.#deps.emit('setup_intent.created', setup);
    return setup;
  }

  setup(id: string): SetupIntent {
    const setup = this.setups.get(id);
    if (!setup) throw refuseUnknown('setup_intent', id, 'intent');
    return setup;
  }

  confirmSetup(id: string, input: TestCardInput): SetupIntent {
    const setup = this.setup(id);
    if (setup.status === 'succeeded' || setup.status === 'canceled') throw refuseSetupState(setup);
    const reading = readCard(input, new Date());
    if ('error' in reading) throw this.#failSetup(setup, reading.error);
    const used = { card: reading.card, ...expiryOf(input, new Date()) };
    if (!used.card.authenticates) return this.#finishSetup(setup, used);
    this.#asked.set(id, used);
    setup.status = 'requires_action';
    setup.next_action = {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: this.#deps.authenticationPage(setup) },
    };
    this.#deps.emit('setup_intent.requires_action', setup);
    return setup;
  }

  authenticateSetup(id: string, answer: 'complete' | 'fail'): SetupIntent {
    const setup = this.setup(id);
    const used = this.#asked.get(id);
    if (setup.status !== 'requires_action' || !used) throw refuseSetupState(setup);
    if (answer === 'complete') return this.#finishSetup(setup, used);
    throw this.#failSetup(setup, CARD_ERRORS.setupNotAuthenticated);
  }

  #finishSetup(setup: SetupIntent, used: UsedCard): SetupIntent {
    if (used.card.refusal && !used.card.attaches) throw this.#failSetup(setup, used.card.refusal);
    setup.payment_method = this.attach(setup.customer, used).id;
    setup.status = 'succeeded';
    setup.next_action = null;
    setup.last_setup_error = null;
    this.#deps.emit('setup_intent.succeeded', setup);
    return setup;
  }

  #failSetup(setup: SetupIntent, { code, message }: TestPaymentError): StripeRefusal {
    setup.status = 'requires_payment_method';
    setup.next_action = null;
    setup.last_setup_error = { type: 'card_error', code, message };
    this.#deps.emit('setup_intent.setup_failed', setup);
    return new StripeRefusal(402, { type: 'card_error', code, message });
  }

  attach(customer: string, { card, expMonth, expYear }: UsedCard): PaymentMethod {
    const method: PaymentMethod = {
      id: newStripeId('pm'),
      object: 'payment_method',
      type: 'card',
      created: unixNow(),
      livemode: false,
      customer,
      card: { brand: card.brand, last4: lastFour(card), exp_month: expMonth, exp_year: expYear },
    };
    this.methods.set(method.id, method);
    this.#deps.note('card_attached', { method: method.id, customer });
    this.#deps.emit('payment_method.attached', method);
    return method;
  }

  /** The card behind a payment method of this customer. */
  attached(methodId: string, customer: string | null): UsedCard {
    const method = this.methods.get(methodId);
    const card = method && findTestCardEnding(method.card.last4);
    if (!method || !card) throw refuseUnknown('PaymentMethod', methodId, 'payment_method');
    if (method.customer === null || method.customer !== customer)
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'payment_method_customer_decline',
        message:
          'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.',
      });
    return { card, expMonth: method.card.exp_month, expYear: method.card.exp_year };
  }

  methodsOf(customer: string): PaymentMethod[] {
    const { id } = this.customer(customer);
    return [...this.methods.values()].filter((method) => method.customer === id);
  }

  detach(id: string): PaymentMethod {
    const method = this.methods.get(id);
    if (!method) throw refuseUnknown('PaymentMethod', id, 'payment_method');
    if (method.customer === null)
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        message: 'The payment method you provided is not attached to a customer so detachment is impossible.',
      });
    method.customer = null;
    this.#deps.emit('payment_method.detached', method);
    return method;
  }
}

export function cardIn(form: Form): TestCardInput {
  const card = formOf(formOf(form, 'payment_method_data'), 'card');
  return {
    number: textOf(card, 'number') ?? '',
    expMonth: Number(textOf(card, 'exp_month')),
    expYear: Number(textOf(card, 'exp_year')),
    cvc: textOf(card, 'cvc') ?? '',
  };
}

const refuseSetupState = ({ status }: SetupIntent) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `This SetupIntent has a status of ${status} and cannot be changed this way.`,
  });
