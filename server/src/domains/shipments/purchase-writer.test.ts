import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { expectConsistentLedger, makeShop, paidRate, type Shop, sweepFor } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { TestGateway } from '../../providers/payments/test-gateway/test-gateway.ts';
import { selectPaymentByIntent } from '../payments/payments.store.ts';
import { findQuote } from '../pricing/quotes.ts';
import { commitPurchase } from './buy-label.ts';
import { runPurchase } from './purchase.ts';
import type { PurchaseClaim } from './purchase-claim.ts';
import { groupedWriter } from './purchase-writer.ts';
import type { ShipmentDeps } from './shipments.deps.ts';

let test: TestApp;
let shop: Shop;
let deps: ShipmentDeps;
beforeEach(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  deps = { ...test.deps, purchases: groupedWriter(test.deps) };
});
afterEach(() => test.close());

async function paidQuotes(count: number) {
  const paid = [];
  for (let at = 0; at < count; at += 1) {
    const { rate, payment } = await paidRate(test, shop);
    await (test.deps.paymentProvider as TestGateway).idle();
    const { id } = (await selectPaymentByIntent(deps.db, 'test', payment.paymentIntentId)) ?? { id: '' };
    paid.push({ quote: await findQuote(deps.db, shop.userId, rate.objectId), paymentId: id });
  }
  return paid;
}

const start = (paid: Awaited<ReturnType<typeof paidQuotes>>) =>
  Promise.allSettled(paid.map(({ quote, paymentId }) => commitPurchase(deps, quote, paymentId, {})));
const claimsOf = (started: PromiseSettledResult<PurchaseClaim | null>[]) =>
  started.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));

describe('purchases written together', () => {
  it('share the statements of their start and of their end', async () => {
    const paid = await paidQuotes(3);
    let claims: PurchaseClaim[] = [];
    const starting = await sentStatements(async () => {
      claims = claimsOf(await start(paid));
    });
    expect(claims).toHaveLength(3);
    expect(starting.filter((text) => text.includes('INTO shipments'))).toHaveLength(1);
    const ends = await Promise.all(claims.map((claim) => runPurchase(deps, claim)));
    expect(ends.map((shipment) => shipment?.state)).toEqual(['purchased', 'purchased', 'purchased']);
    await expectConsistentLedger(test);
  });

  it('start without the one whose payment is already spent', async () => {
    const [first, second, third] = await paidQuotes(3);
    if (!first || !second || !third) throw new Error('No quotes');
    const started = await start([first, { ...second, paymentId: first.paymentId }, third]);
    expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await Promise.all(claimsOf(started).map((claim) => runPurchase(deps, claim)));
    await sweepFor(test, minutes(2));
    await expectConsistentLedger(test);
  });

  it('end without the one whose claim is no longer valid', async () => {
    const claims = claimsOf(await start(await paidQuotes(3)));
    const stale = claims.map((claim, at) =>
      at === 1 ? { ...claim, shipment: { ...claim.shipment, fence: 7 } } : claim,
    );
    const ends = await Promise.all(stale.map((claim) => runPurchase(deps, claim)));
    expect(ends.map((shipment) => shipment?.state)).toEqual(['purchased', undefined, 'purchased']);
  });

  it('do not accept the same tracking number twice', async () => {
    const claims = claimsOf(await start(await paidQuotes(2)));
    const trackingNumber = `TWICE${newId().slice(0, 8)}`;
    const ends = await Promise.all(
      claims.map(({ shipment, attemptId }) =>
        deps.purchases?.end({
          shipment,
          attemptId,
          transactionId: newId(),
          trackingNumber,
          costCents: shipment.cost_cents,
          searchText: '',
          label: { format: 'pdf', bytes: Buffer.from('%PDF-1.4') },
          documents: [],
        }),
      ),
    );
    expect(ends).toEqual([true, false]);
  });
});
