import { setTimeout as pause } from 'node:timers/promises';
import type { Carrier } from '@lading/contract/parcel.ts';
import type {
  LabelOrder,
  LabelProvider,
  Purchase,
  RateRequest,
  SoughtPurchase,
  VoidAnswer,
} from '../src/providers/label-providers/port.ts';

interface CarrierCall {
  kind: 'rates' | 'buy' | 'find' | 'read' | 'void' | 'track';
  /** The key, transaction or tracking number of the call; empty for rates. */
  subject: string;
}

/** Any label provider, with network faults on demand and a record of the calls. */
export class FaultyLabelProvider implements LabelProvider {
  readonly calls: CarrierCall[] = [];
  readonly #inner: LabelProvider;
  #answersToLose = 0;
  #refusals: string[] = [];
  #misprints = 0;
  readonly #voidAnswers = new Map<string, VoidAnswer>();
  #delayMs = 0;
  #hanging: Promise<void> | null = null;

  constructor(inner: LabelProvider) {
    this.#inner = inner;
  }

  get name() {
    return this.#inner.name;
  }

  get pace() {
    return this.#inner.pace;
  }

  get repeatable() {
    return this.#inner.repeatable;
  }
  get records() {
    return this.#inner.records;
  }

  /** The next purchases happen, but the caller gets an error. */
  loseAnswer(count: number) {
    this.#answersToLose = count;
  }

  /** The next purchases are refused and do not reach the label provider. */
  refuse(count: number, text: string) {
    this.#refusals = Array<string>(count).fill(text);
  }

  /** The next purchases happen, but their tracking number cannot be stored. */
  misprint(count: number) {
    this.#misprints = count;
  }

  /** The next void of this label gets this answer and does not reach the label provider. */
  answerVoid(transactionId: string, answer: VoidAnswer) {
    this.#voidAnswers.set(transactionId, answer);
  }

  /** Delays every call; 0 ends the delay. */
  slow(milliseconds: number) {
    this.#delayMs = milliseconds;
  }

  /** Blocks all calls until the returned function is called. */
  hang(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hanging = promise;
    return () => {
      this.#hanging = null;
      resolve();
    };
  }

  /** Keys of the requested purchases, in order, including retries. */
  keysBought(): string[] {
    return this.calls.filter(({ kind }) => kind === 'buy').map(({ subject }) => subject);
  }

  services() {
    return this.#inner.services();
  }

  async rates(request: RateRequest) {
    await this.#arrive('rates', '');
    return this.#inner.rates(request);
  }

  async buyLabel(order: LabelOrder): Promise<Purchase> {
    await this.#arrive('buy', order.key);
    const text = this.#refusals.pop();
    if (text !== undefined) return { outcome: 'refused', text };
    const isLost = this.#answersToLose > 0;
    if (isLost) this.#answersToLose -= 1;
    const purchase = await this.#inner.buyLabel(order);
    if (isLost) throw new Error('The connection to the label provider was lost');
    if (purchase.outcome !== 'bought' || this.#misprints === 0) return purchase;
    this.#misprints -= 1;
    return { ...purchase, trackingNumber: `${purchase.trackingNumber}\0` };
  }

  async findPurchase(sought: SoughtPurchase) {
    await this.#arrive('find', sought.key);
    return this.#inner.findPurchase(sought);
  }

  async readFiles(sought: SoughtPurchase) {
    await this.#arrive('read', sought.key);
    return this.#inner.readFiles(sought);
  }

  async voidLabel(transactionId: string) {
    await this.#arrive('void', transactionId);
    const answer = this.#voidAnswers.get(transactionId);
    this.#voidAnswers.delete(transactionId);
    return answer ?? this.#inner.voidLabel(transactionId);
  }

  async track(carrier: Carrier, trackingNumber: string) {
    await this.#arrive('track', trackingNumber);
    return this.#inner.track(carrier, trackingNumber);
  }

  async #arrive(kind: CarrierCall['kind'], subject: string): Promise<void> {
    this.calls.push({ kind, subject });
    if (this.#delayMs > 0) await pause(this.#delayMs);
    if (this.#hanging !== null) await this.#hanging;
  }
}
