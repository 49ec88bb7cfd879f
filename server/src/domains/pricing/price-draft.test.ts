import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { makeOperator } from '../../../test/operator.ts';
import { aRule, priceRules, publish, putDraft, saveDraft } from '../../../test/price-rules.ts';
import { call, makeShop, ratesFor, type Shop } from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';

let test: TestApp;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
});
afterAll(() => test.close());

const addGroup = (name: string, clients: readonly string[] = []) =>
  call(test, operator, 'POST', API.adminClientGroups, { name, clients });
const putGroup = (id: string, name: string, clients: readonly string[]) =>
  call(test, operator, 'PUT', path(API.adminClientGroup, { id }), { name, clients });
const deleteGroup = (id: string) => call(test, operator, 'DELETE', path(API.adminClientGroup, { id }));

describe('drafts of price rules', { shuffle: false }, () => {
  describe('the draft', () => {
    it('is saved by one person at a time', async () => {
      const first = await saveDraft(test, operator, [aRule()]);
      const answers = await Promise.all(
        ['Left', 'Right'].map((name) => putDraft(test, operator, first.revision, [aRule({ name })])),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toBe('PRICE_DRAFT_CHANGED');
      expect((await putDraft(test, operator, null, [])).json().error).toBe('PRICE_DRAFT_CHANGED');
      const { draft } = await priceRules(test, operator);
      const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().draft;
      expect(draft).toEqual(winner);
    });

    it('cannot be published or discarded by someone who has not seen its last change', async () => {
      const { revision } = await saveDraft(test, operator, [aRule()]);
      const old = { revision: newId(), from: null };
      const published = await call(test, operator, 'POST', API.adminPublishPriceDraft, old);
      expect(published.json().error).toBe('PRICE_DRAFT_CHANGED');
      const discard = (given: string) =>
        call(test, operator, 'DELETE', `${API.adminPriceDraft}?revision=${given}`);
      expect((await discard(old.revision)).json().error).toBe('PRICE_DRAFT_CHANGED');
      expect((await discard(revision)).json()).toEqual({ discarded: true });
      expect((await discard(revision)).json().error).toBe('PRICE_DRAFT_NOT_FOUND');
      expect(await priceRules(test, operator)).toMatchObject({ draft: null, active: null, versions: [] });
    });

    it('is published once, even if two people publish it', async () => {
      const { revision } = await saveDraft(test, operator, [aRule()]);
      const send = () => call(test, operator, 'POST', API.adminPublishPriceDraft, { revision, from: null });
      const answers = await Promise.all([send(), send()]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 404]);
      expect((await priceRules(test, operator)).versions.map(({ number }) => number)).toEqual([1]);
    });

    it('returns a field error for each problem and changes nothing', async () => {
      const { revision } = await saveDraft(test, operator, [aRule()]);
      const staff = await makeUser(test, { role: 'admin' });
      const answer = await putDraft(test, operator, revision, [
        aRule({ name: 'One' }),
        aRule({ name: 'Two', conditions: { clients: [staff.id] } }),
        aRule({ name: 'Three', conditions: { groups: [newId()] } }),
      ]);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields.map((field: { path: string }) => field.path)).toEqual([
        'rules.1.conditions.clients',
        'rules.2.conditions.groups',
      ]);
      const wrong = await putDraft(test, operator, revision, [aRule({ effect: { percent: -101 } })]);
      expect(wrong.json().fields[0].path).toBe('rules.0.effect.percent');
      expect((await priceRules(test, operator)).draft?.revision).toBe(revision);
    });
  });

  describe('a client group', () => {
    it('has members, whose prices follow the rules for the group immediately', async () => {
      const shop = await makeShop(test);
      const { group } = (await addGroup('Wholesale')).json();
      await publish(test, operator, [
        aRule({ name: 'Wholesale', conditions: { groups: [group.id] }, effect: { flat: 7 } }),
      ]);
      const [before] = await ratesFor(test, shop);
      expect((await putGroup(group.id, 'Wholesale', [shop.userId])).json().group.members).toMatchObject([
        { id: shop.userId },
      ]);
      const [after] = await ratesFor(test, shop);
      expect(Math.round(((after?.amount ?? 0) - (before?.amount ?? 0)) * 100)).toBe(700);
      await putGroup(group.id, 'Wholesale', []);
      expect((await ratesFor(test, shop))[0]?.amount).toBe(before?.amount);
    });

    it('needs its own name and existing clients', async () => {
      const { group } = (await addGroup('Gold')).json();
      const taken = await addGroup('GOLD');
      expect([taken.statusCode, taken.json().fields]).toEqual([
        409,
        [{ path: 'name', message: 'Another group has this name.' }],
      ]);
      const other = (await addGroup('Silver')).json().group;
      expect((await putGroup(other.id, 'gold', [])).json().error).toBe('CLIENT_GROUP_EXISTS');
      expect((await putGroup(group.id, 'gold', [])).json().group.name).toBe('gold');
      expect((await putGroup(group.id, 'Gold', [newId()])).json().fields[0].path).toBe('clients');
      expect((await putGroup(newId(), 'New', [])).json().error).toBe('CLIENT_GROUP_NOT_FOUND');
    });

    it('loses a client that is deleted, and rules for that client must be changed', async () => {
      const { id } = await makeUser(test);
      const { group } = (await addGroup('Iron', [id])).json();
      const rules = [aRule({ conditions: { clients: [id] } })];
      const { revision } = await saveDraft(test, operator, rules);
      const deleted = await call(test, operator, 'DELETE', path(API.adminClient, { id }), {
        confirmPermanentDelete: true,
      });
      expect(deleted.statusCode, deleted.body).toBe(200);
      const { groups, clients } = await priceRules(test, operator);
      expect(groups.find((one) => one.id === group.id)?.members).toEqual([]);
      expect(clients).toEqual([]);
      expect((await putDraft(test, operator, revision, rules)).json().fields).toEqual([
        {
          path: 'rules.0.conditions.clients',
          message: 'A client of this rule no longer exists. Please remove it.',
        },
      ]);
      await saveDraft(test, operator, []);
    });

    it('is deleted only if no rule in force, scheduled or in the draft uses it', async () => {
      const { group } = (await addGroup('Bronze')).json();
      await saveDraft(test, operator, [aRule({ conditions: { groups: [group.id] } })]);
      expect((await deleteGroup(group.id)).json().error).toBe('CLIENT_GROUP_USED');
      await publish(test, operator, [aRule({ conditions: { groups: [group.id] } })]);
      expect((await deleteGroup(group.id)).json().error).toBe('CLIENT_GROUP_USED');
      const old = (await priceRules(test, operator)).active?.version.number ?? 0;
      await publish(test, operator, []);
      expect((await deleteGroup(group.id)).json()).toEqual({ deleted: true });
      expect((await deleteGroup(group.id)).json().error).toBe('CLIENT_GROUP_NOT_FOUND');
      const again = await call(test, operator, 'POST', path(API.adminPublishPriceVersion, { number: old }), {
        from: null,
      });
      expect(again.json().message).toBe('A group of this rule no longer exists. Please remove it.');
    });
  });
});
