import { EBAY, type EbayDeps, ebayAt } from '../src/providers/order-sources/ebay/ebay-deps.ts';
import { EbaySource } from '../src/providers/order-sources/ebay/ebay-source.ts';
import type { SourceSecrets } from '../src/providers/order-sources/port.ts';
import { memoryConnection } from '../src/providers/order-sources/port-suite.fixture.ts';
import { startEbayDouble } from './doubles/ebay-double.ts';
import { EBAY_VERIFICATION_TOKEN } from './doubles/ebay-double-notices.ts';
import { EBAY_APP } from './doubles/ebay-double-oauth.ts';
import { SharedClock } from './shared-clock.ts';

export const EBAY_OPERATOR_APP = { ...EBAY_APP, verificationToken: EBAY_VERIFICATION_TOKEN };

export type EbayAtDouble = Awaited<ReturnType<typeof ebayAtDouble>>;

/** Our eBay adapter connected to the double. */
export async function ebayAtDouble(changed: Partial<EbayDeps> = {}) {
  const clock = new SharedClock();
  const double = await startEbayDouble({ clock });
  const source = new EbaySource({
    ...EBAY,
    ...ebayAt(double.url),
    app: null,
    waits: { unknownMs: 5, mostMs: 600 },
    pageSize: 25,
    clock,
    ...changed,
  });
  const connect = (secrets: SourceSecrets) => memoryConnection('', { ...EBAY_APP, ...secrets });
  return {
    double,
    source,
    clock,
    connect,
    connection: connect(double.oauth.issue()),
    refused: connect({ accessToken: 'v^1.1#unknown', refreshToken: 'v^1.1#unknown' }),
    close: () => double.close(),
  };
}
