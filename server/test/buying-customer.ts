import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, Rate } from '@lading/contract/shipments.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import { newId } from '../src/platform/ids.ts';
import { aDeclaration, BERLIN } from './declared-goods.ts';

const PASSWORD = 'a long password';
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
const DECLINED_CARD = { ...CARD, number: '4000000000000002' };
/** Long, because a busy machine is slow. */
const GIVES_UP_AFTER_MS = 120_000;
const DAY_MS = 24 * 3_600_000;

const PERSON = { address2: '', country: 'US', phone: '5035550142', email: 'ada@shop.example' };
/** The request, with only the fields of the specification. */
export const PARCEL_TO_SEND = {
  sender: {
    ...PERSON,
    fullName: 'Ada Park',
    address: '1120 SW 5th Ave',
    city: 'Portland',
    state: 'OR',
    zipCode: '97204',
  },
  receiver: {
    ...PERSON,
    fullName: 'Dana Reyes',
    address: '500 W 2nd St Apt 1900',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
  },
  package: {
    length: 12,
    width: 9,
    height: 4,
    weight: 2,
    distance_unit: 'in',
    mass_unit: 'lb',
    type: 'package',
  },
  shippingDate: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
};

/** The same to another country, with everything that a client can declare. */
const DECLARED_PARCEL = {
  ...PARCEL_TO_SEND,
  receiver: BERLIN,
  customs: aDeclaration({
    senderTaxId: { kind: 'other', number: '12-3456789' },
    recipientTaxId: { kind: 'other', number: 'DE 136695976' },
  }),
  extras: { signature: 'standard', insuredValue: 25 },
};

const isSame = (told: LabelAnswer, now: LabelAnswer) =>
  now.labelStatus === told.labelStatus && now.trackingNumber === told.trackingNumber;

export const centsOf = (rate: Rate): number => Math.round(rate.amount * 100);

interface Account {
  email: string;
  password: string;
}

/** The account of the customer with that name. */
export const accountOf = (name: string): Account => ({ email: `${name}@buys.example`, password: PASSWORD });

interface Answer<T> {
  status: number;
  body: T;
}

interface RawAnswer {
  status: number;
  bytes: Buffer;
}

/** A successful purchase; a retry must get the same answer. */
interface Receipt {
  request: object;
  key: string | undefined;
  answer: LabelAnswer;
}

type Card = typeof CARD;

/** Pays an intent as a browser does, and returns the status of the intent. */
export type PayByCard = (intent: { id: string; clientSecret: string }, card: Card) => Promise<string>;

export interface CustomerOptions {
  name: string;
  careful: boolean;
  /** For payment providers other than the test gateway. */
  payByCard?: PayByCard | undefined;
  /** Ships to another country, with a customs declaration and extras. */
  declares?: boolean | undefined;
  /** Every nth payment is first tried with a declined card. */
  declinedEvery?: number | undefined;
}

/**
 * A client that buys labels over HTTP with the calls of the specification. A careful one also names the rates it
 * pays for and sends idempotency keys. It repeats a call that got no answer or a server error.
 */
export class BuyingCustomer {
  readonly receipts: Receipt[] = [];
  /** The intents of acknowledged payments. */
  readonly paid: string[] = [];
  readonly #account: Account;
  readonly #address: () => Promise<string>;
  readonly #careful: boolean;
  readonly #payByCard: PayByCard;
  readonly #declinedEvery: number;
  readonly #parcel: typeof PARCEL_TO_SEND;
  #token = '';
  #payments = 0;
  #repeats = 0;

  constructor(
    address: () => Promise<string>,
    { name, careful, declares, payByCard, declinedEvery = Number.POSITIVE_INFINITY }: CustomerOptions,
  ) {
    this.#address = address;
    this.#account = accountOf(name);
    this.#careful = careful;
    this.#parcel = declares ? DECLARED_PARCEL : PARCEL_TO_SEND;
    this.#payByCard = payByCard ?? ((intent, card) => this.#payAtTestGateway(intent, card));
    this.#declinedEvery = declinedEvery;
  }

  /** Calls that were repeated after no answer or a server error. */
  get repeats(): number {
    return this.#repeats;
  }

  /** Returns the token of the session. */
  async signUp(): Promise<string> {
    const account = { ...this.#account, full_name: 'Ada Park', phone: '5035550142' };
    const { status } = await this.post(API.register, account);
    // A kill can lose the answer to a successful sign-up.
    if (status !== 201 && status !== 409) throw new Error(`The sign-up was answered with ${status}`);
    return this.logIn();
  }

  async logIn(): Promise<string> {
    this.#token = (await this.must<{ token: string }>('POST', API.login, this.#account)).token;
    return this.#token;
  }

  async chooseRate(): Promise<Rate> {
    const [cheapest] = await this.must<Rate[]>('POST', API.rates, this.#parcel);
    if (!cheapest) throw new Error('No rate');
    return cheapest;
  }

  /** Pays the price of the rate and returns the intent id. */
  pay(rate: Rate): Promise<string> {
    const order = { amount: centsOf(rate), description: 'A label' };
    return this.payOrder(this.#careful ? { ...order, rateIds: [rate.objectId] } : order);
  }

  /** The same for other orders. */
  async payOrder(order: object): Promise<string> {
    const key = this.#newKey();
    const { clientSecret } = await this.must<{ clientSecret: string }>(
      'POST',
      API.createPaymentIntent,
      order,
      key,
    );
    const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
    this.#payments += 1;
    if (this.#payments % this.#declinedEvery === 0)
      await this.#mustEndAs('requires_payment_method', { id, clientSecret }, DECLINED_CARD);
    await this.#mustEndAs('succeeded', { id, clientSecret }, CARD);
    this.paid.push(id);
    return id;
  }

  async #mustEndAs(status: string, intent: { id: string; clientSecret: string }, card: Card): Promise<void> {
    const is = await this.#payByCard(intent, card);
    if (is !== status) throw new Error(`The card was answered with ${is}`);
  }

  async #payAtTestGateway(intent: { id: string; clientSecret: string }, card: Card): Promise<string> {
    const confirm = TEST_GATEWAY_CONFIRM.replace(':intentId', intent.id);
    const { clientSecret } = intent;
    return (await this.must<{ status: string }>('POST', confirm, { clientSecret, card })).status;
  }

  /** Null when the payment was refunded because the label request was too late; never for a careful customer. */
  async fetchLabel(rate: Rate): Promise<LabelAnswer | null> {
    const request = { ...this.#parcel, rateId: rate.objectId };
    const key = this.#newKey();
    const { status, body } = await this.post<LabelAnswer>(API.label, request, key);
    if (status === 402 && !this.#careful) return null;
    if (status !== 200 && status !== 202)
      throw new Error(`The purchase was answered with ${status} ${JSON.stringify(body)}`);
    this.receipts.push({ request, key, answer: body });
    return body;
  }

  /** Requests every label again and returns a text for each answer that changed or did not end as expected. */
  async findChangedAnswers(...ends: string[]): Promise<string[]> {
    const changed: string[] = [];
    for (const { request, key, answer } of this.receipts) {
      const { status, body } = await this.post<LabelAnswer>(API.label, request, key);
      const isSameAnswer =
        status === 200 &&
        ends.includes(body.labelStatus) &&
        body.transactionId === answer.transactionId &&
        (answer.labelStatus !== 'ready' || isSame(answer, body));
      if (!isSameAnswer)
        changed.push(`first answered ${JSON.stringify(answer)}, now ${status} ${JSON.stringify(body)}`);
    }
    return changed;
  }

  post<T>(path: string, body: object, key?: string): Promise<Answer<T>> {
    return this.#call('POST', path, body, key);
  }

  /** The body of an answer that must be a success. */
  async must<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
    const answer = await this.#call<T>(method, path, body, key);
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async download(path: string, body?: object): Promise<Buffer> {
    const { status, bytes } = await this.#untilAnswered(body ? 'POST' : 'GET', path, body);
    if (status !== 200) throw new Error(`${path} was answered with ${status} ${bytes}`);
    return bytes;
  }

  async #call<T>(method: string, path: string, body?: object, key?: string): Promise<Answer<T>> {
    const { status, bytes } = await this.#untilAnswered(method, path, body, key);
    return { status, body: JSON.parse(bytes.toString()) as T };
  }

  async #untilAnswered(method: string, path: string, body?: object, key?: string): Promise<RawAnswer> {
    const givesUpAt = performance.now() + GIVES_UP_AFTER_MS;
    for (;;) {
      const answer = await this.#try(method, path, body, key);
      if (typeof answer !== 'string') return answer;
      if (performance.now() > givesUpAt) throw new Error(`${path} got no answer in time: ${answer}`);
      this.#repeats += 1;
      await sleep(50);
    }
  }

  async #try(method: string, path: string, body?: object, key?: string): Promise<RawAnswer | string> {
    try {
      const answer = await fetch(`${await this.#address()}${path}`, {
        method,
        headers: {
          ...(body && { 'content-type': body instanceof Buffer ? 'text/csv' : 'application/json' }),
          ...(this.#token && { authorization: `Bearer ${this.#token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: body instanceof Buffer ? body : JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status < 500 ? { status: answer.status, bytes } : bytes.toString();
    } catch (error) {
      return String(error);
    }
  }

  #newKey(): string | undefined {
    return this.#careful ? newId() : undefined;
  }
}
