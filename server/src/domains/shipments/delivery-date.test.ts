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

  it('sorts the history by the day that is shown', async () => {
    const shop = await makeShop(test);
    const promised = ['2026-11-20', '2026-11-18', null, '2026-11-19'];
    const delivered = ['2026-11-17T15:00:00Z', '2026-11-21T15:00:00Z', null, null];
    for (const [index, delivery_date] of promised.entries()) {
      const { transactionId } = await boughtLabel(test, shop);
      const at = delivered[index];
      await test.deps.db
        .updateTable('shipments')
        .set({ delivery_date, ...(at && { state: 'delivered' as const, delivered_at: new Date(at) }) })
        .where('id', '=', transactionId)
        .execute();
    }
    const sorted = async (sortOrder: 'ASC' | 'DESC') =>
      (await showHistory(test.deps, shop, { sortBy: 'delivery_date', sortOrder })).shipments.map(
        ({ delivery_date }) => delivery_date,
      );
    expect(await sorted('ASC')).toEqual(['2026-11-17', '2026-11-19', '2026-11-21', null]);
    expect(await sorted('DESC')).toEqual(['2026-11-21', '2026-11-19', '2026-11-17', null]);
  });
});
