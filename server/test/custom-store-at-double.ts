import { createGuardedCall } from '../src/platform/outgoing/guarded-call.ts';
import { CustomStoreSource } from '../src/providers/order-sources/custom-store/custom-store-source.ts';
import { memoryConnection } from '../src/providers/order-sources/port-suite.fixture.ts';
import { CUSTOM_STORE_LOGIN, startCustomStoreDouble } from './doubles/custom-store-double.ts';

export type CustomStoreAtDouble = Awaited<ReturnType<typeof customStoreAtDouble>>;

/** The adapter in front of a double of a store. */
export async function customStoreAtDouble(behavior: Parameters<typeof startCustomStoreDouble>[0] = {}) {
  const double = await startCustomStoreDouble(behavior);
  const clock = { now: () => new Date('2026-11-16T12:00:00Z') };
  const call = createGuardedCall({ allowedHosts: [new URL(double.url).host] });
  return {
    double,
    source: new CustomStoreSource({ call, clock }),
    connection: memoryConnection(double.url, CUSTOM_STORE_LOGIN),
    refused: memoryConnection(double.url, { ...CUSTOM_STORE_LOGIN, password: 'wrong' }),
    close: () => double.close(),
  };
}
