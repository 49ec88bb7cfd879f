import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildFaultyApp,
  buy,
  expectSoundBooks,
  type FaultyApp,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { UnsureCarrier } from '../../../test/unsure-carrier.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

let faulty: FaultyApp;
let unsure: UnsureCarrier;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 100 }, (builtin) => {
    unsure = new UnsureCarrier(builtin, false);
    return unsure;
  });
});
afterEach(() => expectSoundBooks(faulty.test));
afterAll(() => faulty.test.close());

const db = () => faulty.test.deps.db;
const shipment = () =>
  db().selectFrom('shipments').selectAll().where('user_id', '=', shop.userId).executeTakeFirstOrThrow();
const attempts = async () =>
  (
    await db()
      .selectFrom('purchase_attempts')
      .innerJoin('shipments', 'shipments.id', 'shipment_id')
      .leftJoin('sandbox.carrier_purchases as sold', (join) =>
        join.on(sql<boolean>`sold.key = purchase_attempts.id::text`),
      )
      .select(['purchase_attempts.state', 'sold.bought_at', 'sold.voided_at'])
      .where('user_id', '=', shop.userId)
      .orderBy('number')
      .execute()
  ).map(({ state, bought_at, voided_at }) => [
    state,
    voided_at ? 'voided' : bought_at ? 'sold' : 'never sold',
  ]);
const refundReasons = async () =>
  (
    await db()
      .selectFrom('refunds')
      .select('reason')
      .where('shipment_id', '=', (await shipment()).id)
      .execute()
  ).map(({ reason }) => reason);

/** A paid purchase of which nobody knows whether it was made. */
async function lostPurchase({ arrives }: { arrives: boolean }) {
  shop = await makeShop(faulty.test);
  const paid = await paidRate(faulty.test, shop);
  faulty.carrier.loseAnswer(arrives ? 1 : 0);
  unsure.losesOrders = !arrives;
  await buy(faulty.test, shop, paid.rate.objectId);
  unsure.losesOrders = false;
  expect((await shipment()).state).toBe('purchase_unknown');
  return paid;
}

describe('a carrier that cannot be asked twice under one key', () => {
  it('is looked up twice, a minute apart, before a second order', async () => {
    await lostPurchase({ arrives: false });
    const ordered = faulty.carrier.keysBought().length;
    await sweepFor(faulty.test, 45_000);
    expect(await attempts()).toEqual([['unknown', 'never sold']]);
    expect(faulty.carrier.keysBought().length).toBe(ordered);
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
    const ordered = faulty.carrier.keysBought().length;
    await sweepFor(faulty.test, minutes(17));
    unsure.losesOrders = false;
    expect(faulty.carrier.keysBought().length).toBe(ordered + 1);
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
    const [orphan] = await db()
      .selectFrom('purchase_attempts')
      .select('id')
      .where('shipment_id', '=', (await shipment()).id)
      .where('state', '=', 'abandoned')
      .execute();
    const asked = () => faulty.carrier.calls.filter(({ subject }) => subject === orphan?.id).length;
    const before = asked();
    await sweepFor(faulty.test, minutes(3));
    expect(asked() - before).toBeLessThanOrEqual(4);
    const broken = await db()
      .selectFrom('breaks')
      .select(['kind', 'detail'])
      .where('object_id', '=', orphan?.id ?? '')
      .execute();
    expect(broken).toEqual([
      { kind: 'label_orphaned', detail: expect.stringMatching(/refused: The parcel is on its way\.$/) },
    ]);
    unsure.voidLabel = voidLabel;
    await sweepFor(faulty.test, minutes(2));
  });

  it.each([
    ['the deadline passed', minutes(16), /in time/],
    ['MO30 the shipping date passed', hours(40), /shipping date has passed/],
  ])('is not ordered from again when %s', async (_case, passing, reason) => {
    const { cents } = await lostPurchase({ arrives: false });
    await sweepFor(faulty.test, 45_000);
    await letTimePass(faulty.test, minutes(1));
    const ordered = faulty.carrier.keysBought().length;
    await sweepUntilPaid();
    await letTimePass(faulty.test, passing);
    await sweep(faulty.test.deps);
    expect(faulty.carrier.keysBought().length).toBe(ordered);
    expect(await shipment()).toMatchObject({ state: 'refunded', total_cents: cents });
    expect(await refundReasons()).toEqual([expect.stringMatching(reason)]);
  });

  /** One pass gives the first attempt up; the next one would order again. */
  async function sweepUntilPaid() {
    await sweep(faulty.test.deps);
    expect((await shipment()).state).toBe('paid');
  }
});
