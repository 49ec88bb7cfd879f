import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CarrierProvider,
  LabelOrder,
  Pace,
  Purchase,
  RateAnswer,
  RateRequest,
  SoughtPurchase,
} from '../../server/src/providers/carriers/port.ts';

/** The built-in carrier at the end of a long line, which takes so many calls at once and refuses any more. */
export class FarCarrier implements CarrierProvider {
  readonly pace: Pace;
  readonly #carrier: CarrierProvider;
  readonly #latencyMs: number;
  #calls = 0;

  constructor(carrier: CarrierProvider, latencyMs: number, capacity: number) {
    this.pace = { pauseBetweenRatesMs: 0, pauseBetweenLabelsMs: 0, parallel: capacity };
    this.#carrier = carrier;
    this.#latencyMs = latencyMs;
  }

  get name() {
    return this.#carrier.name;
  }

  get repeatable() {
    return this.#carrier.repeatable;
  }
  get books() {
    return this.#carrier.books;
  }

  services() {
    return this.#carrier.services();
  }

  rates(request: RateRequest): Promise<RateAnswer> {
    return this.#far(() => this.#carrier.rates(request));
  }

  buyLabel(order: LabelOrder): Promise<Purchase> {
    return this.#far(() => this.#carrier.buyLabel(order));
  }

  findPurchase(sought: SoughtPurchase) {
    return this.#carrier.findPurchase(sought);
  }

  voidLabel(transactionId: string) {
    return this.#carrier.voidLabel(transactionId);
  }

  track(...shipment: Parameters<CarrierProvider['track']>) {
    return this.#carrier.track(...shipment);
  }

  async #far<T>(work: () => Promise<T>): Promise<T> {
    const { parallel } = this.pace;
    if (this.#calls >= parallel) throw new Error(`the carrier takes ${parallel} calls at once`);
    this.#calls += 1;
    try {
      const [answer] = await Promise.all([work(), sleep(this.#latencyMs)]);
      return answer;
    } finally {
      this.#calls -= 1;
    }
  }
}
