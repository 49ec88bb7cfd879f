import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buy,
  expectConsistentLedger,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  attemptsOf,
  buildUnreliableApp,
  incidentsOf,
  refundsOf,
  shipmentOf,
  type UnreliableApp,
} from '../../../test/unreliable-app.ts';
import type { UnreliableLabelProvider } from '../../../test/unreliable-label-provider.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

let faulty: UnreliableApp;
let unreliable: UnreliableLabelProvider;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildUnreliableApp();
  unreliable = faulty.unreliable;
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const shipment = () => shipmentOf(faulty.test, shop);
const attempts = () => attemptsOf(faulty.test, shop);
const refundReasons = async () => (await refundsOf(faulty.test, shop)).map(({ reason }) => reason);

/** A paid purchase with an unknown result. */
async function lostPurchase({ arrives }: { arrives: boolean }) {
  shop = await makeShop(faulty.test);
  const paid = await paidRate(faulty.test, shop);
  faulty.labelProvider.loseAnswer(arrives ? 1 : 0);
  unreliable.losesOrders = !arrives;
  await buy(faulty.test, shop, paid.rate.objectId);
  unreliable.losesOrders = false;
  expect((await shipment()).state).toBe('purchase_unknown');
  return paid;
}

describe('a label provider without idempotency keys', { shuffle: false }, () => {
  it('gets a second order only after two lookups a minute apart', async () => {
    await lostPurchase({ arrives: false });
    const ordered = faulty.labelProvider.keysBought().length;
    await sweepFor(faulty.test, 45_000);
    expect(await attempts()).toEqual([['unknown', 'never sold']]);
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
    await sweepFor(faulty.test, minutes(1));
    expect(await attempts()).toEqual([
      ['abandoned', 'never sold'],
      ['succeeded', 'sold'],
    ]);
    expect((await shipment()).state).toBe('purchased');
  });

  it('sold a label that we adopt if a lookup finds it in time', async () => {
    await lostPurchase({ arrives: true });
    await sweep(faulty.test.deps);
    expect(await attempts()).toEqual([['succeeded', 'sold']]);
  });

  it('sold a label that we void if it appears after a second one was bought', async () => {
    await lostPurchase({ arrives: true });
    unreliable.lagging = true;
    await sweepFor(faulty.test, minutes(2));
    unreliable.lagging = false;
    expect(await attempts()).toEqual([
      ['abandoned', 'sold'],
      ['succeeded', 'sold'],
    ]);
    await sweepFor(faulty.test, minutes(2));
    expect(await attempts()).toEqual([
      ['declined', 'voided'],
      ['succeeded', 'sold'],
    ]);
    expect((await shipment()).state).toBe('purchased');
  });

  it('gets no third order, and the purchase is refunded at the deadline', async () => {
    await lostPurchase({ arrives: false });
    unreliable.losesOrders = true;
    const ordered = faulty.labelProvider.keysBought().length;
    await sweepFor(faulty.test, minutes(17), minutes(1));
    unreliable.losesOrders = false;
    expect(faulty.labelProvider.keysBought().length).toBe(ordered + 1);
    expect(await attempts()).toEqual([
      ['abandoned', 'never sold'],
      ['abandoned', 'never sold'],
    ]);
    expect((await shipment()).state).toBe('refunded');
    expect(await refundReasons()).toEqual([expect.stringMatching(/did not confirm/)]);
  });

  it('gets a second order after a lost one, even if earlier orders were never sent', async () => {
    shop = await makeShop(faulty.test);
    const { rate } = await paidRate(faulty.test, shop);
    const order = unreliable.buyLabel.bind(unreliable);
    unreliable.buyLabel = async () => ({ outcome: 'not-sent', text: 'Too many calls.' });
    await buy(faulty.test, shop, rate.objectId);
    await sweepFor(faulty.test, 45_000);
    unreliable.buyLabel = order;
    const unsent = await attempts();
    expect(unsent.length).toBeGreaterThan(1);
    unreliable.losesOrders = true;
    await sweep(faulty.test.deps);
    unreliable.losesOrders = false;
    expect((await shipment()).state).toBe('purchase_unknown');
    await sweepFor(faulty.test, minutes(3));
    expect(await attempts()).toEqual([
      ...unsent.map(() => ['declined', 'never sold']),
      ['abandoned', 'never sold'],
      ['succeeded', 'sold'],
    ]);
    expect((await shipment()).state).toBe('purchased');
  });

  it('causes an incident if it refuses to void a label, which we retry at most once a minute', async () => {
    await lostPurchase({ arrives: true });
    unreliable.lagging = true;
    await sweepFor(faulty.test, minutes(2));
    unreliable.lagging = false;
    const { voidLabel } = unreliable;
    unreliable.voidLabel = async () => ({ outcome: 'refused', text: 'The parcel is on its way.' });
    const asked = () => faulty.labelProvider.calls.filter(({ kind }) => kind === 'void').length;
    const before = asked();
    await sweepFor(faulty.test, minutes(3));
    expect(asked() - before).toBeGreaterThan(0);
    expect(asked() - before).toBeLessThanOrEqual(4);
    expect(await incidentsOf(faulty.test, shop)).toMatchObject([
      { kind: 'label_orphaned', detail: expect.stringMatching(/refused: The parcel is on its way\.$/) },
    ]);
    unreliable.voidLabel = voidLabel;
    await sweepFor(faulty.test, minutes(2));
  });

  it.each([
    ['the deadline has passed', minutes(16), /in time/],
    ['the shipping date has passed', hours(40), /shipping date has passed/],
  ])('gets no second order when %s (MO30)', async (_case, elapsedMs, reason) => {
    const { cents } = await lostPurchase({ arrives: false });
    await sweepFor(faulty.test, 45_000);
    await letTimePass(faulty.test, minutes(1));
    const ordered = faulty.labelProvider.keysBought().length;
    await sweepAndExpectPaid();
    await letTimePass(faulty.test, elapsedMs);
    await sweep(faulty.test.deps);
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
    expect(await shipment()).toMatchObject({ state: 'refunded', total_cents: cents });
    expect(await refundReasons()).toEqual([expect.stringMatching(reason)]);
  });

  /** The first sweep abandons the attempt. The next one would order again. */
  async function sweepAndExpectPaid() {
    await sweep(faulty.test.deps);
    expect((await shipment()).state).toBe('paid');
  }
});
