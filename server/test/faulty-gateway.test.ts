import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import type { PaymentEvent } from '../src/providers/payments/port.ts';
import { buildTestGateway, cardOf, type GatewayBench } from './build-test-gateway.ts';
import { FaultyEvents, FaultyGateway } from './faulty-gateway.ts';

let bench: GatewayBench;
let faulty: FaultyGateway;
beforeAll(async () => {
  bench = await buildTestGateway();
});
beforeEach(() => {
  faulty = new FaultyGateway(bench.gateway);
});
afterAll(() => bench.close());

const order = () => ({ key: newId(), amountCents: 900, currency: 'USD', description: '' }) as const;

describe('the faulty gateway', () => {
  it('forwards calls and records them', async () => {
    const asked = order();
    const intent = await faulty.createIntent(asked);
    expect(await faulty.findIntent(asked.key)).toEqual(intent);
    expect(faulty.calls).toEqual([
      { kind: 'createIntent', subject: asked.key },
      { kind: 'findIntent', subject: asked.key },
    ]);
  });

  it('loses answers to completed calls, and the key finds the result', async () => {
    const asked = order();
    faulty.loseAnswer('createIntent', 2);
    await expect(faulty.createIntent(asked)).rejects.toThrow('was lost');
    const found = await faulty.findIntent(asked.key);
    expect(found).not.toBeNull();
    await expect(faulty.createIntent(asked)).rejects.toThrow('was lost');
    expect(await faulty.createIntent(asked)).toEqual(found);
    expect(faulty.callsOf('createIntent')).toHaveLength(3);
  });

  it('loses the answer to a completed refund', async () => {
    const intent = await bench.newIntent(900);
    await bench.confirm(intent, cardOf('4242424242424242'));
    const refund = {
      key: newId(),
      intentId: intent.intentId,
      shipmentId: null,
      amountCents: 900,
      reason: 'No label',
    };
    faulty.loseAnswer('refund');
    await expect(faulty.refund(refund)).rejects.toThrow('was lost');
    const found = await faulty.findRefund(intent.intentId, refund.key);
    expect(found?.outcome).toBe('succeeded');
    expect(await faulty.refund(refund)).toEqual(found);
  });

  it('fails calls before they reach the provider', async () => {
    const asked = order();
    faulty.failNext('createIntent');
    await expect(faulty.createIntent(asked)).rejects.toThrow('did not reach');
    expect(faulty.calls).toEqual([]);
    expect(await bench.gateway.findIntent(asked.key)).toBeNull();
  });

  it('delays calls on request', async () => {
    faulty.slow(50);
    const start = performance.now();
    await faulty.findIntent(newId());
    expect(performance.now() - start).toBeGreaterThanOrEqual(45);
  });

  it('delivers events several times and in a different order', async () => {
    const heard: PaymentEvent[] = [];
    const events = new FaultyEvents(async (event) => {
      heard.push(event);
    });
    bench.gateway.onEvent(events.hold);
    const intents = [await bench.newIntent(), await bench.newIntent(), await bench.newIntent()];
    for (const intent of intents) {
      await bench.confirm(intent, cardOf('4242424242424242'));
      await bench.gateway.idle();
    }
    expect(heard).toEqual([]);
    let place = 1;
    await events.release(2, () => (place /= 2));
    const ids = intents.map(({ intentId }) => intentId);
    expect(heard.map(({ intentId }) => intentId)).toEqual(ids.toReversed().flatMap((id) => [id, id]));
  });
});
