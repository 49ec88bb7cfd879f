import { ETSY, type EtsyDeps, etsyAt } from '../src/providers/order-sources/etsy/etsy-deps.ts';
import { EtsySource } from '../src/providers/order-sources/etsy/etsy-source.ts';
import type { SourceSecrets } from '../src/providers/order-sources/port.ts';
import { memoryConnection } from '../src/providers/order-sources/port-suite.fixture.ts';
import { startEtsyDouble } from './doubles/etsy-double.ts';
import { ETSY_APP } from './doubles/etsy-double-oauth.ts';
import { SharedClock } from './shared-clock.ts';

export type EtsyAtDouble = Awaited<ReturnType<typeof etsyAtDouble>>;

/** Our Etsy adapter connected to the double. */
export async function etsyAtDouble(changed: Partial<EtsyDeps> = {}) {
  const clock = new SharedClock();
  const double = await startEtsyDouble({ clock });
  const source = new EtsySource({
    ...ETSY,
    ...etsyAt(double.url),
    app: null,
    waits: { unknownMs: 5, mostMs: 600 },
    pageSize: 25,
    clock,
    ...changed,
  });
  const connect = (secrets: SourceSecrets) => memoryConnection('', { ...ETSY_APP, ...secrets });
  return {
    double,
    source,
    clock,
    connect,
    connection: connect(double.oauth.issue()),
    refused: connect({ accessToken: '1.unknown', refreshToken: '1.unknown' }),
    close: () => double.close(),
  };
}
