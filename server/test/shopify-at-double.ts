import { Writable } from 'node:stream';
import { type Clock, later } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import type { Connection } from '../src/providers/order-sources/port.ts';
import { memoryConnection } from '../src/providers/order-sources/port-suite.fixture.ts';
import { SHOPIFY, type ShopifyDeps } from '../src/providers/order-sources/shopify/shopify-deps.ts';
import { ShopifyOrderSource } from '../src/providers/order-sources/shopify/shopify-order-source.ts';
import type { DoubleRequest } from './doubles/double-server.ts';
import {
  type ShopifyDouble,
  type ShopifyDoubleOptions,
  startShopifyDouble,
} from './doubles/shopify/shopify-double.ts';

type MemoryConnection = ReturnType<typeof memoryConnection>;

/** Starts at real time, which the double uses; tests advance it. */
class RunningClock implements Clock {
  #ahead = 0;
  now = () => later(new Date(), this.#ahead);
  advance(milliseconds: number) {
    this.#ahead += milliseconds;
  }
}

export interface ShopifyAtDouble {
  double: ShopifyDouble;
  source: ShopifyOrderSource;
  clock: RunningClock;
  /** With a token that does not expire. */
  connection: MemoryConnection;
  connect(secrets: Connection['secrets'], settings?: Partial<Connection['settings']>): MemoryConnection;
  requests: DoubleRequest[];
  logText(): string;
  close(): Promise<void>;
}

/** Our Shopify adapter connected to the double. */
export async function shopifyAtDouble(
  options: ShopifyDoubleOptions = {},
  changed: Partial<ShopifyDeps> = {},
): Promise<ShopifyAtDouble> {
  const double = await startShopifyDouble(options);
  const requests: DoubleRequest[] = [];
  double.server.onRequest((request) => requests.push(request));
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const clock = new RunningClock();
  const deps: ShopifyDeps = {
    ...SHOPIFY,
    origin: () => new URL(double.url),
    app: double.behavior.app,
    waits: { unknownMs: 5, mostMs: 1_000, answerMs: 20_000 },
    clock,
    log: createLog('trace', sink),
    ...changed,
  };
  const connect: ShopifyAtDouble['connect'] = (secrets, settings = { completeOrder: true }) =>
    memoryConnection(double.behavior.shop.domain, secrets, settings);
  return {
    double,
    source: new ShopifyOrderSource(deps),
    clock,
    connection: connect({ accessToken: double.behavior.pastedToken }),
    connect,
    requests,
    logText: () => lines.join(''),
    close: () => double.close(),
  };
}
