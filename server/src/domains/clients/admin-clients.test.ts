import type { AdminClient, AdminClientsAnswer } from '@lading/contract/admin-clients.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser } from '../../../test/factories.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { foldTotals } from '../analytics/fold-totals.ts';

let test: TestApp;
let admin: Shop;
let people: Record<'ada' | 'bo' | 'chi' | 'percent', string>;

beforeAll(async () => {
  test = await buildTestApp();
  const add = async (name: string, email: string, facts: Parameters<typeof makeUser>[1] = {}) => {
    test.clock.advance(minutes(1));
    return (await makeUser(test, { name, email, ...facts })).id;
  };
  const user = await makeUser(test, { role: 'admin', name: 'Ada Admin', email: 'ada@lading.example' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
  people = {
    ada: await add('Ada Park', 'ada@shop.example'),
    bo: await add('Bo Lindström', 'office@adapters.example', { status: 'suspended' }),
    chi: await add('Chi Nguyen', 'chi_n@shop.example', { status: 'inactive' }),
    percent: await add('100% Cotton', 'cotton@shop.example'),
  };
});
afterAll(() => test.close());

const get = (query = '', shop = admin) => call(test, shop, 'GET', `${API.adminClients}${query}`);
const list = async (query = ''): Promise<AdminClientsAnswer> => {
  const answer = await get(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const namesOf = ({ users }: AdminClientsAnswer) => users.map(({ fullName }) => fullName);
const pathOf = (id: string) => API.adminClient.replace(':id', id);
const one = async (id: string): Promise<AdminClient> =>
  (await call(test, admin, 'GET', pathOf(id))).json().user;
const viewed = async (type: string) =>
  (
    await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('event_type', '=', type)
      .orderBy('seq')
      .execute()
  ).map(({ details }) => details);

describe('the clients of an operator', { shuffle: false }, () => {
  describe('GET /api/admin/clients', () => {
    it('lists every client and no admin, newest first', async () => {
      const all = await list();
      expect(namesOf(all)).toEqual(['100% Cotton', 'Chi Nguyen', 'Bo Lindström', 'Ada Park']);
      expect(all.totalClients).toBe(4);
      expect(all.pagination).toMatchObject({ totalRecords: 4, currentPage: 1, totalPages: 1 });
      expect(all.users.at(-1)).toEqual({
        userId: people.ada,
        fullName: 'Ada Park',
        email: 'ada@shop.example',
        phone: null,
        defaultAddress: null,
        status: 'active',
        totalShipments: 0,
        revenue: 0,
        revenueBefore: 0,
        atRisk: false,
        lastActive: null,
        commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 0 },
      });
    });

    it.each([
      ['ada', ['Bo Lindström', 'Ada Park']],
      ['ADA PARK', ['Ada Park']],
      ['LINDSTRÖM', ['Bo Lindström']],
      ['Shop.Example', ['100% Cotton', 'Chi Nguyen', 'Ada Park']],
      ['%', ['100% Cotton']],
      ['_', ['Chi Nguyen']],
      ['\\', []],
      ["' OR 1=1 --", []],
      ['  park ', ['Ada Park']],
      ['', ['100% Cotton', 'Chi Nguyen', 'Bo Lindström', 'Ada Park']],
    ])('finds %j literally (AZ12)', async (text, names) => {
      const found = await list(`?search=${encodeURIComponent(text)}`);
      expect(namesOf(found)).toEqual(names);
      expect(found.pagination.totalRecords).toBe(names.length);
      expect(found.totalClients).toBe(4);
    });

    it.each([
      ['active', ['100% Cotton', 'Ada Park']],
      ['suspended', ['Bo Lindström']],
      ['inactive', ['Chi Nguyen']],
      ['', ['100% Cotton', 'Chi Nguyen', 'Bo Lindström', 'Ada Park']],
    ])('filters by status %j', async (status, names) => {
      expect(namesOf(await list(`?status=${status}`))).toEqual(names);
    });

    it('returns each client on exactly one page, and an empty page after the last', async () => {
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(await list(`?limit=2&page=${page}`));
      expect(pages.map(namesOf)).toEqual([['100% Cotton', 'Chi Nguyen'], ['Bo Lindström', 'Ada Park'], []]);
      expect(pages.map(({ pagination }) => [pagination.totalPages, pagination.hasNextPage])).toEqual([
        [2, true],
        [2, false],
        [2, false],
      ]);
      const both = await list('?search=ada&status=active&limit=1');
      expect([namesOf(both), both.pagination.totalRecords]).toEqual([['Ada Park'], 1]);
    });

    it.each(['?status=deleted', '?page=0', '?limit=x', `?search=${'x'.repeat(201)}`, '?search=%00'])(
      'rejects %s',
      async (query) => {
        expect((await get(query)).statusCode).toBe(400);
      },
    );

    it('counts shipments before and after the totals are updated', async () => {
      const shop = await makeShop(test);
      await boughtLabel(test, shop);
      await boughtLabel(test, shop);
      expect((await one(shop.userId)).totalShipments).toBe(2);
      await foldTotals(test.deps);
      expect((await one(shop.userId)).totalShipments).toBe(2);
      await boughtLabel(test, shop);
      const listed = (await list()).users.find(({ userId }) => userId === shop.userId);
      expect(listed?.totalShipments).toBe(3);
      expect(listed?.lastActive).toBe(test.clock.now().toISOString());
    });

    it('shows the commission in effect, and the address in the format of the form', async () => {
      await test.deps.db.updateTable('global_pricing').set({ markup_value: 1250 }).execute();
      await test.deps.db
        .insertInto('client_pricing')
        .values({ user_id: people.ada, markup_type: 'flat_rate', markup_value: 50, updated_at: new Date() })
        .execute();
      const stored = {
        address: '1 Main St',
        suite: '4',
        city: 'Toronto',
        state: 'ON',
        zipCode: 'M5V 1A1',
        country: 'CA',
      };
      await test.deps.db
        .insertInto('client_profiles')
        .values({ user_id: people.ada, default_address: JSON.stringify(stored), updated_at: new Date() })
        .execute();
      const { address: street, ...place } = stored;
      expect(await one(people.ada)).toMatchObject({
        commission: { usesGlobal: false, markupType: 'flat_rate', markupAmount: 0.5 },
        defaultAddress: { street, ...place },
      });
      expect((await one(people.bo)).commission).toEqual({
        usesGlobal: true,
        markupType: 'percentage',
        markupAmount: 12.5,
      });
    });

    it('is audited once per ten minutes, with counts and without the search text', async () => {
      test.clock.advance(minutes(11));
      const before = (await viewed('VIEW_ALL_USERS')).length;
      await list('?search=Lindstr%C3%B6m&status=suspended&limit=10');
      await list('?search=Lindstr%C3%B6m&status=suspended&limit=10');
      const records = (await viewed('VIEW_ALL_USERS')).slice(before);
      expect(records).toEqual([
        {
          userTypes: { admin: { totalUsers: 1 }, client: { totalUsers: 5 } },
          filters: { status: 'suspended', search: 'given' },
          pagination: { page: 1, limit: 10 },
        },
      ]);
      await one(people.chi);
      expect((await viewed('VIEW_USER')).at(-1)).toEqual({ clientId: people.chi });
    });
  });

  describe('a route for one client', () => {
    const calls = [
      ['GET', API.adminClient, undefined],
      ['PUT', API.adminClient, { fullName: 'Somebody Else' }],
      ['PUT', API.adminClientSuspend, undefined],
      ['PUT', API.adminClientActivate, undefined],
      ['PUT', API.adminClientGlobalCommission, undefined],
      ['DELETE', API.adminClient, { confirmPermanentDelete: true }],
    ] as const;

    it.each(calls)(
      "%s %s answers 404 for unknown ids and other admins, 409 for a change of the caller's own account, and changes nothing (AZ09)",
      async (method, route, body) => {
        const other = await makeUser(test, { role: 'admin' });
        const row = () =>
          test.deps.db.selectFrom('users').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow();
        const before = await row();
        const outcome = async (id: string) => {
          const answer = await call(test, admin, method, route.replace(':id', id), body);
          return [answer.statusCode, answer.json().error];
        };
        for (const id of [newId(), other.id]) expect(await outcome(id)).toEqual([404, 'CLIENT_NOT_FOUND']);
        const own = method === 'GET' ? [404, 'CLIENT_NOT_FOUND'] : [409, 'OWN_ACCOUNT'];
        expect(await outcome(admin.userId)).toEqual(own);
        expect(await row()).toEqual(before);
      },
    );

    it.each(calls)('%s %s rejects a malformed id', async (method, route, body) => {
      for (const id of ['1', 'not-an-id', '%00', "' OR 1=1"])
        expect(
          (await call(test, admin, method, route.replace(':id', encodeURIComponent(id)), body)).statusCode,
        ).toBe(400);
    });

    it.each(calls)(
      '%s %s answers 403 to a client, even about their own account',
      async (method, route, body) => {
        const shop = await makeShop(test);
        const answer = await call(test, shop, method, route.replace(':id', shop.userId), body);
        expect([answer.statusCode, answer.json().message]).toEqual([
          403,
          'Access denied. Admin privileges required.',
        ]);
      },
    );
  });
});
