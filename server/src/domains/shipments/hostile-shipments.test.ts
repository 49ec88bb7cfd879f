import { ADDRESS_FORM, PHONE } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer } from '../../../test/factories.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import {
  aShipment,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
let rateId: string;
let before: Record<string, string>;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  const [rate] = await ratesFor(test, shop);
  rateId = rate?.objectId ?? '';
  await pay(test, shop, centsOfRate(rate), [rateId]);
  await expectConsistentLedger(test);
  before = await ledgerSnapshot(test);
});
afterAll(() => test.close());

/** Both calls that take a shipment refuse it with our own 4xx message, and nothing changes. */
async function expectRefused(change: Record<string, unknown>, status = 400) {
  const { shipment, ...label } = { shipment: aShipment(change), rateId };
  const rates = await call(test, shop, 'POST', API.rates, shipment);
  const bought = await call(test, shop, 'POST', API.label, { ...shipment, ...label });
  for (const answer of [rates, bought]) {
    expect(answer.statusCode, answer.body).toBe(status);
    expect(Object.keys(answer.json())).toEqual(expect.arrayContaining(['error', 'message', 'requestId']));
  }
  expect(await ledgerSnapshot(test)).toEqual(before);
  return rates;
}
const raw = (url: string, payload: string) =>
  test.inject({
    method: 'POST',
    url,
    headers: { ...bearer(shop.token), 'content-type': 'application/json' },
    payload,
  });
const { sender, receiver, package: parcel } = aShipment();

describe('a parcel measurement (MA06)', () => {
  const WRONG: [string, unknown][] = [
    ['text', 'heavy'],
    ['a huge exponent', '1e309'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['true', true],
    ['a list', []],
    ['a list with a number', [2]],
    ['an object', {}],
    ['hexadecimal', '0x10'],
    ['a comma', '1,5'],
    ['Arabic digits', '١٢'],
    ['full-width digits', '１２'],
    ['below zero', -5],
    ['minus zero', -0],
    ['zero', 0],
    ['zero as text', '0.000'],
    ['nothing', null],
    ['spaces', '   '],
    ['an absurdly large number', 1e12],
    ['41 digits', '1'.repeat(41)],
    ['two decimal points', '1.2.3'],
  ];
  it.each(WRONG)('of %s is refused in every field', async (_case, value) => {
    for (const field of ['weight', 'length', 'width', 'height'])
      await expectRefused({ package: { ...parcel, [field]: value } });
  });

  it('that JSON parses as infinity is refused', async () => {
    const text = JSON.stringify(aShipment()).replace('"weight":2', '"weight":1e309');
    expect(text).toContain('1e309');
    expect((await raw(API.rates, text)).statusCode).toBe(400);
    expect((await raw(API.rates, text.replace('1e309', 'NaN'))).statusCode).toBe(400);
  });

  it.each([{ type: 'crate' }, { type: undefined }, { distance_unit: 'cm' }, { mass_unit: 'kg' }])(
    'is refused with an unknown type or unit: %j',
    async (change) => {
      await expectRefused({ package: { ...parcel, ...change } });
    },
  );
});

describe('text in an address (CS09)', () => {
  const HOSTILE: [string, string][] = [
    ['a change of direction', 'Ada \u202eKrap'],
    ['an isolate', 'Ada \u2066Park\u2069'],
    ['a zero-width space', 'Ada\u200bPark'],
    ['a byte order mark', 'Ada\ufeffPark'],
    ['a NUL', 'Ada\u0000Park'],
    ['a line break', 'Ada\r\nSet-Cookie: a=b'],
    ['an escape', 'Ada\u001b[31m'],
    ['a lone surrogate', 'Ada\ud800Park'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['101 characters', 'x'.repeat(101)],
    ['only spaces', '    '],
    ['nothing', ''],
  ];
  const FIELDS = ['fullName', 'address', 'city', 'state', 'zipCode'];
  it.each(HOSTILE)('with %s is refused in every field', async (_case, text) => {
    for (const field of FIELDS) await expectRefused({ receiver: { ...receiver, [field]: text } });
    await expectRefused({ sender: { ...sender, fullName: text } });
    if (text.trim() !== '') await expectRefused({ receiver: { ...receiver, company: text } });
  });

  it.each([42, null, true, [], {}, undefined])('that is %j is refused', async (value) => {
    for (const field of FIELDS) await expectRefused({ receiver: { ...receiver, [field]: value } });
    await expectRefused({ receiver: value });
  });

  it('that looks like code is stored and printed literally', async () => {
    const fullName = `<script>alert(1)</script> ' OR 1=1 -- \\ ^XA~ (%s)`;
    const [rate] = await ratesFor(test, shop, aShipment({ receiver: { ...receiver, fullName } }));
    const request = await test.deps.db
      .selectFrom('quotes')
      .innerJoin('quote_requests', 'quote_requests.id', 'request_id')
      .select('receiver')
      .where('quotes.id', '=', rate?.objectId ?? '')
      .executeTakeFirstOrThrow();
    expect(request.receiver.name).toBe(fullName);
    before = await ledgerSnapshot(test);
  });
});

describe('an address that does not exist (MA12)', () => {
  it.each([
    ['country', 'XX', 'Please choose a country from the list.'],
    ['country', 'Atlantis', 'Please choose a country from the list.'],
    ['phone', '+15125550188', PHONE.countryCode],
    ['phone', '0015125550188', PHONE.countryCode],
    ['phone', '555018', PHONE.tenDigits],
    ['phone', '15125550188', PHONE.tenDigits],
    ['fullName', '', ADDRESS_FORM.nameRequired],
    ['email', 'not an address', 'Please enter a valid email address'],
    ['email', `a@${'a.'.repeat(5_000)}`, 'Please use at most 100 characters.'],
  ])('is refused for its %s %s', async (field, value, message) => {
    const answer = await expectRefused({ receiver: { ...receiver, [field]: value } });
    expect(answer.json().message).toBe(message);
  });

  it.each([
    { zipCode: '00000' },
    { zipCode: '99999' },
    { state: 'ON' },
    { state: 'ZZ' },
    { country: 'CA', state: 'TX', zipCode: '78701' },
  ])('never causes a server error: %j', async (change) => {
    const answer = await call(
      test,
      shop,
      'POST',
      API.rates,
      aShipment({ receiver: { ...receiver, ...change } }),
    );
    expect(answer.statusCode).toBeLessThan(500);
    before = await ledgerSnapshot(test);
  });
});

describe('a shipping date (MA11)', () => {
  it.each([
    '2026-02-30',
    '2026-13-01',
    '10000-01-01',
    '2026-1-1',
    '20261117',
    '11/17/2026',
    'today',
    '',
    null,
    20261117,
  ])('of %j is refused', async (shippingDate) => {
    await expectRefused({ shippingDate });
  });

  it('of yesterday is refused', async () => {
    const answer = await expectRefused({ shippingDate: '2026-11-15' }, 409);
    expect(answer.json().error).toBe('DATE_PASSED');
  });

  it('at the end of the calendar never causes a server error', async () => {
    const answer = await call(test, shop, 'POST', API.rates, aShipment({ shippingDate: '9999-12-31' }));
    expect(answer.statusCode).toBeLessThan(500);
    before = await ledgerSnapshot(test);
  });
});

describe('fields that the contract does not list (MA03, MA09)', () => {
  it('set no price and are not stored', async () => {
    const [honest] = await ratesFor(test, shop);
    const extras = { amount: 0.01, cost: 0, commission: 0, total: 1, userId: 'x', __proto: 1 };
    const [rate] = await ratesFor(
      test,
      shop,
      aShipment({ ...extras, package: { ...parcel, ...extras } }) as never,
    );
    expect(rate?.amount).toBe(honest?.amount);
    const stored = await test.deps.db
      .selectFrom('quotes')
      .innerJoin('quote_requests', 'quote_requests.id', 'request_id')
      .select(['parcel', 'sender', 'quotes.user_id'])
      .where('quotes.id', '=', rate?.objectId ?? '')
      .executeTakeFirstOrThrow();
    expect(Object.keys(stored.parcel).sort()).toEqual([
      'heightIn',
      'lengthIn',
      'type',
      'weightLb',
      'widthIn',
    ]);
    expect(stored.user_id).toBe(shop.userId);
    const paid = await buy(test, shop, rate?.objectId ?? '', {
      amount: 0.01,
      rate: { amount: 0.01 },
      status: 'paid',
    });
    expect(paid.statusCode).toBe(402);
    before = await ledgerSnapshot(test);
  });

  it('use the last value of a repeated key (MA05)', async () => {
    const text = JSON.stringify(aShipment()).replace('"weight":2', '"weight":2,"weight":"x"');
    expect((await raw(API.rates, text)).statusCode).toBe(400);
    expect(await ledgerSnapshot(test)).toEqual(before);
  });

  it.each([
    { internalNotes: 'x'.repeat(501) },
    { internalNotes: 'a\u0000b' },
    { internalNotes: 'a\ud800b' },
    { internalNotes: 7 },
    { paymentIntentId: 'x'.repeat(201) },
    { paymentIntentId: 'a\u0000b' },
    { paymentIntentId: {} },
    { rateId: 'not an id' },
    { rateId: '../../etc/passwd' },
    { rateId: ['a'] },
    { rateId: null },
  ])('%j buys nothing', async (extra) => {
    const answer = await buy(test, shop, rateId, extra);
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect(await ledgerSnapshot(test)).toEqual(before);
  });

  it.each(['null', '[]', '"text"', '7', '{}', '{"rateId":', ''])('the body %s buys nothing', async (body) => {
    for (const url of [API.rates, API.label, API.createPaymentIntent])
      expect((await raw(url, body)).statusCode).toBe(400);
    expect(await ledgerSnapshot(test)).toEqual(before);
  });
});
