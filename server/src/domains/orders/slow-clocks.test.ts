import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildShopApp,
  connectShop,
  orderOf,
  readShops,
  type ShopApp,
  sourceOf,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { days, later, minutes } from '../../platform/clock.ts';
import type { ChangedRequest } from '../../providers/order-sources/port.ts';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
});
afterAll(() => app.test.close());
beforeEach(async () => {
  client = await makeShop(app.test);
  app.shops.woocommerce.orders.clear();
  await app.test.deps.db.updateTable('order_sources').set({ next_read_at: null }).execute();
  sourceId = (await connectShop(app.test, client)).id;
});

const read = () => readShops(app.test);
const behindMs = minutes(30);
const storeTime = () => later(app.test.clock.now(), -behindMs);
const addByStoreClock = (count = 1) => app.shops.woocommerce.add(count, { updatedAt: storeTime() });
const isStored = async (externalId = '') => (await orderOf(app.test, sourceId, externalId)) !== undefined;
/** The `changedSince` of the next reading. */
const nextSince = async () => {
  const { woocommerce } = app.shops;
  const { readChanged } = woocommerce;
  const asked: ChangedRequest['changedSince'][] = [];
  woocommerce.readChanged = (connection, request) => {
    asked.push(request.changedSince);
    return readChanged(connection, request);
  };
  await read();
  woocommerce.readChanged = readChanged;
  return asked[0];
};

describe('a store whose clock is behind ours', () => {
  it('loses no change', async () => {
    addByStoreClock(25);
    await read();
    for (let round = 0; round < 3; round += 1) {
      app.test.clock.advance(minutes(10));
      const [added] = addByStoreClock();
      await read();
      expect(await isStored(added)).toBe(true);
    }
  });

  it('does not lose even the first order', async () => {
    await read();
    app.test.clock.advance(minutes(10));
    const [first] = addByStoreClock();
    await read();
    expect(await isStored(first)).toBe(true);
    expect((await sourceOf(app.test, client, sourceId)).orders.total).toBe(1);
  });
});

describe('the next reading', () => {
  it('starts at the last reading if the clock of the store is ahead, or one of its times is wrong', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(1, { updatedAt: later(app.test.clock.now(), minutes(30)) });
    woocommerce.add(1, { updatedAt: new Date('2999-01-01T00:00:00Z') });
    const start = app.test.clock.now();
    await read();
    app.test.clock.advance(minutes(10));
    expect(await nextSince()).toEqual(later(start, -minutes(5)));
  });

  it('returns only the last changes of a store where nothing changes, for a day', async () => {
    const changedAt = storeTime();
    addByStoreClock();
    await read();
    app.test.clock.advance(minutes(60));
    expect(await nextSince()).toEqual(later(changedAt, -minutes(5)));
    app.test.clock.advance(days(3));
    await read();
    const until = app.test.clock.now();
    app.test.clock.advance(minutes(10));
    expect(await nextSince()).toEqual(later(until, -days(1) - minutes(5)));
  });
});
