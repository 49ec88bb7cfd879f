import { Gauge, Histogram, type Registry } from 'prom-client';
import type { BreakerState } from './circuit-breaker.ts';

/** Of the whole process, whoever calls; each registry of figures takes them in. */
const calls = new Histogram({
  name: 'lading_provider_call_seconds',
  help: 'Time that calls to a provider took, by how they ended',
  labelNames: ['provider', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers: [],
});
const breakers = new Map<string, () => BreakerState>();
const outOfOrder = new Gauge({
  name: 'lading_provider_out_of_order',
  help: '1 while a provider that mostly fails is left alone',
  labelNames: ['provider'],
  registers: [],
  collect() {
    for (const [provider, state] of breakers) this.set({ provider }, state() === 'closed' ? 0 : 1);
  },
});

export type CallOutcome = 'answered' | 'failed' | 'not_sent';

export const observeCall = (provider: string, outcome: CallOutcome, seconds: number): void =>
  calls.observe({ provider, outcome }, seconds);

export function watchBreaker(provider: string, state: () => BreakerState): void {
  breakers.set(provider, state);
}

export function registerProviderMetrics(registry: Registry): void {
  registry.registerMetric(calls);
  registry.registerMetric(outOfOrder);
}
