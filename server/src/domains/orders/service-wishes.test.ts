import type { OrderRuleBody } from '@lading/contract/orders/order-rules.ts';
import { describeUnmet } from '@lading/contract/orders/rule-texts.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { act, rowOfBatch, rowsOfBatch, work } from '../../../test/bulk.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  aRecipient,
  makeSource,
  orderRow,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { days } from '../../platform/clock.ts';
import { addPackage } from '../order-rules/manage-packages.ts';
import { addRule } from '../order-rules/manage-rules.ts';
import type { OrderRuleDeps } from '../order-rules/order-rules.deps.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId);
  const box = { kind: 'box', lengthIn: 9, widthIn: 7, heightIn: 5, emptyWeightOz: 0 } as const;
  await addPackage(test.deps, shop, { name: 'Box', isDefault: true, ...box });
  await choose('FAST', { kind: 'fastest' });
  await choose('NAMED', { kind: 'service', carrier: 'USPS', service: 'usps_priority' });
});
afterAll(() => test.close());

/** A rule for orders with this SKU only. */
const forSku = (sku: string, action: OrderRuleBody['actions'][number], deps: OrderRuleDeps = test.deps) =>
  addRule(deps, shop, {
    rule: {
      name: sku,
      enabled: true,
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'sku', op: 'is', lines: 'all', values: [sku] }] }],
      actions: [action],
      stop: false,
    },
  });
const choose = (sku: string, choice: ServiceChoice) => forSku(sku, { kind: 'service', choice });
async function saved(sku: string, changes: Parameters<typeof anOrder>[0] = {}): Promise<string> {
  const order = anOrder({ items: [anItem({ sku })], ...changes });
  await save(test, source, order);
  return (await orderRow(test, source, order.externalId)).id;
}
const rowsOf = (batchId: string) => rowsOfBatch(test, shop, batchId);
async function rate(batchId: string, body: object = {}): Promise<void> {
  await work(test);
  await act(test, shop, API.batchRates, batchId, body);
  await work(test);
}
const SAME_BUYER = { recipient: aRecipient({ name: 'Noor Haddad' }) };

it('a batch of orders selects the service of the rules, and says why none fits', async () => {
  await choose('CHEAP', { kind: 'cheapest', maxCents: 1 });
  const mediaMail = { kind: 'service', carrier: 'USPS', service: 'usps_media_mail' } as const;
  await expect(choose('GONE', mediaMail)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: [{ path: 'rule.actions.0.choice.service' }],
  });
  // From a time when the label provider had this service.
  const services = () => [
    { code: 'usps_media_mail', carrier: 'USPS' as const, name: 'Media Mail', international: false },
  ];
  await forSku('GONE', { kind: 'service', choice: mediaMail }, { ...test.deps, labelProvider: { services } });
  await choose('PROMISED', { kind: 'cheapest_by_promise' });
  await forSku('FLAT', { kind: 'package', packageId: 'usps_medium_flat_rate_box_1' });
  const yesterday = new Date(test.clock.now().getTime() - days(1));
  const orderIds = [
    await saved('FAST'),
    await saved('NAMED'),
    await saved('CHEAP'),
    await saved('GONE'),
    await saved('PROMISED', { deliverBy: yesterday }),
    await saved('FLAT'),
    await saved('OTHER'),
  ];
  const { batchId } = (await call(test, shop, 'POST', API.ordersShip, { orderIds })).json();
  await rate(batchId);
  const rows = await rowsOf(batchId);
  expect(rows.map(({ wish, status }) => [wish?.unmet, status])).toEqual([
    [null, 'rate_selected'],
    [null, 'rate_selected'],
    ['too_expensive', 'rates_loaded'],
    ['not_offered', 'rates_loaded'],
    ['too_slow', 'rates_loaded'],
    [null, 'rate_selected'],
    [undefined, 'rate_selected'],
  ]);
  expect(rows[0]?.rate?.estimatedDays).toBe(1);
  expect([rows[1], rows[5]].map((row) => row?.rate?.serviceName)).toEqual(['Priority Mail', 'Priority Mail']);
  expect(describeUnmet(rows[2]?.wish?.unmet ?? '')).toMatch(/maximum price/);

  // A person's choice survives new rates, and an unmet wish stays unmet.
  const [cheapest] = (await rowOfBatch(test, shop, batchId, 3)).rates;
  const choices = [{ number: 3, rateId: cheapest?.objectId }];
  await act(test, shop, API.batchChoices, batchId, { choices }, 'PUT');
  await rate(batchId, { numbers: [1, 3, 4] });
  const again = await rowsOf(batchId);
  expect(again[2]).toMatchObject({
    status: 'rate_selected',
    rate: { chosenBy: 'hand' },
    wish: { unmet: null },
  });
  expect([again[0]?.rate?.chosenBy, again[3]?.wish?.unmet]).toEqual(['wish', 'not_offered']);
});

it('an order ships with the service that a person chose, and rules do not change it', async () => {
  const priority = { kind: 'service', carrier: 'USPS', service: 'usps_priority' } as const;
  const [chosen, combined, leftToRules] = [
    await saved('FAST'),
    await saved('FAST', SAME_BUYER),
    await saved('FAST'),
  ];
  const partner = await saved('NAMED', SAME_BUYER);
  const change = (body: object, as = shop) => call(test, as, 'PATCH', API.orders, body);
  const show = async (id: string) => (await call(test, shop, 'GET', path(API.order, { id }))).json().order;

  const orderIds = [chosen, combined, leftToRules];
  expect((await change({ orderIds, change: { service: priority } })).json()).toEqual({ changed: 3 });
  await change({ orderIds: [combined], change: { service: { kind: 'cheapest', carriers: ['UPS'] } } });
  await change({ orderIds: [leftToRules], change: { service: null } });
  expect(await show(chosen)).toMatchObject({
    preparation: { service: priority, serviceSetBy: 'person' },
    ruleTrace: [{ name: 'FAST', actions: [{ outcome: 'person' }] }],
  });
  expect(await show(leftToRules)).toMatchObject({
    preparation: { service: { kind: 'fastest' }, serviceSetBy: 'rule' },
  });

  const unknown = { kind: 'service', carrier: 'UPS', service: 'usps_priority' };
  expect((await change({ orderIds: [chosen], change: { service: unknown } })).json()).toMatchObject({
    error: 'VALIDATION_FAILED',
    fields: [{ path: 'change.service.service' }],
  });
  const one = path(API.order, { id: chosen });
  expect((await call(test, shop, 'PATCH', one, { service: unknown })).json().fields[0].path).toBe(
    'service.service',
  );
  const stranger = await makeShop(test);
  expect((await change({ orderIds: [chosen], change: { service: null } }, stranger)).statusCode).toBe(404);

  await call(test, shop, 'POST', API.ordersCombine, { orderIds: [combined, partner] });
  const { batchId } = (
    await call(test, shop, 'POST', API.ordersShip, { orderIds: [chosen, combined, partner, leftToRules] })
  ).json();
  await rate(batchId);
  const rows = await rowsOf(batchId);
  // The partner's rule asks for USPS, but a person chose UPS for the parcel.
  expect(rows.map(({ rate: selected }) => [selected?.carrier, selected?.serviceName])).toEqual([
    ['USPS', 'Priority Mail'],
    ['UPS', 'Ground'],
    ['FedEx', 'Standard Overnight'],
  ]);
  expect((await change({ orderIds: [chosen], change: { service: null } })).statusCode).toBe(409);
});
