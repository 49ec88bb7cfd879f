import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countSessions } from '../../../test/database-sessions.ts';
import { buildShopApp, connectShop, type ShopApp, send, sourceOf } from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { selectSource } from './order-sources.store.ts';

let app: ShopApp;
let shop: Shop;
let id: string;
beforeAll(async () => {
  app = await buildShopApp();
});
afterAll(() => app.test.close());
beforeEach(async () => {
  shop = await makeShop(app.test);
  id = (await connectShop(app.test, shop)).id;
});

type Answer = ReturnType<typeof send>;
const call = (method: 'PATCH' | 'DELETE', payload?: object) =>
  send(app.test, shop, method, path(API.orderSource, { id }), payload);
const stored = () => selectSource(app.test.deps.db, id);

/** The calls wait for the same row, in this order. */
async function together(...calls: (() => Answer)[]): Promise<number[]> {
  const answers = await app.test.deps.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM order_sources WHERE id = ${id} FOR UPDATE`.execute(trx);
    const started: Answer[] = [];
    for (const start of calls) {
      started.push(start());
      await expect.poll(() => countSessions(app.test, "wait_event_type = 'Lock'")).toBe(started.length);
    }
    return started;
  });
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

it('settings that two windows change at the same time are both kept', async () => {
  const statuses = await together(
    () => call('PATCH', { settings: { notifyBuyer: false } }),
    () => call('PATCH', { settings: { completeOrder: true } }),
  );
  expect(statuses).toEqual([200, 200]);
  expect((await sourceOf(app.test, shop, id)).settings).toMatchObject({
    notifyBuyer: false,
    completeOrder: true,
  });
});

it('a store that is being disconnected is not paused, and can be connected again', async () => {
  const statuses = await together(
    () => call('DELETE'),
    () => call('PATCH', { paused: true }),
  );
  expect(statuses).toEqual([200, 404]);
  expect(await stored()).toMatchObject({ state: 'disconnected', secrets: null });
  expect((await connectShop(app.test, shop)).id).toBe(id);
});

it('a store that is disconnected after a change stays disconnected', async () => {
  const statuses = await together(
    () => call('PATCH', { paused: true }),
    () => call('DELETE'),
  );
  expect(statuses.at(-1)).toBe(200);
  expect(await stored()).toMatchObject({ state: 'disconnected', secrets: null });
});
