import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { call, makeShop } from '../../../test/shipping.ts';
import { anItem, makeSource, orderRow, readyOrder, saveSender } from '../../../test/shop-orders.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('orders that need more labels than a batch has rows are refused', async () => {
  const shop = await makeShop(test);
  await saveSender(test, shop.userId);
  const source = await makeSource(test, shop.userId);
  const items = [anItem({ quantity: BULK_LIMITS.rows + 1, weightGrams: 1, unitPriceCents: 1 })];
  const order = await readyOrder(test, source, { items });
  // The remaining piece needs one more label.
  await sql`
    WITH plans AS (
      INSERT INTO order_parcels (id, user_id, state, created_at, updated_at)
      SELECT gen_random_uuid(), ${shop.userId}, 'planned', now(), now() FROM generate_series(1, ${BULK_LIMITS.rows}::integer)
      RETURNING id)
    INSERT INTO order_parcel_items SELECT id, ${order.id}, 'item-1', 1 FROM plans`.execute(test.deps.db);
  const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds: [order.id] });
  expect(answer.json()).toMatchObject({
    error: 'BAD_REQUEST',
    message: 'These orders need more than 10,000 labels. Please select fewer.',
  });
  expect(await orderRow(test, source, order.externalId)).toMatchObject({ status: 'ready' });
});
