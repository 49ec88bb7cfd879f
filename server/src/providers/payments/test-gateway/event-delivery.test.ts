import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestGateway, cardOf, type GatewayBench } from '../../../../test/build-test-gateway.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { PaymentEvent } from '../port.ts';

const GOOD = cardOf('4242 4242 4242 4242');

let bench: GatewayBench;
let heard: PaymentEvent[];
beforeEach(async () => {
  bench = await buildTestGateway();
  heard = [];
});
afterEach(() => bench.close());

const hear = async (event: PaymentEvent) => {
  heard.push(event);
};
const events = () =>
  bench.db
    .selectFrom('sandbox.gateway_events')
    .select(['event_id', 'kind', 'delivered_at'])
    .orderBy('seq')
    .execute();

describe('events', () => {
  it('report every change in order, after it is stored', async () => {
    const seen: (string | undefined)[] = [];
    bench.gateway.onEvent(async ({ intentId }) => {
      seen.push((await bench.anotherGateway().readIntent(intentId))?.status);
    });
    const intent = await bench.newIntent();
    const steps = [
      () => bench.confirm(intent, cardOf('4000 0000 0000 0002')),
      () => bench.confirm(intent, cardOf('4000 0027 6000 3184')),
      () => bench.confirm(intent, { authentication: 'complete' }),
      () =>
        bench.gateway.refund({
          key: newId(),
          intentId: intent.intentId,
          shipmentId: null,
          amountCents: 1,
          reason: 'A gift',
        }),
    ];
    for (const step of steps) {
      await step();
      await bench.gateway.idle();
    }
    expect(seen).toEqual(['requires_payment_method', 'requires_action', 'succeeded', 'succeeded']);
    expect((await events()).map(({ kind, delivered_at }) => [kind, delivered_at])).toEqual(
      [
        'payment_intent.payment_failed',
        'payment_intent.requires_action',
        'payment_intent.succeeded',
        'charge.refunded',
      ].map((kind) => [kind, bench.clock.now()]),
    );
    expect(await bench.gateway.deliverPending()).toBe(0);
  });

  it('do not delay the confirm call when a listener hangs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.gateway.onEvent(() => promise);
    expect(await bench.confirm(await bench.newIntent(), GOOD)).toEqual({ status: 'succeeded' });
    expect((await events())[0]?.delivered_at).toBeNull();
    resolve();
    await bench.gateway.idle();
    expect((await events())[0]?.delivered_at).not.toBeNull();
  });

  it('are retried when a listener fails, without failing the confirm call', async () => {
    let failures = 2;
    bench.gateway.onEvent(async (event) => {
      if (failures-- > 0) throw new Error('not now');
      await hear(event);
    });
    const intent = await bench.newIntent();
    expect(await bench.confirm(intent, GOOD)).toEqual({ status: 'succeeded' });
    await bench.gateway.idle();
    expect(await bench.gateway.deliverPending()).toBe(0);
    expect(await bench.gateway.deliverPending()).toBe(1);
    expect(heard).toEqual([
      { kind: 'intent', eventId: (await events())[0]?.event_id, intentId: intent.intentId },
    ]);
    expect(await bench.gateway.deliverPending()).toBe(0);
  });

  it('of a killed process are delivered by another process', async () => {
    const intent = await bench.newIntent();
    await bench.confirm(intent, GOOD);
    const successor = bench.anotherGateway();
    expect(await successor.deliverPending()).toBe(0);
    successor.onEvent(hear);
    expect(await successor.deliverPending()).toBe(0);
    bench.clock.advance(minutes(1));
    expect(await successor.deliverPending()).toBe(1);
    expect(heard).toMatchObject([{ intentId: intent.intentId }]);
  });

  it('are divided between processes that deliver at the same time', async () => {
    for (let at = 0; at < 30; at += 1) await bench.confirm(await bench.newIntent(), GOOD);
    bench.clock.advance(minutes(1));
    const processes = [bench.anotherGateway(), bench.anotherGateway(), bench.anotherGateway()];
    for (const each of processes) each.onEvent(hear);
    const counts = await Promise.all(processes.map((each) => each.deliverPending()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
    expect(new Set(heard.map(({ eventId }) => eventId)).size).toBe(30);
  });

  it('that always fail do not block others', async () => {
    const bad = await bench.newIntent();
    const good = await bench.newIntent();
    for (let at = 0; at < 120; at += 1) await bench.confirm(bad, cardOf('4000 0000 0000 0002'));
    await bench.confirm(good, GOOD);
    bench.gateway.onEvent(async (event) => {
      if (event.intentId === bad.intentId) throw new Error('never');
      await hear(event);
    });
    bench.clock.advance(minutes(2));
    await bench.gateway.deliverPending();
    await bench.gateway.deliverPending();
    expect(heard.map(({ intentId }) => intentId)).toEqual([good.intentId]);
  });

  it('are not created for a change that did not happen', async () => {
    bench.gateway.onEvent(hear);
    const intent = await bench.newIntent();
    await bench.confirm(intent, GOOD);
    await bench.confirm(intent, GOOD);
    await bench.gateway.cancelIntent(intent.intentId);
    await bench.post(intent.intentId, { clientSecret: 'wrong', ...GOOD });
    await bench.gateway.idle();
    expect(heard).toHaveLength(1);
  });
});
