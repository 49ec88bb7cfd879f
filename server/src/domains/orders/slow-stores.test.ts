import { setTimeout } from 'node:timers/promises';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShopCall } from '../../../test/doubles/shop.ts';
import {
  buildShopApp,
  connectShop,
  endWaits,
  orderOf,
  readShops,
  type ShopApp,
  send,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { lookUpOrders } from './look-up-orders.ts';
import { addLookUps } from './order-look-ups.store.ts';
import type { OrderTimings } from './orders.timings.ts';
import { sweepOrderSources } from './sweep-order-sources.ts';
import { unsubscribeSources } from './unsubscribe-sources.ts';

const TURN_MS = 400;

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeEach(async () => {
  app = await buildShopApp();
  sourceId = await connect();
});
afterEach(() => app.test.close());

const connect = async () => {
  client = await makeShop(app.test);
  return (await connectShop(app.test, client)).id;
};
const inShortTurns = () => {
  const { deps } = app.test;
  return { ...deps, timings: { ...deps.timings, orderTurnMs: TURN_MS } };
};
/** Two calls take longer than a turn. */
const slowDown = (slow: ShopCall) => {
  app.shops.woocommerce.before = async (call) => {
    if (call === slow) await setTimeout(0.7 * TURN_MS);
  };
};
const isDue = async () => {
  const source = await app.test.deps.db
    .selectFrom('order_sources')
    .select(sql<boolean>`next_read_at <= now() AND lease_until IS NULL`.as('is_due'))
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return source.is_due;
};

describe('a slow store', () => {
  it('is read in several turns', async () => {
    const { woocommerce } = app.shops;
    woocommerce.pageSize = 2;
    const last = woocommerce.add(8).at(-1) ?? '';
    slowDown('readChanged');
    await sweepOrderSources(inShortTurns());
    expect(woocommerce.count('readChanged')).toBeLessThanOrEqual(2);
    expect(await isDue()).toBe(true);
    woocommerce.before = null;
    await sweepOrderSources(app.test.deps);
    expect(woocommerce.count('readChanged')).toBe(4);
    expect(await orderOf(app.test, sourceId, last)).toBeDefined();
  });

  it('is compared in several turns', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(8);
    await readShops(app.test);
    woocommerce.pageSize = 2;
    for (const id of woocommerce.orders.keys()) woocommerce.hidden.add(id);
    await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 day'`.execute(app.test.deps.db);
    slowDown('listOpen');
    const before = woocommerce.count('listOpen');
    await endWaits(app.test);
    await sweepOrderSources(inShortTurns());
    expect(woocommerce.count('listOpen')).toBeLessThanOrEqual(before + 2);
    expect(await isDue()).toBe(true);
    woocommerce.before = null;
    await sweepOrderSources(app.test.deps);
    expect(woocommerce.count('listOpen')).toBe(before + 4);
    expect(await isDue()).toBe(false);
  });

  it('has its orders looked up in several turns', async () => {
    const { woocommerce } = app.shops;
    const { db, clock } = app.test.deps;
    await addLookUps(db, sourceId, woocommerce.add(5), clock.now());
    slowDown('readOrder');
    await lookUpOrders(inShortTurns());
    expect(woocommerce.count('readOrder')).toBeLessThanOrEqual(2);
    woocommerce.before = null;
    await lookUpOrders(app.test.deps);
    expect(woocommerce.count('readOrder')).toBe(5);
  });
});

describe('the calls to a store', () => {
  /** Whether the time for calls was over, by the kind of call. */
  const watchTime = () => {
    const { woocommerce } = app.shops;
    const seen = new Map<string, boolean | undefined>();
    woocommerce.before = (call, { isOver }) => {
      seen.set(call, isOver?.());
    };
    return seen;
  };
  const withTimings = (timings: Partial<OrderTimings>) => {
    const { deps } = app.test;
    return { ...deps, timings: { ...deps.timings, ...timings } };
  };

  it.each([
    [-1, true],
    [60_000, false],
  ])('have a limit while it is read (%i ms)', async (orderCallsMs, isOver) => {
    const seen = watchTime();
    await sweepOrderSources(withTimings({ orderCallsMs }));
    expect(seen.get('readChanged')).toBe(isOver);
    expect(seen.get('subscribe')).toBe(isOver);
  });

  it('have a limit while it is disconnected, which ends before the lease', async () => {
    const seen = watchTime();
    const { db } = app.test.deps;
    await send(app.test, client, 'DELETE', path(API.orderSource, { id: sourceId }));
    await unsubscribeSources(withTimings({ orderReadLeaseMs: -2 }));
    expect(seen.get('unsubscribe')).toBe(true);
    expect(await db.selectFrom('order_unsubscriptions').select('source_id').execute()).toEqual([]);
  });
});

describe('stores that wait for others', () => {
  it('are read while another one is disconnected and does not answer', async () => {
    const { woocommerce } = app.shops;
    await send(app.test, client, 'DELETE', path(API.orderSource, { id: sourceId }));
    const otherId = await connect();
    const [order = ''] = woocommerce.add(1);
    const called = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    woocommerce.before = async (call) => {
      if (call !== 'unsubscribe') return;
      called.resolve();
      await answered.promise;
    };
    app.test.startSweeping();
    try {
      await called.promise;
      await expect.poll(() => orderOf(app.test, otherId, order), { timeout: 30_000 }).toBeDefined();
    } finally {
      answered.resolve();
    }
  });

  it('are left to other processes', async () => {
    const { woocommerce } = app.shops;
    const { db } = app.test.deps;
    for (let more = 0; more < 10; more += 1) await connect();
    const claimed: number[] = [];
    woocommerce.before = async (call) => {
      if (call !== 'readChanged') return;
      const { held } = await db
        .selectFrom('order_sources')
        .select(({ fn }) => fn.count<number>('held_by').as('held'))
        .executeTakeFirstOrThrow();
      claimed.push(held);
    };
    await sweepOrderSources(app.test.deps);
    expect(claimed).toHaveLength(11);
    expect(Math.max(...claimed)).toBeLessThanOrEqual(8);
  });
});
