import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { boughtLabel, makeShop } from '../../../test/shipping.ts';
import type { Actor } from '../../platform/actor.ts';
import { getShipmentDetails } from './operator/get-shipment-details.ts';
import { showHistory } from './show-history.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

describe('the delivery date of a shipment', () => {
  it('is a day of the operator’s time zone', async () => {
    const shop = await makeShop(test);
    const { transactionId: id } = await boughtLabel(test, shop);
    await test.deps.db
      .updateTable('shipments')
      .set({ state: 'delivered', delivered_at: new Date('2026-11-17T02:30:00Z') })
      .where('id', '=', id)
      .execute();
    const deps = { ...test.deps, timeZone: 'America/Los_Angeles' };
    const { shipments } = await showHistory(deps, shop, {});
    const { userId } = await makeOperator(test);
    const actor: Actor = { userId, role: 'admin', ip: null, requestId: null };
    const { shipment } = await getShipmentDetails(deps, actor, id);
    expect([shipments[0]?.delivery_date, shipment.deliveryDate]).toEqual(['2026-11-16', '2026-11-16']);
  });
});
