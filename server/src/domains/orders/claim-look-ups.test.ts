import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeShop } from '../../../test/shipping.ts';
import { makeSource } from '../../../test/shop-orders.ts';
import { addLookUps, claimLookUps } from './order-look-ups.store.ts';

let test: TestApp;
let sourceId: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await test.deps.db.deleteFrom('order_look_ups').execute();
  sourceId = (await makeSource(test, (await makeShop(test)).userId)).id;
});
afterAll(() => test.close());

const add = (ids: readonly string[], of = sourceId) => addLookUps(test.deps.db, of, ids, test.clock.now());
const upTo = (count: number, name = 'order') => Array.from({ length: count }, (_, at) => `${name}-${at}`);
const stored = () => test.deps.db.selectFrom('order_look_ups').selectAll().execute();
const claim = (limit: number, perSource: number) =>
  claimLookUps(test.deps.db, { limit, perSource, leaseMs: 60_000 });
const wait = (id: string, time: string) =>
  sql`UPDATE order_look_ups SET next_try_at = ${time}::timestamptz WHERE external_id = ${id}`.execute(
    test.deps.db,
  );

describe('the lookups of a store', () => {
  it('are limited, but those that are named again are due again', async () => {
    await add(upTo(4_999));
    await add(upTo(10, 'other'));
    expect(await stored()).toHaveLength(5_000);
    await sql`UPDATE order_look_ups SET tries = 3`.execute(test.deps.db);
    await add(['new', 'order-7']);
    const found = await stored();
    expect(found).toHaveLength(5_000);
    expect(found.filter(({ tries }) => tries === 0)).toMatchObject([{ external_id: 'order-7' }]);
  });

  it('are claimed oldest first, a few of each store', async () => {
    const { id: other } = await makeSource(test, (await makeShop(test)).userId);
    await add(upTo(5));
    await add(upTo(5, 'other'), other);
    for (const id of ['order-3', 'order-4']) await wait(id, '2026-11-02');
    await wait('other-1', '2026-11-01');
    const first = await claim(3, 2);
    const names = first.map(({ externalId }) => externalId);
    expect(names).toHaveLength(3);
    expect(names.filter((name) => name.startsWith('other'))).toContain('other-1');
    expect(['order-3', 'order-4']).toContain(names.find((name) => name.startsWith('order')));
    const rest = [...(await claim(100, 2)), ...(await claim(100, 2)), ...(await claim(100, 2))];
    expect([...first, ...rest].map(({ externalId }) => externalId).toSorted()).toEqual(
      [...upTo(5), ...upTo(5, 'other')].toSorted(),
    );
    expect(await claim(100, 2)).toEqual([]);
  });
});
