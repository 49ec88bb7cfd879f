import { PROFILE } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';

const PERSON = {
  fullName: 'Ada Park',
  phone: '(503) 555-0142',
  defaultAddress: {
    address: '1120 SW 5th Ave',
    suite: '4',
    city: 'Portland',
    state: 'OR',
    zipCode: '97204',
    country: 'USA',
  },
};

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(() => test.close());

const userRow = () =>
  test.deps.db.selectFrom('users').selectAll().where('id', '=', shop.userId).executeTakeFirstOrThrow();
const put = (body: object) => call(test, shop, 'PUT', API.profile, body);

describe('the profile', { shuffle: false }, () => {
  it('is empty at first and stores changes', async () => {
    const first = (await call(test, shop, 'GET', API.profile)).json();
    expect(first.data).toMatchObject({ default_address: null, address: null });
    expect((await put(PERSON)).statusCode).toBe(200);
    const saved = (await call(test, shop, 'GET', API.profile)).json();
    const address = { ...PERSON.defaultAddress, country: 'US' };
    expect(saved.data).toMatchObject({
      fullName: 'Ada Park',
      phone: '5035550142',
      default_address: address,
      address,
    });
  });

  it.each([
    ['Canada', 'CA'],
    ['ca', 'CA'],
    ['United States', 'US'],
  ])('understands the country %s', async (country, code) => {
    const answer = await put({ ...PERSON, defaultAddress: { ...PERSON.defaultAddress, country } });
    expect(answer.json().user.default_address).toMatchObject({ country: code });
  });

  it('does not change email, role, status or owner (MA02)', async () => {
    const before = await userRow();
    const answer = await put({
      ...PERSON,
      id: 'x',
      email: 'admin@lading.example',
      role: 'admin',
      status: 'inactive',
      password_hash: 'x',
      defaultAddress: { ...PERSON.defaultAddress, userId: 'x', user_id: 'x' },
    });
    expect(answer.statusCode).toBe(200);
    expect(await userRow()).toEqual({ ...before, full_name: 'Ada Park', phone: '5035550142' });
    const stored = await test.deps.db.selectFrom('client_profiles').selectAll().execute();
    expect(stored.map((row) => row.user_id)).toEqual([shop.userId]);
    expect(Object.keys(stored[0]?.default_address ?? {}).sort()).toEqual(
      ['address', 'city', 'country', 'state', 'suite', 'zipCode'].sort(),
    );
  });

  it.each([
    ['fullName', '', PROFILE.nameRequired],
    ['fullName', '   ', PROFILE.nameRequired],
    ['fullName', 7, PROFILE.nameRequired],
    ['fullName', 'Ada\u0000', 'Please remove invisible characters.'],
    ['fullName', 'Ada\ud800', 'Please remove invisible characters.'],
    ['fullName', 'x'.repeat(101), 'Please use at most 100 characters.'],
    ['phone', '', PROFILE.phoneRequired],
    ['phone', '12345', PROFILE.tenDigits],
    ['phone', '+15035550142', PROFILE.tenDigits],
  ])('rejects %s %j', async (field, value, message) => {
    const before = [await userRow(), await ledgerSnapshot(test)];
    const answer = await put({ ...PERSON, [field]: value });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect([await userRow(), await ledgerSnapshot(test)]).toEqual(before);
  });

  it.each(['address', 'city', 'state', 'zipCode', 'country'])(
    'rejects an address with an invalid %s',
    async (field) => {
      const before = await ledgerSnapshot(test);
      for (const value of [
        field === 'country' ? 'XX' : '',
        'x'.repeat(101),
        'a\u0000b',
        'a\ud800b',
        7,
        null,
        {},
      ]) {
        const defaultAddress = { ...PERSON.defaultAddress, [field]: value };
        expect((await put({ ...PERSON, defaultAddress })).statusCode).toBe(400);
      }
      expect(await ledgerSnapshot(test)).toEqual(before);
    },
  );
});

describe('saved addresses and packages', { shuffle: false }, () => {
  const ADDRESS = { fullName: 'Dana Reyes', address: '500 W 2nd St', city: 'Austin' };
  const PARCEL = { nickname: 'Shoe box', type: 'package', length: 13, width: 8, height: 5 };

  it('can be added, listed, changed and removed', async () => {
    for (const [list, one, thing, change] of [
      [API.savedAddresses, API.savedAddress, ADDRESS, { city: 'Dallas' }],
      [API.savedParcels, API.savedParcel, PARCEL, { length: 14 }],
    ] as const) {
      const added = await call(test, shop, 'POST', list, thing);
      expect(added.statusCode).toBe(201);
      const [{ id }] = Object.values(added.json()) as [{ id: string }];
      const url = one.replace(':id', id);
      expect((await call(test, shop, 'PUT', url, { ...thing, ...change })).statusCode).toBe(200);
      const [listed] = Object.values((await call(test, shop, 'GET', list)).json()) as [object[]];
      expect(listed).toEqual([expect.objectContaining({ id, ...thing, ...change })]);
      expect((await call(test, shop, 'DELETE', url)).statusCode).toBe(200);
      expect((await call(test, shop, 'DELETE', url)).statusCode).toBe(200);
      expect(Object.values((await call(test, shop, 'GET', list)).json())).toEqual([[]]);
    }
  });

  it('must have a country from the list', async () => {
    for (const [country, code] of [
      ['de', 'DE'],
      ['Canada', 'CA'],
      [undefined, 'US'],
    ]) {
      const added = await call(test, shop, 'POST', API.savedAddresses, { ...ADDRESS, country });
      expect(added.json().address.country).toBe(code);
      const url = API.savedAddress.replace(':id', added.json().address.id);
      expect((await call(test, shop, 'DELETE', url)).statusCode).toBe(200);
    }
    for (const country of ['??', 'ZZ', '']) {
      const refused = await call(test, shop, 'POST', API.savedAddresses, { ...ADDRESS, country });
      const expected = [400, 'Please choose a country from the list.'];
      expect([refused.statusCode, refused.json().message]).toEqual(expected);
    }
  });

  it('drop unknown fields (MA09)', async () => {
    const added = await call(test, shop, 'POST', API.savedAddresses, {
      ...ADDRESS,
      userId: 'x',
      admin: true,
    });
    const row = await test.deps.db.selectFrom('saved_addresses').selectAll().executeTakeFirstOrThrow();
    expect(row.user_id).toBe(shop.userId);
    expect(row.address).not.toHaveProperty('admin');
    expect(added.json().address).not.toHaveProperty('admin');
  });

  it('are at most 500, and all of them are listed', async () => {
    const busy = await makeShop(test);
    expect((await call(test, busy, 'POST', API.savedAddresses, ADDRESS)).statusCode).toBe(201);
    await sql`
      INSERT INTO saved_addresses (id, user_id, address, created_at)
      SELECT gen_random_uuid(), user_id, address, created_at FROM saved_addresses, generate_series(1, 499)
      WHERE user_id = ${busy.userId}`.execute(test.deps.db);
    const refused = await call(test, busy, 'POST', API.savedAddresses, ADDRESS);
    expect([refused.statusCode, refused.json().error, refused.json().message]).toEqual([
      409,
      'LIMIT_REACHED',
      'You can save up to 500 addresses. Please delete one first.',
    ]);
    const { addresses } = (await call(test, busy, 'GET', API.savedAddresses)).json();
    expect(addresses).toHaveLength(500);
    expect((await call(test, busy, 'POST', API.savedParcels, PARCEL)).statusCode).toBe(201);
  });

  it.each([0, -1, '13', 'Infinity', null, true, [13], 100_001])(
    'reject a length of %j (MA06)',
    async (length) => {
      const before = await ledgerSnapshot(test);
      expect((await call(test, shop, 'POST', API.savedParcels, { ...PARCEL, length })).statusCode).toBe(400);
      expect(await ledgerSnapshot(test)).toEqual(before);
    },
  );
});
