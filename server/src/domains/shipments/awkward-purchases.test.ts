import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { batchOf, begunBatch, endRests, rowsOf, work } from '../../../test/bulk.ts';
import {
  boughtLabel,
  buy,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  attemptsOf,
  type Behavior,
  incidentsOf,
  refundsOf,
  shipmentOf,
  type UnreliableApp,
  withUnreliableApp,
} from '../../../test/unreliable-app.ts';
import { hours, minutes } from '../../platform/clock.ts';
import type { LabelProvider } from '../../providers/label-providers/port.ts';
import { sweep } from '../../sweep.ts';

let faulty: UnreliableApp;
let builtin: LabelProvider;
let shop: Shop;
const behave = withUnreliableApp((app, client) => {
  faulty = app;
  builtin = app.builtin;
  shop = client;
});

const shipment = () => shipmentOf(faulty.test, shop);
const attempts = () => attemptsOf(faulty.test, shop);
const refunds = () => refundsOf(faulty.test, shop);

describe('an order that was refused', () => {
  it('is refunded even if the carrier’s long message is cut inside an emoji', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    const text = `${'x'.repeat(499)}😀`;
    behave({ buyLabel: async () => ({ outcome: 'refused', text }) });
    expect((await buy(faulty.test, shop, rate.objectId)).json()).toMatchObject({ labelStatus: 'refunded' });
    expect((await shipment()).state).toBe('refunded');
  });
});

describe('an order that was not sent', () => {
  const neverArrives = async () => ({ outcome: 'not-sent', text: 'too many calls' }) as const;

  it('is sent again after a pause', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    behave({ buyLabel: neverArrives });
    expect((await buy(faulty.test, shop, rate.objectId)).json()).toMatchObject({ labelStatus: 'processing' });
    expect((await shipment()).state).toBe('paid');
    const ordered = faulty.labelProvider.keysBought().length;
    // The pause of three seconds would end during a slow sweep.
    await sql`UPDATE shipments SET lease_until = lease_until + interval '1 minute' WHERE user_id = ${shop.userId}`.execute(
      faulty.test.deps.db,
    );
    await sweep(faulty.test.deps);
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
    behave();
    await letTimePass(faulty.test, 64_000);
    await sweep(faulty.test.deps);
    expect((await shipment()).state).toBe('purchased');
    expect(await attempts()).toEqual([
      ['declined', 'never sold'],
      ['succeeded', 'sold'],
    ]);
  });

  it('delays neither the sweep nor other rows of a batch', async () => {
    const { deps } = faulty.test;
    const patience = deps.timings.requestWaitMs;
    const batch = await begunBatch(faulty.test, shop, rowsOf(2));
    await paidRate(faulty.test, shop);
    await letTimePass(faulty.test, minutes(5));
    behave({ buyLabel: neverArrives });
    deps.timings.requestWaitMs = 45_000;
    const begunAt = performance.now();
    await work(faulty.test);
    await sweep(deps);
    expect(performance.now() - begunAt).toBeLessThan(40_000);
    deps.timings.requestWaitMs = patience;
    const states = await deps.db
      .selectFrom('shipments')
      .select('state')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(states).toEqual(Array(3).fill({ state: 'paid' }));
    behave();
    await letTimePass(faulty.test, 4_000);
    await sweep(deps);
    await endRests(faulty.test);
    await work(faulty.test);
    expect((await batchOf(faulty.test, shop, batch.id)).counts.label_generated).toBe(2);
  });

  it('is not looked up, and is refunded at the deadline', async () => {
    const { rate, cents } = await paidRate(faulty.test, shop);
    behave({ buyLabel: neverArrives });
    await buy(faulty.test, shop, rate.objectId);
    const lookUps = () => faulty.labelProvider.calls.filter(({ kind }) => kind === 'find').length;
    const before = lookUps();
    await sweepFor(faulty.test, minutes(17), minutes(1));
    expect(lookUps()).toBe(before);
    expect((await shipment()).state).toBe('refunded');
    expect(await refunds()).toEqual([
      { cents, reason: expect.stringMatching(/in time/), state: 'succeeded' },
    ]);
  });
});

describe('an abandoned purchase', () => {
  it('is looked up at growing intervals', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    behave({
      buyLabel: async () => {
        throw new Error('no answer');
      },
    });
    await buy(faulty.test, shop, rate.objectId);
    await sweepFor(faulty.test, minutes(17), minutes(1));
    expect(await attempts()).toEqual([
      ['abandoned', 'never sold'],
      ['abandoned', 'never sold'],
    ]);
    const lookUps = async (milliseconds: number, every: number) => {
      const before = faulty.labelProvider.calls.length;
      await sweepFor(faulty.test, milliseconds, every);
      return faulty.labelProvider.calls.slice(before).filter(({ kind }) => kind === 'find').length;
    };
    expect(await lookUps(minutes(5), minutes(1))).toBeGreaterThanOrEqual(4);
    await letTimePass(faulty.test, hours(10));
    expect(await lookUps(minutes(30), minutes(5))).toBe(2);
  });
});

describe('a label with the tracking number of another parcel', () => {
  /** From now on every label has a tracking number that is already in use. */
  async function repeatNumbers(): Promise<Behavior> {
    const { trackingNumber } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    const renumbered = <T extends { outcome: string } | null>(purchase: T): T =>
      purchase?.outcome === 'bought' ? { ...purchase, trackingNumber } : purchase;
    return {
      buyLabel: async (order) => renumbered(await builtin.buyLabel(order)),
      findPurchase: async (sought) => renumbered(await builtin.findPurchase(sought)),
    };
  }
  const inUse = expect.stringMatching(/tracking number that is already in use/);

  it('is voided and refunded', async () => {
    const behavior = await repeatNumbers();
    const { rate, cents } = await paidRate(faulty.test, shop);
    behave(behavior);
    await buy(faulty.test, shop, rate.objectId);
    expect(await shipment()).toMatchObject({ state: 'refunded', tracking_number: null });
    expect(await attempts()).toEqual([['declined', 'voided']]);
    expect(await refunds()).toEqual([{ cents, reason: inUse, state: 'succeeded' }]);
  });

  it('is voided later when the label provider is unreachable', async () => {
    const behavior = await repeatNumbers();
    const { rate } = await paidRate(faulty.test, shop);
    behave({
      ...behavior,
      voidLabel: async () => {
        throw new Error('no answer');
      },
    });
    await buy(faulty.test, shop, rate.objectId);
    expect((await shipment()).state).toBe('purchase_unknown');
    behave(behavior);
    await sweep(faulty.test.deps);
    expect((await shipment()).state).toBe('refunded');
    expect(await attempts()).toEqual([['declined', 'voided']]);
  });

  it('opens an incident when the label provider refuses to void it', async () => {
    const behavior = await repeatNumbers();
    const { rate } = await paidRate(faulty.test, shop);
    let sold = '';
    behave({
      ...behavior,
      voidLabel: async (transactionId) => {
        sold = transactionId;
        return { outcome: 'refused', text: 'The parcel is on its way.' };
      },
    });
    await buy(faulty.test, shop, rate.objectId);
    expect((await shipment()).state).toBe('refunded');
    expect(await incidentsOf(faulty.test, shop)).toMatchObject([
      { kind: 'label_orphaned', detail: expect.stringMatching(/The parcel is on its way\.$/) },
    ]);
    await builtin.voidLabel(sold);
  });

  it('is retried until the pending void is confirmed', async () => {
    const behavior = await repeatNumbers();
    const { rate } = await paidRate(faulty.test, shop);
    behave({ ...behavior, voidLabel: async () => ({ outcome: 'pending' }) });
    await buy(faulty.test, shop, rate.objectId);
    await sweepFor(faulty.test, minutes(2));
    expect(await attempts()).toEqual([['declined', 'sold']]);
    behave(behavior);
    await sweepFor(faulty.test, minutes(2));
    expect(await attempts()).toEqual([['declined', 'voided']]);
    expect(await incidentsOf(faulty.test, shop)).toEqual([]);
  });
});
