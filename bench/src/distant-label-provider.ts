import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LabelOrder,
  LabelProvider,
  Pace,
  Purchase,
  RateAnswer,
  RateRequest,
  SoughtPurchase,
} from '../../server/src/providers/label-providers/port.ts';

/** The built-in label provider with latency and a limit of parallel calls. */
export class DistantLabelProvider implements LabelProvider {
  readonly pace: Pace;
  readonly #labelProvider: LabelProvider;
  readonly #latencyMs: number;
  #calls = 0;

  constructor(labelProvider: LabelProvider, latencyMs: number, capacity: number) {
    this.pace = { pauseBetweenRatesMs: 0, pauseBetweenLabelsMs: 0, parallel: capacity };
    this.#labelProvider = labelProvider;
    this.#latencyMs = latencyMs;
  }

  get name() {
    return this.#labelProvider.name;
  }

  get repeatable() {
    return this.#labelProvider.repeatable;
  }
  get records() {
    return this.#labelProvider.records;
  }

  services() {
    return this.#labelProvider.services();
  }

  rates(request: RateRequest): Promise<RateAnswer> {
    return this.#far(() => this.#labelProvider.rates(request));
  }

  buyLabel(order: LabelOrder): Promise<Purchase> {
    return this.#far(() => this.#labelProvider.buyLabel(order));
  }

  findPurchase(sought: SoughtPurchase) {
    return this.#labelProvider.findPurchase(sought);
  }

  readFiles(sought: SoughtPurchase) {
    return this.#labelProvider.readFiles(sought);
  }

  voidLabel(transactionId: string) {
    return this.#labelProvider.voidLabel(transactionId);
  }

  track(...shipment: Parameters<LabelProvider['track']>) {
    return this.#labelProvider.track(...shipment);
  }

  async #far<T>(work: () => Promise<T>): Promise<T> {
    const { parallel } = this.pace;
    if (this.#calls >= parallel) throw new Error(`The label provider accepts ${parallel} parallel calls`);
    this.#calls += 1;
    try {
      const [answer] = await Promise.all([work(), sleep(this.#latencyMs)]);
      return answer;
    } finally {
      this.#calls -= 1;
    }
  }
}
