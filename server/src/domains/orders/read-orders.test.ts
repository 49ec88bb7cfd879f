import { setTimeout } from 'node:timers/promises';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUSY_MS } from '../../../test/doubles/shop.ts';
import {
  buildShopApp,
  connectShop,
  credentialsFor,
  endWaits,
  orderOf,
  readShops,
  type ShopApp,
  send,
  sourceOf,
} from '../../../test/order-sources.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { poll } from '../../platform/poll.ts';
import { SourceRefusedError } from '../../providers/order-sources/port.ts';
import { claimDueSource } from './order-readings.store.ts';
import { sweepOrderSources } from './sweep-order-sources.ts';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
});
afterAll(() => app.test.close());
beforeEach(async () => {
  const { woocommerce } = app.shops;
  await app.test.deps.db.updateTable('order_sources').set({ next_read_at: null }).execute();
  client = await makeShop(app.test);
  woocommerce.orders.clear();
  woocommerce.hidden.clear();
  woocommerce.before = null;
  woocommerce.key = 'good-key';
  sourceId = (await connectShop(app.test, client)).id;
});

const stored = () =>
  app.test.deps.db
    .selectFrom('order_sources')
    .selectAll()
    .select(sql<number>`(extract(epoch FROM next_read_at - now()) * 1000)::float8`.as('waits_ms'))
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
const read = () => readShops(app.test);
const source = () => sourceOf(app.test, client, sourceId);
const duringNextCall = (request: () => Promise<unknown>) => {
  const { woocommerce } = app.shops;
  woocommerce.before = async (call) => {
    if (call !== 'readChanged') return;
    woocommerce.before = null;
    await request();
  };
};

describe('reading a store', () => {
  it('looks once for a store that is due if there is none', async () => {
    await read();
    const sent = await sentStatements(() => sweepOrderSources(app.test.deps));
    expect(sent.filter((text) => text.includes('UPDATE order_sources SET lease_until'))).toHaveLength(1);
  });

  it('imports all open orders page by page and shows the progress', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(25);
    woocommerce.add(2, { state: 'shipped' });
    const seen: unknown[] = [];
    woocommerce.before = async (call) => {
      if (call === 'readChanged') seen.push((await source()).importing);
    };
    await read();
    expect(seen).toEqual([
      { read: 0, total: null },
      { read: 10, total: 25 },
      { read: 20, total: 25 },
    ]);
    expect(await source()).toMatchObject({
      importing: null,
      orders: { total: 25 },
      lastSuccessAt: app.test.clock.now().toISOString(),
      lastError: null,
      hasWebhooks: true,
    });
  });

  it('then reads what changed since the start of the last reading, with an overlap', async () => {
    const { woocommerce } = app.shops;
    const [first = '', second = ''] = woocommerce.add(2);
    woocommerce.change(first, { updatedAt: new Date(app.test.clock.now().getTime() - minutes(60)) });
    const started = app.test.clock.now();
    woocommerce.before = (call) => {
      if (call === 'readChanged') app.test.clock.advance(minutes(2));
    };
    await read();
    expect((await stored()).changed_until).toEqual(started);
    woocommerce.before = null;
    const [late = ''] = woocommerce.add(1, { updatedAt: new Date(started.getTime() - minutes(4)) });
    woocommerce.change(second, { state: 'shipped' });
    await read();
    expect(await orderOf(app.test, sourceId, late)).toBeDefined();
    expect(await orderOf(app.test, sourceId, second)).toMatchObject({ shop_state: 'shipped' });
    expect((await stored()).changed_until).not.toEqual(started);
  });

  it('continues at the stored page after a failure, and starts again after three', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(25);
    const before = woocommerce.count('readChanged');
    woocommerce.before = (call) => {
      if (call !== 'readChanged' || woocommerce.count('readChanged') < before + 2) return;
      woocommerce.before = null;
      woocommerce.failNext('readChanged', 'unavailable');
    };
    await read();
    expect(await stored()).toMatchObject({ failures: 1, changed_until: null });
    const { read_page } = await stored();
    expect(Number(read_page)).toBeGreaterThan(0);
    expect(await source()).toMatchObject({ lastError: { code: 'unavailable' }, state: 'active' });
    woocommerce.failNext('readChanged', 'odd', 2);
    await read();
    expect(await stored()).toMatchObject({ failures: 2, read_page });
    await read();
    expect(await stored()).toMatchObject({ failures: 3, read_page: null, read_started_at: null });
    await read();
    expect(await source()).toMatchObject({ orders: { total: 25 }, importing: null, lastError: null });
    expect(await stored()).toMatchObject({ failures: 0 });
  });

  it('finishes a long list that comes one page at a time', async () => {
    const { woocommerce } = app.shops;
    woocommerce.pageSize = 2;
    woocommerce.add(12);
    const before = woocommerce.count('readChanged');
    woocommerce.before = (call) => {
      const isSecond = (woocommerce.count('readChanged') - before) % 2 === 0;
      if (call === 'readChanged' && isSecond) woocommerce.failNext('readChanged', 'busy');
    };
    for (let page = 0; page < 6; page += 1) await read();
    woocommerce.pageSize = 10;
    expect(await source()).toMatchObject({ orders: { total: 12 }, importing: null });
    expect(woocommerce.count('readChanged') - before).toBe(11);
  });

  it('waits longer after each failure, and as long as the store asks', async () => {
    const { woocommerce } = app.shops;
    const waits: number[] = [];
    for (const fault of ['unavailable', 'odd', 'unavailable'] as const) {
      woocommerce.failNext('readChanged', fault);
      await read();
      waits.push((await stored()).waits_ms);
    }
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    await app.test.deps.db.updateTable('order_sources').set({ failures: 0 }).execute();
    woocommerce.failNext('readChanged', 'busy');
    await read();
    expect((await stored()).waits_ms).toBeGreaterThan(BUSY_MS - 5_000);
  });

  it('never mistakes an unreadable answer for a store without orders', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(3);
    woocommerce.failNext('readChanged', 'odd');
    await read();
    expect(await stored()).toMatchObject({ imported_at: null, changed_until: null, last_success_at: null });
    woocommerce.before = null;
    await read();
    expect((await source()).orders.total).toBe(3);
  });

  it('does not read for a client who is suspended', async () => {
    const { db } = app.test.deps;
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', client.userId).execute();
    // The store of another test may still be unsubscribed from webhooks.
    const reads = () => app.shops.woocommerce.count('readChanged') + app.shops.woocommerce.count('listOpen');
    const before = reads();
    await read();
    expect(reads()).toBe(before);
  });

  it('drops a page that arrives after the client disconnected the store', async () => {
    const { woocommerce } = app.shops;
    const [first = ''] = woocommerce.add(3);
    woocommerce.before = async (call) => {
      if (call === 'readChanged')
        await send(app.test, client, 'DELETE', path(API.orderSource, { id: sourceId }));
    };
    await read();
    expect(await orderOf(app.test, sourceId, first)).toBeUndefined();
    expect(await stored()).toMatchObject({ state: 'disconnected', secrets: null });
  });

  it('skips a store that another process is reading', async () => {
    const { db } = app.test.deps;
    const leased = { lease_until: sql<Date>`now() + interval '1 minute'`, held_by: newId() };
    await db.updateTable('order_sources').set(leased).where('id', '=', sourceId).execute();
    const before = app.shops.woocommerce.count('readChanged');
    await read();
    expect(app.shops.woocommerce.count('readChanged')).toBe(before);
    await db
      .updateTable('order_sources')
      .set({ lease_until: sql<Date>`now()` })
      .where('id', '=', sourceId)
      .execute();
    await read();
    expect(app.shops.woocommerce.count('readChanged')).toBe(before + 1);
  });
});

describe('a request to read a store during a reading', () => {
  it('is kept when the client asks for it', async () => {
    duringNextCall(() => send(app.test, client, 'POST', path(API.orderSourceSync, { id: sourceId })));
    await read();
    expect(await stored()).toMatchObject({ lease_until: null, held_by: null });
    const [late = ''] = app.shops.woocommerce.add(1);
    await sweepOrderSources(app.test.deps);
    expect(await orderOf(app.test, sourceId, late)).toBeDefined();
    expect((await stored()).waits_ms).toBeGreaterThan(0);
  });

  it('is kept when the client enters new credentials and the old reading fails', async () => {
    const { db } = app.test.deps;
    await db.updateTable('order_sources').set({ failures: 5 }).where('id', '=', sourceId).execute();
    duringNextCall(async () => {
      const credentials = credentialsFor('woocommerce', 'good-key');
      await send(app.test, client, 'PATCH', path(API.orderSource, { id: sourceId }), { credentials });
      app.shops.woocommerce.failNext('readChanged', 'unavailable');
    });
    await read();
    expect(await stored()).toMatchObject({ failures: 0, last_error: null, lease_until: null, held_by: null });
    expect((await stored()).waits_ms).toBeLessThanOrEqual(0);
  });
});

describe('a page that takes longer than the lease', () => {
  /** Long enough that a stalled process still extends it in time. */
  const leaseMs = 2_000;
  const longRead = async (during: () => Promise<void>) => {
    duringNextCall(async () => {
      await setTimeout(1.25 * leaseMs);
      await during();
    });
    await endWaits(app.test);
    const { deps } = app.test;
    await sweepOrderSources({ ...deps, timings: { ...deps.timings, orderReadLeaseMs: leaseMs } });
  };

  it('is read by one process only, and stored', async () => {
    app.shops.woocommerce.add(3);
    const claimed: string[] = [];
    await longRead(async () => {
      const other = await claimDueSource(app.test.deps.db, [], leaseMs);
      if (other) claimed.push(other.id);
    });
    expect(claimed).toEqual([]);
    expect((await source()).orders.total).toBe(3);
    expect(await stored()).toMatchObject({ lease_until: null, held_by: null });
  });

  it('does not extend the lease of another process', async () => {
    app.shops.woocommerce.add(3);
    const lease = { lease_until: new Date('2026-11-01T00:00:00Z'), held_by: newId() };
    await longRead(async () => {
      await app.test.deps.db.updateTable('order_sources').set(lease).where('id', '=', sourceId).execute();
      await setTimeout(leaseMs / 2);
    });
    expect(await stored()).toMatchObject(lease);
    expect((await source()).orders.total).toBe(0);
  });
});

describe('a store that refuses the credentials', () => {
  it('is not read again until the client reconnects it, and the client gets one email', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(1);
    woocommerce.key = 'new-key';
    await read();
    expect(await source()).toMatchObject({
      state: 'refused',
      lastError: { code: 'credentials', message: 'Invalid API key or access token' },
    });
    const calls = woocommerce.calls.length;
    await read();
    expect(woocommerce.calls.length).toBe(calls);
    const { email } = await app.test.deps.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', client.userId)
      .executeTakeFirstOrThrow();
    const mails = await poll(
      async () => app.test.mails(email),
      (found) => found.length > 0,
      { everyMs: 20, withinMs: 30_000 },
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Please reconnect your store');
    const answer = await send(app.test, client, 'PATCH', path(API.orderSource, { id: sourceId }), {
      credentials: credentialsFor('woocommerce', 'new-key'),
    });
    expect(answer.json().source).toMatchObject({ state: 'active', lastError: null });
    await read();
    expect((await source()).orders.total).toBe(1);
  });

  it('stays connected if the client entered new credentials during the call', async () => {
    const { woocommerce } = app.shops;
    woocommerce.add(1);
    duringNextCall(async () => {
      woocommerce.key = 'new-key';
      const answer = await send(app.test, client, 'PATCH', path(API.orderSource, { id: sourceId }), {
        credentials: credentialsFor('woocommerce', 'new-key'),
      });
      expect(answer.statusCode, answer.body).toBe(200);
    });
    await read();
    expect((await source()).state).toBe('active');
    await read();
    expect(await source()).toMatchObject({ state: 'active', lastError: null, orders: { total: 1 } });
  });

  it('is refused with credentials that were renewed during the call', async () => {
    const { woocommerce } = app.shops;
    const { readChanged } = woocommerce;
    woocommerce.readChanged = async (connection) => {
      await connection.renew(async (current) => ({ ...current, accessToken: 'new' }));
      throw new SourceRefusedError('permission', 'Missing scope');
    };
    await read();
    woocommerce.readChanged = readChanged;
    expect(await source()).toMatchObject({ state: 'refused', lastError: { code: 'permission' } });
  });

  it('is tried again when the client asks for it', async () => {
    const { woocommerce } = app.shops;
    woocommerce.failNext('readChanged', 'refused');
    await read();
    expect((await source()).state).toBe('refused');
    const answer = await send(app.test, client, 'POST', path(API.orderSourceSync, { id: sourceId }));
    expect(answer.json().source).toMatchObject({ state: 'active' });
    await read();
    expect(await source()).toMatchObject({ state: 'active', lastError: null });
  });
});
