import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/build-test-app.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { ProviderMetrics } from './provider-metrics.ts';

describe('provider metrics', () => {
  it('count the calls of a breaker by outcome and show when it is open', async () => {
    const metrics = new ProviderMetrics();
    const registry = new Registry();
    metrics.registerIn(registry);
    const clock = new ManualClock();
    const breaker = new CircuitBreaker('Shippo', clock, {
      limits: { windowSize: 4, minCalls: 2, failureRate: 0.5, cooldownMs: 1_000 },
      observer: metrics,
    });
    const call = (answer: 'good' | 'bad') =>
      breaker.run(
        async () => answer,
        (text) => text === 'bad',
      );

    await call('good');
    expect(await registry.metrics()).toContain('lading_provider_out_of_order{provider="Shippo"} 0');
    await call('bad');
    await call('bad').catch(() => {});
    const text = await registry.metrics();
    expect(text).toContain('lading_provider_out_of_order{provider="Shippo"} 1');
    for (const outcome of ['answered', 'failed', 'not_sent'])
      expect(text).toContain(`lading_provider_call_seconds_count{provider="Shippo",outcome="${outcome}"} 1`);
    // Nobody calls, but the next call would go out.
    clock.advance(1_000);
    expect(await registry.metrics()).toContain('lading_provider_out_of_order{provider="Shippo"} 0');
  });
});
