import { createGuardedCall } from '../src/platform/outgoing/guarded-call.ts';
import type { SourceSettings } from '../src/providers/order-sources/port.ts';
import { memoryConnection } from '../src/providers/order-sources/port-suite.fixture.ts';
import { WooCommerceSource } from '../src/providers/order-sources/woocommerce/woocommerce-source.ts';
import { startWooCommerceDouble, WOOCOMMERCE_KEY } from './doubles/woocommerce-double.ts';

export type WooCommerceAtDouble = Awaited<ReturnType<typeof wooCommerceAtDouble>>;

/** The adapter in front of a double of a store. */
export async function wooCommerceAtDouble({
  double: behavior = {},
  settings = {},
  pageSize = 25,
}: {
  double?: Parameters<typeof startWooCommerceDouble>[0];
  settings?: Partial<SourceSettings>;
  pageSize?: number;
} = {}) {
  const double = await startWooCommerceDouble(behavior);
  const clock = { now: () => new Date('2026-11-16T12:00:00Z') };
  const call = createGuardedCall({ allowedHosts: [new URL(double.url).host] });
  return {
    double,
    source: new WooCommerceSource({ call, clock, pageSize }),
    connection: memoryConnection(double.url, WOOCOMMERCE_KEY, settings),
    refused: memoryConnection(double.url, { ...WOOCOMMERCE_KEY, consumerSecret: 'cs_revoked' }),
    close: () => double.close(),
  };
}
