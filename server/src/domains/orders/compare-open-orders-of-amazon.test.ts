import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { amazonAtDouble } from '../../../test/amazon-at-double.ts';
import { AMAZON_APP } from '../../../test/doubles/amazon-double.ts';
import { buildShopApp, orderOf, readShops, send, sourceOf } from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { selectComparison } from './order-comparisons.store.ts';

const ORDERS = 60;
const PAGE_SIZE = 2;
/** The calls that Amazon allows at the same time. The reading of changes takes one of them. */
const BURST = 20;

it('the daily comparison covers more open orders than Amazon lists within its limit', async () => {
  const amazon = await amazonAtDouble({ pageSize: PAGE_SIZE });
  const { test } = await buildShopApp();
  onTestFinished(async () => {
    await test.close();
    await amazon.close();
  });
  Object.assign(test.deps.orderSources.adapters, { amazon: amazon.source });
  const { shop, behavior } = amazon.double;
  for (let made = 0; made < ORDERS; made += 1) shop.make();
  const client = await makeShop(test);
  const credentials = { kind: 'amazon', address: 'amazon.com', ...AMAZON_APP };
  const { id } = (await send(test, client, 'POST', API.orderSources, { credentials })).json().source;
  await readShops(test);

  // The list of changes never has it.
  const quiet = shop.make();
  quiet.lastUpdatedTime = '2026-11-01T00:00:00Z';
  await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 day'`.execute(test.deps.db);
  behavior.pace = 1;
  await readShops(test);
  expect((await selectComparison(test.deps.db, id))?.external_ids).toHaveLength((BURST - 1) * PAGE_SIZE);
  expect(await orderOf(test, id, quiet.orderId)).toBeUndefined();
  expect(await sourceOf(test, client, id)).toMatchObject({ state: 'active', lastError: null });

  behavior.pace = Number.POSITIVE_INFINITY;
  await readShops(test);
  expect(await orderOf(test, id, quiet.orderId)).toMatchObject({ shop_state: 'open' });
  expect(await selectComparison(test.deps.db, id)).toBeUndefined();
});
