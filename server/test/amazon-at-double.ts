import { type Clock, later } from '../src/platform/clock.ts';
import { createGuardedCall } from '../src/platform/outgoing/guarded-call.ts';
import { AMAZON, amazonAt } from '../src/providers/order-sources/amazon/amazon-deps.ts';
import { AmazonOrderSource } from '../src/providers/order-sources/amazon/amazon-order-source.ts';
import { memoryConnection } from '../src/providers/order-sources/port-suite.fixture.ts';
import { AMAZON_APP, startAmazonDouble } from './doubles/amazon-double.ts';

export type AmazonAtDouble = Awaited<ReturnType<typeof amazonAtDouble>>;

/** A clock that tests advance. */
class SetClock implements Clock {
  #now = new Date('2026-11-16T12:00:00Z');
  now = () => this.#now;
  advance(milliseconds: number) {
    this.#now = later(this.#now, milliseconds);
  }
}

/** The adapter in front of a double of Amazon. */
export async function amazonAtDouble({
  double: behavior = {},
  pageSize = 25,
  mostMs = 1_000,
}: {
  double?: Parameters<typeof startAmazonDouble>[0];
  pageSize?: number;
  mostMs?: number;
} = {}) {
  const clock = new SetClock();
  const double = await startAmazonDouble({ pace: Number.POSITIVE_INFINITY, clock, ...behavior });
  const call = createGuardedCall({ allowedHosts: [new URL(double.url).host] });
  const waits = { ...AMAZON.waits, mostMs };
  return {
    double,
    clock,
    source: new AmazonOrderSource({ ...AMAZON, ...amazonAt(double.url), call, clock, pageSize, waits }),
    connection: memoryConnection('amazon.com', AMAZON_APP),
    refused: memoryConnection('amazon.com', { ...AMAZON_APP, refreshToken: 'Atzr|revoked' }),
    close: () => double.close(),
  };
}
