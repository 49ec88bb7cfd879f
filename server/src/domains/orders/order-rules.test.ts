import type { OrderRuleBody, RuleTrialAnswer } from '@lading/contract/orders/order-rules.ts';
import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { describeMatch, describeWarning } from '@lading/contract/orders/rule-texts.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anOrder,
  aRecipient,
  BOX,
  makeSource,
  orderRow,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { days } from '../../platform/clock.ts';
import { removeRule } from '../order-rules/manage-rules.ts';
import { releaseDueOrders, releaseOrder } from './hold-order.ts';
import { recheckOrders } from './recheck-orders.ts';
import { showOrder } from './show-order.ts';
import { updateOrder } from './update-orders.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId);
});
afterAll(() => test.close());

const aRule = (name: string, changes: Partial<OrderRuleBody>) => ({ name, actions: [], ...changes });
const when = (
  ...conditions: OrderRuleBody['groups'][number]['conditions']
): Pick<OrderRuleBody, 'groups'> => ({
  groups: [{ match: 'all', conditions }],
});
const GIFT = when({ field: 'tag', op: 'is', values: ['gift'] });

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  by = shop,
) => {
  const answer = await call(test, by, method, url, body);
  return { status: answer.statusCode, ...answer.json() };
};
async function addRule(name: string, changes: Partial<OrderRuleBody>): Promise<string> {
  const answer = await send('POST', API.orderRules, { rule: aRule(name, changes) });
  expect(answer.status, JSON.stringify(answer)).toBe(201);
  return answer.id;
}
const addPackage = (body: object) =>
  send('POST', API.packages, { kind: 'box', lengthIn: 9, widthIn: 7, heightIn: 5, ...body });
async function saved(changes: Parameters<typeof anOrder>[0] = {}): Promise<string> {
  const order = anOrder(changes);
  await save(test, source, order);
  return (await orderRow(test, source, order.externalId)).id;
}
const details = async (id: string): Promise<OrderDetails> => (await send('GET', path(API.order, id))).order;
const patch = async (id: string, body: object): Promise<OrderDetails> =>
  (await send('PATCH', path(API.order, id), body)).order;
const recheck = () => recheckOrders(test.deps);

describe('rules', () => {
  it('prepare an order, explain it, and follow every change until a person decides', async () => {
    const { package: box } = await addPackage({ name: 'Gift box', emptyWeightOz: 6 });
    const gift = await addRule('Gifts', {
      ...GIFT,
      actions: [
        { kind: 'package', packageId: box.id },
        { kind: 'tag', tag: 'wrap' },
        { kind: 'add_weight', ounces: 1 },
      ],
    });
    await addRule('Heavy', {
      ...when({ field: 'weight', op: 'at_least', value: 30 }, { field: 'tag', op: 'is', values: ['WRAP'] }),
      actions: [
        { kind: 'signature', signature: 'adult' },
        { kind: 'insurance', insure: 'order_value' },
        { kind: 'service', choice: { kind: 'cheapest_within', days: 3 } },
      ],
    });
    const id = await saved({ tags: ['gift'] });
    const order = await details(id);
    expect(order).toMatchObject({
      status: 'ready',
      tags: ['wrap', 'gift'],
      tagsBy: { rule: ['wrap'], person: [] },
    });
    expect(order.preparation).toEqual({
      weightOz: 30.99,
      weightSetBy: 'rule',
      packagingOz: 6,
      parcel: { type: 'package', lengthIn: 9, widthIn: 7, heightIn: 5 },
      parcelSetBy: 'rule',
      packageId: box.id,
      packageName: 'Gift box',
      signature: 'adult',
      signatureSetBy: 'rule',
      insuranceCents: 2_900,
      insuranceSetBy: 'rule',
      service: { kind: 'cheapest_within', days: 3 },
      serviceSetBy: 'rule',
    });
    expect(order.ruleTrace.map(({ name, phase }) => [name, phase])).toEqual([
      ['Gifts', 'facts'],
      ['Heavy', 'choice'],
    ]);
    expect(order.ruleTrace[1]?.matched.map(describeMatch)).toEqual([
      'Weight 30.99 oz is at least 30 oz.',
      'Tag is wrap.',
    ]);

    const edited = await patch(id, { parcel: BOX, signature: 'none', weightOz: 40 });
    expect(edited.preparation).toMatchObject({
      weightOz: 40,
      parcel: BOX,
      parcelSetBy: 'person',
      signature: 'none',
    });
    expect(edited.preparation.packageId).toBeUndefined();
    expect(
      edited.ruleTrace.flatMap(({ actions }) => actions.map(({ value, outcome }) => [value.field, outcome])),
    ).toEqual([
      ['package', 'person'],
      ['tag', 'applied'],
      ['weight', 'person'],
      ['signature', 'person'],
      ['insurance', 'applied'],
      ['service', 'applied'],
    ]);

    const { version } = await send('GET', API.orderRules);
    await send('PATCH', path(API.orderRule, gift), { version, change: { enabled: false } });
    await recheck();
    expect(await details(id)).toMatchObject({
      tags: ['gift'],
      ruleTrace: [],
      preparation: { signature: 'none', weightSetBy: 'person' },
    });
    expect((await details(id)).preparation.insuranceCents).toBeUndefined();
  });

  it('hold an order until a person releases it, or its day comes, and not again', async () => {
    const hold = { kind: 'hold', reason: 'Check the address', days: 2 } as const;
    const rule = await addRule('Abroad', {
      ...when({ field: 'country', op: 'is_not', values: ['CA'] }),
      actions: [hold],
    });
    const [id, other] = [await saved(), await saved()];
    // Sessions end within a day, so the rest calls the use cases.
    const update = (order: string, body: object) => updateOrder(test.deps, shop, order, body);
    const show = (order: string) => showOrder(test.deps, shop, order);
    const held = await details(id);
    expect(held).toMatchObject({ status: 'held', hold: { reason: 'Check the address', isByRule: true } });
    test.clock.advance(days(1));
    expect((await update(id, { parcel: BOX })).hold?.until).toBe(held.hold?.until);
    await releaseOrder(test.deps, shop, id);
    expect(await update(id, { weightOz: 20 })).toMatchObject({ status: 'ready', hold: null });
    expect((await show(id)).ruleTrace[0]?.actions[0]?.outcome).toBe('released');
    test.clock.advance(days(2));
    await releaseDueOrders(test.deps);
    expect(await update(other, { parcel: BOX })).toMatchObject({ status: 'ready', hold: null });

    const third = await saved();
    expect((await show(third)).status).toBe('held');
    await removeRule(test.deps, shop, rule);
    await recheck();
    expect((await show(third)).hold).toBeNull();
  });

  it('are saved in order, and reject bad changes with a field error and outdated ones with a conflict', async () => {
    const [a, b] = [await addRule('A', { stop: true }), await addRule('B', { stop: true })];
    const { version } = await send('GET', API.orderRules);
    const reordered = await send('PUT', API.orderRules, { version, ids: [b, a] });
    expect(reordered.rules.map(({ name }: { name: string }) => name)).toEqual(['B', 'A']);
    expect(await send('PUT', API.orderRules, { version, ids: [a, b] })).toMatchObject({
      status: 409,
      error: 'ORDER_RULES_CHANGED',
    });
    const current = reordered.version;
    const fieldOf = async (body: object) =>
      (await send('POST', API.orderRules, { rule: body })).fields?.[0]?.path;
    expect(await fieldOf(aRule('C', {}))).toBe('rule.actions');
    expect(await fieldOf(aRule('a', { stop: true }))).toBe('rule.name');
    const noPackage = { kind: 'package', packageId: 'nothing' } as const;
    expect(await fieldOf(aRule('C', { actions: [noPackage] }))).toBe('rule.actions.0.packageId');
    const foreign = (await makeSource(test, (await makeShop(test)).userId)).id;
    const ofOthers = when({ field: 'source', op: 'is', values: [foreign] });
    expect(await fieldOf(aRule('C', { ...ofOthers, stop: true }))).toBe('rule.groups.0.conditions.0.values');
    expect((await send('PUT', API.orderRules, { version: current, ids: [b] })).fields[0].path).toBe('ids');
    const change = { version: current, change: { stop: false } };
    expect((await send('PATCH', path(API.orderRule, a), change)).fields[0].path).toBe('change.actions');
    const stranger = await makeShop(test);
    expect((await send('PATCH', path(API.orderRule, a), { version: 0, change: {} }, stranger)).status).toBe(
      404,
    );
    expect(await send('GET', API.orderRules, undefined, stranger)).toMatchObject({ version: 0, rules: [] });
    expect(await send('GET', API.orderRules)).toMatchObject({ version: current });
  });
});

describe('packages', () => {
  it('are the default where nothing else sets one, and cannot be deleted while a rule uses them', async () => {
    const { package: first } = await addPackage({ name: 'Box', isDefault: true, emptyWeightOz: 3 });
    const { package: second, version } = await addPackage({
      name: 'Mailer',
      kind: 'envelope',
      isDefault: true,
    });
    expect(second).toMatchObject({ lengthIn: 12, widthIn: 9, heightIn: 0.25 });
    const listed = await send('GET', API.packages);
    expect(listed.packages.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([false, true]);
    expect(listed.presets).toHaveLength(49);
    expect((await addPackage({ name: 'box' })).fields[0].path).toBe('name');
    const update = { version, change: { isDefault: true } };
    expect((await send('PATCH', path(API.package, first.id), update)).package.isDefault).toBe(true);
    expect((await send('PATCH', path(API.package, first.id), update)).error).toBe('PACKAGES_CHANGED');

    const id = await saved();
    expect(await details(id)).toMatchObject({
      status: 'ready',
      preparation: { weightOz: 26.99, weightSetBy: 'shop', packageName: 'Box', parcelSetBy: 'default' },
    });
    expect((await patch(id, { packageId: 'usps_small_flat_rate_box' })).preparation).toMatchObject({
      weightOz: 23.99,
      packageName: 'Small Flat Rate Box',
      parcelSetBy: 'person',
    });
    expect((await send('PATCH', path(API.order, id), { packageId: 'nothing' })).error).toBe(
      'PACKAGE_NOT_FOUND',
    );
    const rule = await addRule('Boxed', { actions: [{ kind: 'package', packageId: first.id }] });
    expect((await send('DELETE', path(API.package, first.id))).error).toBe('PACKAGE_USED');
    await send('DELETE', path(API.orderRule, rule));
    expect((await send('DELETE', path(API.package, first.id))).deleted).toBe(true);
  });
});

describe('a package that is saved in the profile', () => {
  it('is used by rules and orders, which follow its size, and is not deleted while a rule uses it', async () => {
    const crate = { nickname: 'Crate', type: 'package', length: 20, width: 16, height: 12, weight: 9 };
    const { parcel } = await send('POST', API.savedParcels, crate);
    await send('POST', API.savedParcels, { ...crate, nickname: 'Container', length: 240 });
    const rule = await addRule('Crates', { ...GIFT, actions: [{ kind: 'package', packageId: parcel.id }] });
    expect((await send('GET', API.packages)).saved).toEqual([
      {
        id: parcel.id,
        name: 'Crate',
        type: 'package',
        lengthIn: 20,
        widthIn: 16,
        heightIn: 12,
        usedByRules: 1,
      },
    ]);

    const [byRule, byHand] = [await saved({ tags: ['gift'] }), await saved()];
    // The saved weight is that of a full parcel.
    expect((await details(byRule)).preparation).toMatchObject({
      packageName: 'Crate',
      parcelSetBy: 'rule',
      weightOz: 23.99,
    });
    expect((await patch(byHand, { packageId: parcel.id })).preparation.parcel?.lengthIn).toBe(20);
    await send('PUT', path(API.savedParcel, parcel.id), { ...crate, length: 22 });
    await recheck();
    for (const id of [byRule, byHand]) expect((await details(id)).preparation.parcel?.lengthIn, id).toBe(22);

    expect(await send('DELETE', path(API.savedParcel, parcel.id))).toMatchObject({
      status: 409,
      error: 'PACKAGE_USED',
    });
    const stranger = await makeShop(test);
    const foreign = { rule: aRule('Foreign', { actions: [{ kind: 'package', packageId: parcel.id }] }) };
    expect((await send('POST', API.orderRules, foreign, stranger)).fields[0].path).toBe(
      'rule.actions.0.packageId',
    );
    await send('DELETE', path(API.orderRule, rule));
    expect((await send('DELETE', path(API.savedParcel, parcel.id))).deleted).toBe(true);
    expect((await send('GET', API.packages)).saved).toEqual([]);
  });
});

describe('a trial', () => {
  it('compares a draft with the saved rules on the last orders, names conflicts, and saves nothing', async () => {
    await addRule('All signed', { actions: [{ kind: 'signature', signature: 'standard' }] });
    const abroad = await saved({
      recipient: aRecipient({ country: 'CA', region: 'Ontario', postcode: 'K1A 0B1' }),
    });
    const home = await saved({ shippingMethod: { text: 'Express', code: 'x' } });
    const before = [await details(abroad), await details(home)];
    const draft = {
      enabled: true,
      match: 'all',
      stop: true,
      ...when(
        { field: 'region', op: 'is', values: ['on'] },
        { field: 'international', op: 'is', value: true },
      ),
    };
    const rule = { ...draft, name: 'Ontario', actions: [{ kind: 'signature', signature: 'adult' }] };
    const answer: RuleTrialAnswer = await send('POST', API.orderRuleTrial, { rule });
    expect(answer).toMatchObject({ orders: 2, changed: 1 });
    expect(answer.differences[0]).toMatchObject({
      orderId: abroad,
      changes: [
        {
          field: 'signature',
          before: [{ field: 'signature', signature: 'standard' }],
          after: [{ field: 'signature', signature: 'adult' }],
        },
      ],
    });
    expect(answer.warnings.map(describeWarning)).toEqual([
      '“All signed” and “Ontario” both set the signature of 1 recent order. The later rule wins.',
    ]);
    const after = {
      ...rule,
      name: 'Later',
      groups: [...rule.groups, ...when({ field: 'pieces', op: 'at_least', value: 9 }).groups],
    };
    const whole: RuleTrialAnswer = await send('POST', API.orderRuleTrial, { rules: [rule, after] });
    expect(whole.warnings.map(({ code, rule: { name }, other }) => [code, name, other?.name])).toEqual([
      ['unreachable', 'Later', 'Ontario'],
    ]);
    expect(whole.rules.map(({ matched }) => matched)).toEqual([1, 0]);
    expect([await details(abroad), await details(home)]).toEqual(before);
    expect((await send('GET', API.orderRules)).rules).toHaveLength(1);
    expect(await send('GET', API.orderRuleWarnings)).toMatchObject({ orders: 2, warnings: [] });
    expect(
      (
        await send('POST', API.orderRuleTrial, {
          rule: { ...rule, actions: [{ kind: 'package', packageId: 'x' }] },
        })
      ).status,
    ).toBe(400);
  });
});
