import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Intent,
  IntentOrder,
  PaymentEvent,
  PaymentProvider,
  ProcessorBalance,
  RefundOrder,
  StoredCards,
} from '../src/providers/payments/port.ts';

type CallKind =
  | 'createIntent'
  | 'findIntent'
  | 'readIntent'
  | 'cancelIntent'
  | 'refund'
  | 'findRefund'
  | keyof StoredCards
  | keyof ProcessorBalance;
type Fault = 'fail' | 'lose';
type Listener = (event: PaymentEvent) => Promise<void>;

/** Any payment provider, with faults on demand and a record of the calls that reached it. */
export class FaultyGateway implements PaymentProvider {
  readonly name: string;
  readonly live: boolean;
  readonly records: PaymentProvider['records'];
  readonly cards: StoredCards;
  readonly balance: ProcessorBalance;
  /** In order of arrival; the subject is the key, or the intent where the call has no key. */
  readonly calls: { kind: CallKind; subject: string }[] = [];
  readonly #inner: PaymentProvider;
  readonly #faults = new Map<CallKind, Fault[]>();
  #differencesOf: (intent: Intent) => Partial<Intent> = () => ({});
  #delayMs = 0;

  constructor(inner: PaymentProvider) {
    this.#inner = inner;
    this.name = inner.name;
    this.live = inner.live;
    this.records = inner.records;
    const { cards, balance } = inner;
    this.balance = {
      movements: (order) => this.#run('movements', order.after ?? '', () => balance.movements(order)),
      payouts: (order) => this.#run('payouts', order.after ?? '', () => balance.payouts(order)),
      movementsOf: (id, after) => this.#run('movementsOf', id, () => balance.movementsOf(id, after)),
    };
    this.cards = {
      createCustomer: (key, replaces) =>
        this.#run('createCustomer', key, () => cards.createCustomer(key, replaces)),
      createSetup: (order) => this.#run('createSetup', order.key, () => cards.createSetup(order)),
      readSetup: (setupId) => this.#run('readSetup', setupId, () => cards.readSetup(setupId)),
      list: (customerId) => this.#run('list', customerId, () => cards.list(customerId)),
      detach: (methodId) => this.#run('detach', methodId, () => cards.detach(methodId)),
      charge: (order) => this.#run('charge', order.key, () => cards.charge(order)),
      findCharge: (customerId, key) => this.#run('findCharge', key, () => cards.findCharge(customerId, key)),
    };
  }

  /** The next calls of the kind do their work, but lose their answer. */
  loseAnswer(kind: CallKind, count = 1): void {
    this.#plan(kind, 'lose', count);
  }

  /** The next calls of the kind never reach the provider. */
  failNext(kind: CallKind, count = 1): void {
    this.#plan(kind, 'fail', count);
  }

  /** Forgets the faults that have not happened yet. */
  calm(): void {
    this.#faults.clear();
  }

  /** Every call takes this much longer. */
  slow(milliseconds: number): void {
    this.#delayMs = milliseconds;
  }

  /** Intents are read with these differences. */
  alterIntents(differencesOf: (intent: Intent) => Partial<Intent>): void {
    this.#differencesOf = differencesOf;
  }

  callsOf(kind: CallKind): string[] {
    return this.calls.filter((call) => call.kind === kind).map((call) => call.subject);
  }

  createIntent = (order: IntentOrder) =>
    this.#run('createIntent', order.key, () => this.#inner.createIntent(order));
  findIntent = (key: string) => this.#run('findIntent', key, () => this.#inner.findIntent(key));
  readIntent = (intentId: string) =>
    this.#run('readIntent', intentId, async () => {
      const intent = await this.#inner.readIntent(intentId);
      return intent && { ...intent, ...this.#differencesOf(intent) };
    });
  cancelIntent = (intentId: string) =>
    this.#run('cancelIntent', intentId, () => this.#inner.cancelIntent(intentId));
  refund = (order: RefundOrder) => this.#run('refund', order.key, () => this.#inner.refund(order));
  findRefund = (intentId: string, key: string) =>
    this.#run('findRefund', key, () => this.#inner.findRefund(intentId, key));

  #plan(kind: CallKind, fault: Fault, count: number): void {
    this.#faults.set(kind, [...(this.#faults.get(kind) ?? []), ...Array<Fault>(count).fill(fault)]);
  }

  async #run<T>(kind: CallKind, subject: string, work: () => Promise<T>): Promise<T> {
    const fault = this.#faults.get(kind)?.shift();
    if (this.#delayMs > 0) await sleep(this.#delayMs);
    if (fault === 'fail') throw new Error(`${kind} did not reach the payment provider`);
    this.calls.push({ kind, subject });
    const answer = await work();
    if (fault === 'lose') throw new Error(`The answer to ${kind} was lost`);
    return answer;
  }
}

/** Holds events between a gateway and a listener, and delivers them several times and in any order. */
export class FaultyEvents {
  readonly #listener: Listener;
  readonly #held: PaymentEvent[] = [];

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** The listener for the gateway. */
  readonly hold: Listener = async (event) => {
    this.#held.push(event);
  };

  async release(copies: number, random: () => number = Math.random): Promise<void> {
    const events = this.#held.splice(0).flatMap((event) => Array<PaymentEvent>(copies).fill(event));
    const shuffled = events
      .map((event) => ({ event, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ event }) => event);
    for (const event of shuffled) await this.#listener(event);
  }
}
