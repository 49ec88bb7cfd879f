import { Gauge, Histogram, type Registry } from 'prom-client';
import type { CallObserver, CallOutcome } from './call-observer.ts';

export class ProviderMetrics implements CallObserver {
  readonly #breakers = new Map<string, () => boolean>();
  readonly #calls = new Histogram({
    name: 'lading_provider_call_seconds',
    help: 'Duration of calls to a provider, by outcome',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [],
  });
  readonly #outOfOrder: Gauge<'provider'>;

  constructor() {
    const breakers = this.#breakers;
    this.#outOfOrder = new Gauge({
      name: 'lading_provider_out_of_order',
      help: "1 while a provider's circuit breaker is open",
      labelNames: ['provider'],
      registers: [],
      collect() {
        for (const [provider, isOpen] of breakers) this.set({ provider }, isOpen() ? 1 : 0);
      },
    });
  }

  watchBreaker(provider: string, isOpen: () => boolean): void {
    this.#breakers.set(provider, isOpen);
  }

  observeCall(provider: string, outcome: CallOutcome, seconds: number): void {
    this.#calls.observe({ provider, outcome }, seconds);
  }

  registerIn(registry: Registry): void {
    registry.registerMetric(this.#calls);
    registry.registerMetric(this.#outOfOrder);
  }
}
