import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buy,
  expectSoundBooks,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import type { UnreliableLabelProvider } from '../../../test/unreliable-label-provider.ts';
import {
  attemptsOf,
  buildUnsureApp,
  incidentsOf,
  refundsOf,
  shipmentOf,
  type UnsureApp,
} from '../../../test/unsure-purchases.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

let faulty: UnsureApp;
let unsure: UnreliableLabelProvider;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildUnsureApp();
  unsure = faulty.unsure;
});
afterEach(() => expectSoundBooks(faulty.test));
afterAll(() => faulty.test.close());

const shipment = () => shipmentOf(faulty.test, shop);
const attempts = () => attemptsOf(faulty.test, shop);
const refundReasons = async () => (await refundsOf(faulty.test, shop)).map(({ reason }) => reason);

/** A paid purchase of which nobody knows whether it was made. */
async function lostPurchase({ arrives }: { arrives: boolean }) {
  shop = await makeShop(faulty.test);
  const paid = await paidRate(faulty.test, shop);
  faulty.labelProvider.loseAnswer(arrives ? 1 : 0);
  unsure.losesOrders = !arrives;
  await buy(faulty.test, shop, paid.rate.objectId);
  unsure.losesOrders = false;
  expect((await shipment()).state).toBe('purchase_unknown');
  return paid;
}

describe('a carrier that cannot be asked twice under one key', () => {
  it('is looked up twice, a minute apart, before a second order', async () => {
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

  it('CP9 has its first label adopted when the list shows it in time', async () => {
    await lostPurchase({ arrives: true });
    await sweep(faulty.test.deps);
    expect(await attempts()).toEqual([['succeeded', 'sold']]);
  });

  it('F07 has its first label voided when the list lagged so long that a second was bought', async () => {
    await lostPurchase({ arrives: true });
    unsure.lagging = true;
    await sweepFor(faulty.test, minutes(2));
    unsure.lagging = false;
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

  it('gets no third order: what stays unknown is refunded at the deadline', async () => {
    await lostPurchase({ arrives: false });
    unsure.losesOrders = true;
    const ordered = faulty.labelProvider.keysBought().length;
    await sweepFor(faulty.test, minutes(17));
    unsure.losesOrders = false;
    expect(faulty.labelProvider.keysBought().length).toBe(ordered + 1);
    expect(await attempts()).toEqual([
      ['abandoned', 'never sold'],
      ['abandoned', 'never sold'],
    ]);
    expect((await shipment()).state).toBe('refunded');
    expect(await refundReasons()).toEqual([expect.stringMatching(/did not say whether/)]);
  });

  it('tells a person of a label that it does not take back, and asks about it once a minute at most', async () => {
    await lostPurchase({ arrives: true });
    unsure.lagging = true;
    await sweepFor(faulty.test, minutes(2));
    unsure.lagging = false;
    const { voidLabel } = unsure;
    unsure.voidLabel = async () => ({ outcome: 'refused', text: 'The parcel is on its way.' });
    const asked = () => faulty.labelProvider.calls.filter(({ kind }) => kind === 'void').length;
    const before = asked();
    await sweepFor(faulty.test, minutes(3));
    expect(asked() - before).toBeGreaterThan(0);
    expect(asked() - before).toBeLessThanOrEqual(4);
    expect(await incidentsOf(faulty.test, shop)).toMatchObject([
      { kind: 'label_orphaned', detail: expect.stringMatching(/refused: The parcel is on its way\.$/) },
    ]);
    unsure.voidLabel = voidLabel;
    await sweepFor(faulty.test, minutes(2));
  });

  it.each([
    ['the deadline passed', minutes(16), /in time/],
    ['MO30 the shipping date passed', hours(40), /shipping date has passed/],
  ])('is not ordered from again when %s', async (_case, elapsedMs, reason) => {
    const { cents } = await lostPurchase({ arrives: false });
    await sweepFor(faulty.test, 45_000);
    await letTimePass(faulty.test, minutes(1));
    const ordered = faulty.labelProvider.keysBought().length;
    await sweepUntilPaid();
    await letTimePass(faulty.test, elapsedMs);
    await sweep(faulty.test.deps);
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
    expect(await shipment()).toMatchObject({ state: 'refunded', total_cents: cents });
    expect(await refundReasons()).toEqual([expect.stringMatching(reason)]);
  });

  /** One pass gives the first attempt up; the next one would order again. */
  async function sweepUntilPaid() {
    await sweep(faulty.test.deps);
    expect((await shipment()).state).toBe('paid');
  }
});
