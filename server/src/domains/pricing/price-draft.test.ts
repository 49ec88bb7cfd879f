import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { makeOperator } from '../../../test/operator.ts';
import { aRule, priceRules, publish, publishAgain, putDraft, saveDraft } from '../../../test/price-rules.ts';
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
const putGroup = (id: string, name: string, clients: readonly string[], revision?: string) =>
  call(test, operator, 'PUT', path(API.adminClientGroup, { id }), { name, clients, revision });
const deleteClient = async (id: string) => {
  const answer = await call(test, operator, 'DELETE', path(API.adminClient, { id }), {
    confirmPermanentDelete: true,
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
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

  describe('a deleted client', () => {
    const publishDraft = (revision: string) =>
      call(test, operator, 'POST', API.adminPublishPriceDraft, { revision, from: null });

    it('is removed from one rule at a time, and before the draft is published', async () => {
      const { id } = await makeUser(test);
      const forClient = (name: string, clients = [id]) => aRule({ name, conditions: { clients } });
      const { number } = await publish(test, operator, [forClient('One'), forClient('Two')]);
      await deleteClient(id);
      const { active, clients } = await priceRules(test, operator);
      expect(clients).toEqual([]);
      const { revision } = await saveDraft(test, operator, active?.rules ?? []);
      const half = [forClient('One', []), forClient('Two')];
      const saved = (await putDraft(test, operator, revision, half)).json().draft;
      const refused = await publishDraft(saved.revision);
      expect([refused.statusCode, refused.json().fields]).toEqual([
        400,
        [
          {
            path: 'rules.1.conditions.clients',
            message:
              'Rule 2 “Two” names a client that no longer exists. Please remove that client from the rule.',
          },
        ],
      ]);
      const fixed = await saveDraft(test, operator, [forClient('One', []), forClient('Two', [])]);
      expect((await publishDraft(fixed.revision)).statusCode).toBe(201);
      const again = await publishAgain(test, operator, number);
      expect([again.statusCode, again.json().message]).toEqual([
        400,
        'Rule 1 “One” names a client that no longer exists, so this version cannot be published again. Please edit the current rules and publish them instead.',
      ]);
    });

    it('cannot be added to a rule', async () => {
      const { id } = await makeUser(test);
      await deleteClient(id);
      const { revision } = await saveDraft(test, operator, []);
      const answer = await putDraft(test, operator, revision, [aRule({ conditions: { clients: [id] } })]);
      expect(answer.json().fields).toMatchObject([{ path: 'rules.0.conditions.clients' }]);
    });

    it('stays in a draft that names it until someone removes it', async () => {
      const { id } = await makeUser(test);
      const rules = [aRule({ conditions: { clients: [id] } })];
      const { revision } = await saveDraft(test, operator, rules);
      await deleteClient(id);
      expect((await putDraft(test, operator, revision, rules)).statusCode).toBe(200);
      await saveDraft(test, operator, []);
      const answer = await saveDraft(test, operator, []);
      expect((await putDraft(test, operator, answer.revision, rules)).statusCode).toBe(400);
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

    it('is saved by one person at a time', async () => {
      const clients = await Promise.all([makeUser(test), makeUser(test)]);
      const { group } = (await addGroup('Zinc')).json();
      const answers = await Promise.all(
        clients.map(({ id }) => putGroup(group.id, 'Zinc', [id], group.revision)),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toBe('CLIENT_GROUP_CHANGED');
      const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().group;
      const { groups } = await priceRules(test, operator);
      expect(groups.find(({ id }) => id === group.id)).toEqual(winner);
      expect((await putGroup(group.id, 'Tin', [], winner.revision)).statusCode).toBe(200);
      // A rename is a change too.
      expect((await putGroup(group.id, 'Lead', [], group.revision)).statusCode).toBe(409);
    });

    it('is changed without a revision by programs that do not know it', async () => {
      const { id } = await makeUser(test);
      const { group } = (await addGroup('Nickel')).json();
      await putGroup(group.id, 'Nickel', [id]);
      expect((await putGroup(group.id, 'Nickel', [])).json().group).toEqual(group);
    });

    it('loses a client that is deleted', async () => {
      const { id } = await makeUser(test);
      const { group } = (await addGroup('Iron', [id])).json();
      await deleteClient(id);
      const { groups } = await priceRules(test, operator);
      expect(groups.find((one) => one.id === group.id)?.members).toEqual([]);
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
      const again = await publishAgain(test, operator, old);
      expect(again.json().message).toBe(
        'Rule 1 “A rule” names a group that no longer exists, so this version cannot be published again. Please edit the current rules and publish them instead.',
      );
    });
  });
});
