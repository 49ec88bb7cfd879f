import { MAX_ORDER_VIEWS, type OrderViewsAnswer } from '@lading/contract/orders/order-views.ts';
import type { RuleServicesAnswer } from '@lading/contract/orders/rule-services.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
import { call, makeShop } from '../../../test/shipping.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('up to twenty views of the inbox are saved by name, and only their client sees them', async () => {
  const shop = await makeShop(test);
  const other = await makeShop(test);
  const save = (name: string, filters: object = {}) =>
    call(test, shop, 'POST', API.orderViews, { name, filters });
  const list = async (owner = shop): Promise<OrderViewsAnswer> =>
    (await call(test, owner, 'GET', API.orderViews)).json();

  const saved = await save('Mugs', { view: 'all', search: ' mug ', country: 'CA' });
  expect(saved.statusCode).toBe(201);
  const view = { name: 'Mugs', filters: { view: 'all', search: 'mug', country: 'CA' } };
  expect(saved.json()).toMatchObject({ views: [view] });
  const again = await save(' MUGS ');
  expect(again.statusCode).toBe(400);
  expect(again.json()).toMatchObject({ fields: [{ path: 'name' }] });
  expect((await save('Bad', { view: 'nowhere' })).statusCode).toBe(400);
  expect(await list(other)).toEqual({ views: [] });

  for (let n = 1; n < MAX_ORDER_VIEWS; n += 1) await save(`View ${n}`);
  expect((await save('One more')).json()).toMatchObject({ error: 'LIMIT_REACHED' });
  const [first] = (await list()).views;
  const remove = (owner: typeof shop) => call(test, owner, 'DELETE', path(API.orderView, first?.id ?? ''));
  await remove(other);
  expect((await list()).views).toHaveLength(MAX_ORDER_VIEWS);
  await remove(shop);
  expect((await remove(shop)).statusCode).toBe(200);
  expect((await list()).views).toHaveLength(MAX_ORDER_VIEWS - 1);
});

it('rules can name the services of the label provider', async () => {
  const shop = await makeShop(test);
  const { services }: RuleServicesAnswer = (await call(test, shop, 'GET', API.orderRuleServices)).json();
  expect(services).toEqual(
    expect.arrayContaining([expect.objectContaining({ carrier: 'USPS', code: 'usps_priority' })]),
  );
});
