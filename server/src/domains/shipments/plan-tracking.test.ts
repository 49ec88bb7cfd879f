import type { Carrier } from '@lading/contract/parcel.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boughtLabel, buildFaultyApp, type FaultyApp, makeShop } from '../../../test/shipping.ts';
import { UnreliableLabelProvider } from '../../../test/unreliable-label-provider.ts';
import { days, hours, later, minutes } from '../../platform/clock.ts';
import type { TrackingStatus } from '../../providers/label-providers/port.ts';
import { showTransaction } from './show-transaction.ts';
import { trackByNumber } from './track-by-number.ts';
import { trackShipments } from './track-shipments.ts';

let faulty: FaultyApp;
let owner: pg.Client;
let status: TrackingStatus;
let parcel: { id: string; userId: string; number: string; carrier: Carrier };
beforeAll(async () => {
  faulty = await buildFaultyApp({}, (builtin) => {
    const provider = new UnreliableLabelProvider(builtin, false);
    provider.track = async () => ({ outcome: 'found', status, events: [] });
    return provider;
  });
  owner = new pg.Client({ connectionString: faulty.test.ownerUrl });
  await owner.connect();
  // Skips the triggers that forbid changing a ship date.
  await owner.query(`SET session_replication_role = 'replica'`);
});
beforeEach(async () => {
  status = 'pre_transit';
  const shop = await makeShop(faulty.test);
  const { transactionId, trackingNumber, rate } = await boughtLabel(faulty.test, shop);
  parcel = {
    id: transactionId,
    userId: shop.userId,
    number: trackingNumber ?? '',
    carrier: rate.carrier as Carrier,
  };
});
afterAll(async () => {
  await owner.end();
  await faulty.test.close();
});

const now = () => faulty.test.clock.now();
const age = (count: number, state = 'purchased') =>
  owner.query(
    `UPDATE shipments SET purchased_at = $2, ship_date = $2::timestamptz::date, state = $3, next_track_at = $4 WHERE id = $1`,
    [parcel.id, later(now(), -days(count)), state, now()],
  );
const sweep = () => trackShipments(faulty.test.deps);
const calls = () =>
  faulty.labelProvider.calls.filter(({ kind, subject }) => kind === 'track' && subject === parcel.number)
    .length;
/** The time until the next planned call; null when there is none. */
const planned = async () => {
  const { next_track_at } = await faulty.test.deps.db
    .selectFrom('shipments')
    .select('next_track_at')
    .where('id', '=', parcel.id)
    .executeTakeFirstOrThrow();
  return next_track_at && next_track_at.getTime() - now().getTime();
};
const view = () => showTransaction(faulty.test.deps, { userId: parcel.userId }, parcel.id);

describe('the next tracking of a parcel', () => {
  it.each([
    ['purchased', 0, hours(1)],
    ['purchased', 6, hours(1)],
    ['purchased', 8, days(1)],
    ['purchased', 89, days(1)],
    ['purchased', 91, null],
    ['in_transit', 8, hours(1)],
    ['in_transit', 29, hours(1)],
    ['in_transit', 31, days(1)],
    ['in_transit', 179, days(1)],
    ['in_transit', 181, null],
  ])('that is %s after %i days is in %s ms', async (state, count, expected) => {
    await age(count, state);
    await sweep();
    expect([calls(), await planned()]).toEqual([1, expected]);
  });

  it('counts from the ship date if that is later than the purchase', async () => {
    await age(20);
    await owner.query('UPDATE shipments SET ship_date = $2 WHERE id = $1', [
      parcel.id,
      later(now(), -days(3)),
    ]);
    await sweep();
    expect(await planned()).toBe(hours(1));
  });

  it('is in an hour again after the first scan', async () => {
    await age(10);
    status = 'transit';
    await sweep();
    expect(await planned()).toBe(hours(1));
  });

  it('comes sooner when a client opens it, but not within ten minutes', async () => {
    await age(10);
    await sweep();
    await view();
    expect(calls()).toBe(1);
    faulty.test.clock.advance(minutes(10));
    await Promise.all([view(), view(), view()]);
    expect([calls(), await planned()]).toEqual([2, days(1)]);
  });

  it('comes when a client opens it or a webhook arrives, even after tracking has ended', async () => {
    await age(100);
    await sweep();
    await Promise.all([view(), view(), view()]);
    expect(calls()).toBe(2);
    await trackByNumber(faulty.test.deps, parcel.carrier, parcel.number);
    await sweep();
    expect([calls(), await planned()]).toEqual([3, null]);
  });
});
