import Stripe from 'stripe';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import { chanceOf } from './fault-plan.ts';
import { StripeDoubleBalance } from './stripe-double-balance.ts';
import { cardIn, StripeDoubleCards } from './stripe-double-cards.ts';
import { type Form, formOf, readForm, textOf } from './stripe-double-form.ts';
import { IdempotencyKeys } from './stripe-double-keys.ts';
import { expanded, listOf } from './stripe-double-lists.ts';
import { newEvent, newStripeId, type StripeDoubleEvent } from './stripe-double-objects.ts';
import { StripeRecords } from './stripe-double-records.ts';
import { refuseUnknown, StripeRefusal } from './stripe-double-refusal.ts';
import type { WebhookSender } from './stripe-double-webhooks.ts';

export interface StripeSettings {
  /** How long the double remembers a key. */
  keysLiveMs: number;
  /** The share of keys whose first answer is a stored 500, and in what share of them the work was still done (F05). */
  storedErrors: { share: number; done: number };
  /** How long a refund is pending: 0 for not at all, null until a test ends it. */
  refundsPendMs: number | null;
}

export const USUAL_SETTINGS: StripeSettings = {
  keysLiveMs: 24 * 3600 * 1000,
  storedErrors: { share: 0, done: 0 },
  refundsPendMs: 0,
};

interface ApiDeps {
  settings: StripeSettings;
  webhooks: WebhookSender;
  note(kind: string, facts: Record<string, unknown>): void;
  url(): string;
}

interface Call {
  id: string;
  form: Form;
}

type Route = [method: string, path: RegExp, answer: (call: Call) => object];

export class StripeApi {
  readonly records: StripeRecords;
  readonly cards: StripeDoubleCards;
  readonly balance = new StripeDoubleBalance();
  readonly events = new Map<string, StripeDoubleEvent>();
  readonly #deps: ApiDeps;
  readonly #keys: IdempotencyKeys;
  /** Events of the current call. */
  #arriving: Promise<void>[] = [];

  constructor(deps: ApiDeps) {
    this.#deps = deps;
    this.#keys = new IdempotencyKeys(() => deps.settings.keysLiveMs);
    const emit = (type: string, object: object) => this.emit(newEvent(type, object, Stripe.API_VERSION));
    const authenticationPage = ({ id, client_secret }: { id: string; client_secret: string | null }) =>
      `${deps.url()}/authenticate?intent=${id}&client_secret=${client_secret}`;
    this.cards = new StripeDoubleCards({ note: deps.note, emit, authenticationPage });
    this.records = new StripeRecords({
      note: deps.note,
      emit,
      authenticationPage,
      cards: this.cards,
      balance: this.balance,
      refundsPendMs: () => deps.settings.refundsPendMs,
    });
  }

  emit(event: StripeDoubleEvent): void {
    this.events.set(event.id, event);
    this.#arriving.push(this.#deps.webhooks.send(event));
  }

  /** Runs the call and, if configured, waits for its events, even after a refusal. */
  async perform(work: () => DoubleAnswer): Promise<DoubleAnswer> {
    const arriving: Promise<void>[] = [];
    this.#arriving = arriving;
    try {
      return work();
    } finally {
      if (this.#deps.webhooks.plan.beforeAnswer) await Promise.all(arriving);
    }
  }

  async answer(request: DoubleRequest): Promise<DoubleAnswer> {
    const answer = await this.#answer(request).catch(refusalAnswer);
    return { ...answer, headers: { 'request-id': newStripeId('req'), ...answer.headers } };
  }

  async #answer(request: DoubleRequest): Promise<DoubleAnswer> {
    const { method, path, query, headers } = request;
    const text = method === 'POST' ? request.body.toString() : query.toString();
    const form = readForm(new URLSearchParams(text));
    this.#admit(request, form);
    const work = () => this.perform(() => this.#route(method, path, form));
    const key = headers['idempotency-key'];
    if (method !== 'POST' || typeof key !== 'string') return work();
    return this.#keys.once(key, `${path} ${text}`, () => this.#keep(key, work));
  }

  async #keep(key: string, work: () => Promise<DoubleAnswer>) {
    const { share, done } = this.#deps.settings.storedErrors;
    if (chanceOf(`stored ${key}`) < share) {
      if (chanceOf(`done ${key}`) < done) await work().catch(refusalAnswer);
      return { answer: INTERNAL_ERROR, begun: true };
    }
    try {
      return { answer: await work(), begun: true };
    } catch (error) {
      // An invalid request is refused before any work and not remembered.
      const begun = error instanceof StripeRefusal && error.body.param === undefined;
      return { answer: refusalAnswer(error), begun };
    }
  }

  /** The secret key allows everything; the publishable key only client calls with the secret of the intent. */
  #admit({ method, path, headers }: DoubleRequest, form: Form): void {
    const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? textOf(form, 'key');
    if (key === null) throw refuseKey('You did not provide an API key.');
    if (/^(sk|rk)_test_/.test(key)) return;
    if (!/^pk_test_/.test(key)) throw refuseKey(`Invalid API Key provided: ${key}`);
    const id = (method === 'POST' ? CUSTOMER_CALL : CUSTOMER_READ).exec(path)?.[1];
    if (id === undefined)
      throw refuseKey('This API call cannot be made with a publishable API key.', 'secret_key_required');
    const intent = this.records.intents.get(id) ?? this.cards.setups.get(id);
    if (!intent || intent.client_secret !== textOf(form, 'client_secret'))
      throw refuseUnknown('intent', id, 'intent');
  }

  #route(method: string, path: string, form: Form): DoubleAnswer {
    for (const [verb, pattern, answer] of this.#routes) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match) return jsonAnswer(200, expanded(answer({ id: match[1] ?? '', form }), form, this.#find));
    }
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }

  readonly #routes: Route[] = [
    ['POST', /^\/v1\/payment_intents$/, ({ form }) => this.records.createIntent(form)],
    [
      'GET',
      /^\/v1\/payment_intents$/,
      ({ form }) => listOf('/v1/payment_intents', this.#intentsOf(form), form),
    ],
    ['GET', /^\/v1\/payment_intents\/(pi_\w+)$/, ({ id }) => this.records.intent(id)],
    ['POST', /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/, ({ id, form }) => this.records.cancel(id, form)],
    [
      'POST',
      /^\/v1\/payment_intents\/(pi_\w+)\/confirm$/,
      ({ id, form }) => {
        const methodId = textOf(form, 'payment_method');
        return methodId === null
          ? this.records.confirm(id, cardIn(form))
          : this.records.confirmStored(id, methodId);
      },
    ],
    [
      'POST',
      /^\/v1\/payment_intents\/(pi_\w+)\/authenticate$/,
      ({ id, form }) => this.records.authenticate(id, form.answer === 'complete' ? 'complete' : 'fail'),
    ],
    ['POST', /^\/v1\/customers$/, ({ form }) => this.cards.createCustomer(form)],
    [
      'GET',
      /^\/v1\/customers\/(cus_\w+)\/payment_methods$/,
      ({ id, form }) => listOf(`/v1/customers/${id}/payment_methods`, this.cards.methodsOf(id), form),
    ],
    ['POST', /^\/v1\/setup_intents$/, ({ form }) => this.cards.createSetup(form)],
    ['GET', /^\/v1\/setup_intents\/(seti_\w+)$/, ({ id }) => this.cards.setup(id)],
    [
      'POST',
      /^\/v1\/setup_intents\/(seti_\w+)\/confirm$/,
      ({ id, form }) => this.cards.confirmSetup(id, cardIn(form)),
    ],
    [
      'POST',
      /^\/v1\/setup_intents\/(seti_\w+)\/authenticate$/,
      ({ id, form }) => this.cards.authenticateSetup(id, form.answer === 'complete' ? 'complete' : 'fail'),
    ],
    ['POST', /^\/v1\/payment_methods\/(pm_\w+)\/detach$/, ({ id }) => this.cards.detach(id)],
    ['POST', /^\/v1\/refunds$/, ({ form }) => this.records.refund(form)],
    ['GET', /^\/v1\/refunds$/, ({ form }) => listOf('/v1/refunds', this.#refundsOf(form), form)],
    ['GET', /^\/v1\/(?:refunds|charges|disputes|events)\/(\w+)$/, ({ id }) => this.#found(id)],
    ['GET', /^\/v1\/disputes$/, ({ form }) => listOf('/v1/disputes', this.#disputesOf(form), form)],
    [
      'GET',
      /^\/v1\/balance_transactions$/,
      ({ form }) => listOf('/v1/balance_transactions', this.balance.list(textOf(form, 'payout')), form),
    ],
    ['GET', /^\/v1\/payouts$/, ({ form }) => listOf('/v1/payouts', this.balance.payouts.values(), form)],
    ['GET', /^\/v1\/events$/, ({ form }) => listOf('/v1/events', this.#eventsOf(form), form)],
  ];

  #intentsOf(form: Form) {
    const customer = textOf(form, 'customer');
    if (customer !== null) this.cards.customer(customer);
    return [...this.records.intents.values()].filter(
      (intent) => customer === null || intent.customer === customer,
    );
  }

  #refundsOf(form: Form) {
    const [intent, charge] = [textOf(form, 'payment_intent'), textOf(form, 'charge')];
    if (intent !== null) this.records.intent(intent, 'payment_intent');
    return [...this.records.refunds.values()].filter(
      (refund) =>
        (intent === null || refund.payment_intent === intent) &&
        (charge === null || refund.charge === charge),
    );
  }

  #disputesOf(form: Form) {
    const intent = textOf(form, 'payment_intent');
    return [...this.records.disputes.values()].filter(
      ({ payment_intent }) => intent === null || payment_intent === intent,
    );
  }

  #eventsOf(form: Form) {
    const types = [textOf(form, 'type'), ...Object.values(formOf(form, 'types'))].filter(Boolean);
    return [...this.events.values()].filter(({ type }) => types.length === 0 || types.includes(type));
  }

  #found(id: string): object {
    const object = this.#find(id);
    if (!object) throw refuseUnknown('object', id, 'id');
    return object;
  }

  readonly #find = (id: string): object | undefined => {
    const { intents, charges, refunds, disputes } = this.records;
    const ours = intents.get(id) ?? charges.get(id) ?? refunds.get(id) ?? disputes.get(id);
    return ours ?? this.balance.payouts.get(id) ?? this.events.get(id);
  };
}

const CUSTOMER_CALL = /^\/v1\/(?:payment|setup)_intents\/(\w+)\/(?:confirm|authenticate)$/;
const CUSTOMER_READ = /^\/v1\/(?:payment|setup)_intents\/(\w+)$/;

/** As text, because a replay returns the state of the first answer. */
const jsonAnswer = (status: number, body: object): DoubleAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const INTERNAL_ERROR = jsonAnswer(500, {
  error: { type: 'api_error', message: 'Something went wrong on our side.' },
});

export function refusalAnswer(error: unknown): DoubleAnswer {
  if (!(error instanceof StripeRefusal)) throw error;
  return jsonAnswer(error.status, { error: error.body });
}

const refuseKey = (message: string, code?: string) =>
  new StripeRefusal(401, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) });
