import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser } from '../../../test/factories.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import {
  aShipment,
  boughtLabel,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  paidRate,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';

const ADDRESS = {
  fullName: 'Dana Reyes',
  address: '500 W 2nd St',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
};
const PRODUCT = { sku: 'CANDLE-1', name: 'Candle' };
const PARCEL = { nickname: 'Shoe box', type: 'package', length: 13, width: 8, height: 5 };

/** The IDs of everything that a client owns. */
interface OwnedIds {
  shipment: string;
  rate: string;
  cents: number;
  intent: string;
  address: string;
  parcel: string;
  product: string;
}
type Call = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object];

let test: TestApp;
let alice: Shop;
let bob: Shop;
let ofAlice: OwnedIds;
let rateOfBob: string;

beforeAll(async () => {
  test = await buildTestApp();
  alice = await makeShop(test);
  bob = await makeShop(test);
  const { transactionId: shipment } = await boughtLabel(test, alice);
  const { rate, cents, payment } = await paidRate(test, alice);
  const address = await call(test, alice, 'POST', API.savedAddresses, ADDRESS);
  const parcel = await call(test, alice, 'POST', API.savedParcels, PARCEL);
  const product = await call(test, alice, 'POST', API.products, PRODUCT);
  ofAlice = {
    shipment,
    rate: rate.objectId,
    cents,
    intent: payment.paymentIntentId,
    address: address.json().address.id,
    parcel: parcel.json().parcel.id,
    product: product.json().product.id,
  };
  rateOfBob = (await ratesFor(test, bob))[0]?.objectId ?? '';
  await expectConsistentLedger(test);
});
afterAll(() => test.close());

const at = (url: string, id: string) => url.replace(':id', id);

/** Every call that takes an ID. */
const callsThatName = (things: OwnedIds): Call[] => [
  ['GET', at(API.transaction, things.shipment)],
  ['GET', at(API.labelFile, things.shipment)],
  ['GET', `${at(API.labelFile, things.shipment)}?format=png`],
  ['GET', `${at(API.labelFile, things.shipment)}?format=zpl`],
  ['GET', `${API.mergedLabels}?ids=${things.shipment}`],
  ['POST', at(API.emailLabel, things.shipment), { email: 'eve@evil.example' }],
  ['POST', API.label, { ...aShipment(), rateId: things.rate }],
  ['POST', API.label, { ...aShipment(), rateId: things.rate, paymentIntentId: things.intent }],
  ['POST', API.label, { ...aShipment(), rateId: rateOfBob, paymentIntentId: things.intent }],
  ['POST', API.createPaymentIntent, { amount: things.cents, rateIds: [things.rate] }],
  ['PUT', at(API.savedAddress, things.address), ADDRESS],
  ['PUT', at(API.savedParcel, things.parcel), PARCEL],
  ['PUT', at(API.product, things.product), PRODUCT],
  ['DELETE', at(API.savedAddress, things.address)],
  ['DELETE', at(API.savedParcel, things.parcel)],
  ['DELETE', at(API.product, things.product)],
];

/** Every call that lists the caller's own data. */
const LISTS = [
  API.history,
  API.savedAddresses,
  API.savedParcels,
  API.products,
  API.productsFile,
  API.profile,
  API.carriers,
];

const unknown = (): OwnedIds => ({
  shipment: newId(),
  rate: newId(),
  cents: 500,
  intent: 'pi_test_none',
  address: newId(),
  parcel: newId(),
  product: newId(),
});
const answerOf = async (shop: Shop, [method, url, body]: Call) => {
  const { statusCode, body: text } = await call(test, shop, method, url, body);
  return [method, url.split('?')[0]?.replace(/[0-9a-f-]{36}/, ':id'), statusCode, withoutRequestId(text)];
};
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');

describe('access', { shuffle: false }, () => {
  describe('data of another client (AZ01, AZ02, AZ03)', () => {
    it('gets the same answer as data that does not exist, and does not change', async () => {
      const before = await ledgerSnapshot(test);
      const foreignCalls = callsThatName(ofAlice);
      const unknownCalls = callsThatName(unknown());
      for (const [index, foreignCall] of foreignCalls.entries()) {
        const answer = await answerOf(bob, foreignCall);
        expect(answer).toEqual(await answerOf(bob, unknownCalls[index] as Call));
        if (foreignCall[0] !== 'DELETE') expect(answer[2], String(answer)).toBe(404);
      }
      expect(await ledgerSnapshot(test)).toEqual(before);
    });

    it('leaves one audit record for each kind of attempt, and unknown data leaves none', async () => {
      const eve = await makeShop(test);
      const recordsOf = async () =>
        (
          await test.deps.db
            .selectFrom('audit_logs')
            .select('details')
            .where('event_type', '=', 'ACCESS_DENIED')
            .where('user_id', '=', eve.userId)
            .orderBy('seq')
            .execute()
        ).map(({ details }) => `${details?.method} ${details?.path}`);
      const namesBob = ([, , body]: Call) => JSON.stringify(body ?? {}).includes(rateOfBob);
      for (const one of callsThatName(unknown())) if (!namesBob(one)) await answerOf(eve, one);
      expect(await recordsOf()).toEqual([]);
      for (const one of callsThatName(ofAlice)) await answerOf(eve, one);
      expect(await recordsOf()).toEqual([
        `GET ${API.transaction}`,
        `GET ${API.labelFile}`,
        `GET ${API.mergedLabels}`,
        `POST ${API.emailLabel}`,
        `POST ${API.label}`,
        `POST ${API.createPaymentIntent}`,
        `PUT ${API.savedAddress}`,
        `PUT ${API.savedParcel}`,
        `PUT ${API.product}`,
      ]);
    });

    it('is omitted when a client requests it together with its own data', async () => {
      const { transactionId } = await boughtLabel(test, bob);
      const both = await call(
        test,
        bob,
        'GET',
        `${API.mergedLabels}?ids=${transactionId},${ofAlice.shipment}`,
      );
      const own = await call(test, bob, 'GET', `${API.mergedLabels}?ids=${transactionId}`);
      expect(both.headers['content-disposition']).toBe('attachment; filename="labels-1.pdf"');
      expect(both.rawPayload.length).toBe(own.rawPayload.length);
      const [rate] = await ratesFor(test, bob);
      const amount = ofAlice.cents + centsOfRate(rate);
      const mixed = { amount, rateIds: [ofAlice.rate, rate?.objectId] };
      expect((await call(test, bob, 'POST', API.createPaymentIntent, mixed)).json().error).toBe(
        'RATE_NOT_FOUND',
      );
    });

    it('is in no list', async () => {
      const otherClient = await makeShop(test);
      const ids = Object.values(ofAlice).filter((thing) => typeof thing === 'string');
      for (const url of LISTS) {
        const { body } = await call(test, otherClient, 'GET', url);
        for (const id of ids) expect(body).not.toContain(id);
      }
    });

    it('can still be used by its owner', async () => {
      expect((await buy(test, alice, ofAlice.rate)).statusCode).toBe(200);
    });
  });

  describe('every call', () => {
    const all = (): Call[] => [
      ...callsThatName(ofAlice),
      ...LISTS.map((url): Call => ['GET', url]),
      ['GET', API.testLabel],
      ['POST', API.rates, aShipment()],
      ['PUT', API.profile, {}],
      ['POST', API.savedAddresses, ADDRESS],
      ['POST', API.savedParcels, PARCEL],
      ['POST', API.products, PRODUCT],
      ['GET', `${API.hsSearch}?search=candle`],
    ];

    it('is refused without a token or with a wrong one, before any other check', async () => {
      const before = await ledgerSnapshot(test);
      for (const [method, url, payload] of all())
        for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
          const answer = await test.inject({ method, url, headers, ...(payload ? { payload } : {}) });
          expect([method, url, answer.statusCode]).toEqual([method, url, 401]);
        }
      expect(await ledgerSnapshot(test)).toEqual(before);
    });

    it('forbids caching (AZ13)', async () => {
      for (const [method, url, body] of all()) {
        const answer = await call(test, bob, method, url, body);
        expect([method, url, answer.headers['cache-control']]).toEqual([method, url, 'no-store']);
      }
    });

    it('is refused after the client is suspended (AU12)', async () => {
      await test.deps.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', bob.userId)
        .execute();
      for (const [method, url, body] of all())
        expect((await call(test, bob, method, url, body)).statusCode).toBe(401);
    });

    it('uses random IDs (AZ08)', () => {
      const random = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      for (const id of [ofAlice.shipment, ofAlice.rate, ofAlice.address, ofAlice.parcel, ofAlice.product])
        expect(id).toMatch(random);
    });
  });

  describe('the label of a client (AZ11)', () => {
    it('can be viewed by an admin; the view is audited and does not count as a download', async () => {
      const admin = await makeUser(test, { role: 'admin' });
      const operator = { userId: admin.id, token: (await logInAs(test, admin)).token };
      const { transactionId } = await boughtLabel(test, await makeShop(test));
      const label = await call(test, operator, 'GET', at(API.labelFile, transactionId));
      expect([label.statusCode, label.headers['content-type']]).toEqual([200, 'application/pdf']);
      const { downloaded_at } = await test.deps.db
        .selectFrom('shipments')
        .select('downloaded_at')
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow();
      expect(downloaded_at).toBeNull();
      const views = await test.deps.db
        .selectFrom('audit_logs')
        .select(['event_type', 'details'])
        .where('user_id', '=', admin.id)
        .where('event_type', '=', 'VIEW_LABEL')
        .execute();
      expect(views).toEqual([{ event_type: 'VIEW_LABEL', details: { shipmentId: transactionId } }]);
      expect((await call(test, operator, 'GET', at(API.labelFile, newId()))).statusCode).toBe(404);
    });
  });
});
