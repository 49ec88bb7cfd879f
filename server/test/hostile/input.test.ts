import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/app.ts';
import { newId } from '../../src/platform/ids.ts';
import { buildTestApp, type TestApp } from '../build-test-app.ts';
import { bearer, makeUser, PASSWORD } from '../factories.ts';
import { ledgerSnapshot } from '../ledger-snapshot.ts';
import { makeOperator } from '../operator.ts';
import { aShipment, boughtLabel, call, makeShop, type Shop } from '../shipping.ts';
import { inTier } from '../tier.ts';

let test: TestApp;
let shop: Shop;
let admin: Shop;
let shipmentId: string;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  admin = await makeOperator(test);
  shipmentId = (await boughtLabel(test, shop)).transactionId;
});
afterAll(() => test.close());

const HOME = { address: '1120 SW 5th Ave', city: 'Portland', state: 'OR', zipCode: '97204', country: 'USA' };
const INTERNALS = /SELECT|syntax|invalid input|at .*\.ts|node_modules|ENOENT/;

describe('a malformed or unknown id', () => {
  const WRONG = [
    '1',
    '0',
    '-1',
    'null',
    '%00',
    "'%20OR%201=1--",
    '..%2f..%2fetc',
    '%ff',
    'x'.repeat(90),
    '00000000-0000-0000-0000-00000000000g',
    newId(),
  ];
  /** Each route gets a share of the ids, and each id a share of the routes. */
  const EVERY = inTier(3, 1);
  const withId = ROUTES.filter(({ path, access }) => /:(id|objectId)\b/.test(path) && access !== 'public');

  it('in a path is not found on any route (AZ07)', async () => {
    const before = await ledgerSnapshot(test);
    for (const [number, { method, path, access }] of withId.entries())
      for (const id of WRONG.filter((_, at) => (at + number) % EVERY === 0)) {
        const url = path.replace(/:\w+/g, id);
        const { token } = access === 'admin' ? admin : shop;
        const answer = await test.inject({ method, url, headers: bearer(token) });
        // Deleting something that does not exist succeeds.
        const expected = method === 'DELETE' ? [200, 204, 400, 404] : [400, 404];
        expect(expected, `${method} ${url}: ${answer.body}`).toContain(answer.statusCode);
        expect(answer.body).not.toMatch(INTERNALS);
      }
    expect(await ledgerSnapshot(test)).toEqual(before);
  });

  it.each(WRONG)('of a rate in a body buys nothing: %s (AZ07)', async (rateId) => {
    const before = await ledgerSnapshot(test);
    const bought = await call(test, shop, 'POST', API.label, { ...aShipment(), rateId });
    const paid = await call(test, shop, 'POST', API.createPaymentIntent, { amount: 1000, rateIds: [rateId] });
    for (const { statusCode } of [bought, paid]) expect([400, 404]).toContain(statusCode);
    expect(await ledgerSnapshot(test)).toEqual(before);
  });
});

describe('the names of object prototypes', () => {
  const BODIES = [
    '{"__proto__":{"polluted":true}}',
    '{"\\u005f_proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"package":{"__proto__":{"polluted":true}}}',
    '[{"__proto__":{"polluted":true}}]',
  ];

  it.each(BODIES)('are refused in a body: %s (MA04)', async (payload) => {
    const calls = [
      ['POST', API.login],
      ['POST', API.register],
      ['PUT', API.profile],
      ['POST', API.rates],
      ['POST', API.label],
      ['POST', API.batches],
    ] as const;
    const headers = { ...bearer(shop.token), 'content-type': 'application/json' };
    for (const [method, url] of calls)
      expect([url, (await test.inject({ method, url, headers, payload })).statusCode]).toEqual([url, 400]);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it('have no effect in a query (MA04)', async () => {
    const query = '__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__.polluted=1';
    const answer = await call(test, shop, 'GET', `${API.history}?${query}`);
    expect([200, 400]).toContain(answer.statusCode);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });
});

describe('text that the database cannot store', () => {
  type StoringCall = [Shop, 'POST' | 'PUT', string, object];

  /** Calls that store the text. */
  function callsWith(value: string, clientId: string): StoringCall[] {
    const form = { full_name: 'Ann Lee', email: `${newId()}@shop.example`, password: PASSWORD };
    const file = { fileName: 'a.csv', fileHash: 'ab'.repeat(32), source: 'template', rowCount: 1 };
    const sender = { ...aShipment().sender, fullName: value };
    return [
      [shop, 'POST', API.register, { ...form, full_name: value }],
      [shop, 'PUT', API.profile, { fullName: value, phone: '5035550142', defaultAddress: HOME }],
      [shop, 'POST', API.savedParcels, { nickname: value, type: 'package', length: 13, width: 8, height: 5 }],
      [shop, 'POST', API.products, { sku: newId(), name: value }],
      [shop, 'POST', API.savedAddresses, { fullName: value, address: '500 W 2nd St', city: 'Austin' }],
      [shop, 'POST', API.rates, aShipment({ sender })],
      [shop, 'POST', API.createPaymentIntent, { amount: 1000, description: value }],
      [shop, 'POST', API.batches, { ...file, columns: ['a'], fileName: value }],
      [shop, 'POST', API.batches, { ...file, columns: [value] }],
      [admin, 'PUT', API.adminClient.replace(':id', clientId), { fullName: value }],
      [admin, 'POST', API.adminClientNotes.replace(':id', clientId), { text: value }],
      [admin, 'POST', API.adminRefund.replace(':id', shipmentId), { amount: 1, reason: value }],
    ];
  }
  const send = ([caller, method, url, body]: StoringCall) => call(test, caller, method, url, body);

  it('is refused by every call that stores plain text (IN10)', async () => {
    const { id: clientId } = await makeUser(test);
    for (const stored of callsWith('Plain text', clientId)) {
      const answer = await send(stored);
      expect([200, 201], `${stored[2]}: ${answer.body}`).toContain(answer.statusCode);
    }
    // The event about the refund arrives in the background.
    await test.paymentEvents();
    const before = await ledgerSnapshot(test);
    for (const value of ['a\u0000b', 'a\ud800b'])
      for (const refused of callsWith(value, clientId)) {
        const answer = await send(refused);
        expect([refused[2], answer.statusCode]).toEqual([refused[2], 400]);
        expect(answer.body).not.toMatch(INTERNALS);
      }
    expect(await ledgerSnapshot(test)).toEqual(before);
  });
});

describe('a tracking number of a carrier', () => {
  it('stays one encoded part of the tracking link (BR04)', () => {
    const number = '"><script>alert(1)</script>/../../evil?x=1#y';
    const link = new URL(test.deps.trackingUrl('UPS', number));
    expect(link.origin).toBe(new URL(test.deps.trackingUrl('UPS', '1Z999')).origin);
    expect(link.href).not.toMatch(/[<>"]|\.\.\/|#/);
    expect(decodeURIComponent(link.href)).toContain(number);
  });
});

describe('the log', () => {
  it('has one JSON object per line, whatever a request contains, and no personal data (IN04)', async () => {
    const forged = '"}\r\n{"level":"error","msg":"forged entry"}';
    await test.inject({
      url: `/api/nothing?x=${encodeURIComponent(forged)}`,
      headers: { 'user-agent': 'forged agent {"level":"error"}', 'x-request-id': 'forged id' },
    });
    await test.inject({ url: `/${encodeURIComponent(forged)}` });
    await test.inject({
      method: 'POST',
      url: API.login,
      payload: { email: `forged${forged}@shop.example`, password: 'forged password' },
    });
    await test.inject({ method: 'POST', url: API.login, payload: forged });
    const lines = test.logText().trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.anything() });
    expect(lines.map((line) => JSON.parse(line).msg)).not.toContain('forged entry');
    expect(test.logText()).not.toMatch(/forged agent|forged id|forged password|@shop\.example/);
  });
});
