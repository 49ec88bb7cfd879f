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
  startPayment,
} from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';
import type { TestGateway } from '../../providers/payments/test-gateway/test-gateway.ts';
import { sweep } from '../../sweep.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const postIntent = (body: object, headers = {}, of = shop) =>
  call(test, of, 'POST', API.createPaymentIntent, body, headers);
async function expectNothingChanged(work: () => Promise<void>) {
  // Events of earlier payments may still arrive.
  await (test.deps.paymentProvider as TestGateway).idle();
  const before = await ledgerSnapshot(test);
  await work();
  expect(await ledgerSnapshot(test)).toEqual(before);
}
const countPayments = async (userId: string) =>
  (await test.deps.db.selectFrom('payments').select('id').where('user_id', '=', userId).execute()).length;

describe('an amount (MO02)', () => {
  it.each([-1, 0, 0.5, 49, 100.5, 1e12, 1e308, '100', '1e3', true, null, [], [100], {}, undefined])(
    'of %j is rejected',
    (amount) =>
      expectNothingChanged(async () => {
        expect((await postIntent({ amount, description: '' })).statusCode).toBe(400);
      }),
  );

  it.each(['1e309', 'NaN', '-0', '0x64'])('written as %s is rejected', (text) =>
    expectNothingChanged(async () => {
      const answer = await test.inject({
        method: 'POST',
        url: API.createPaymentIntent,
        headers: { ...bearer(shop.token), 'content-type': 'application/json' },
        payload: `{"amount":${text},"description":""}`,
      });
      expect(answer.statusCode).toBe(400);
    }),
  );

  it.each([50, 99_999_999])('of %i cents is accepted', async (amount) => {
    expect((await postIntent({ amount })).json().amount).toBe(amount);
  });

  it('is always in US dollars, whatever currency the client requests (MO03)', async () => {
    const { paymentIntentId } = (await postIntent({ amount: 500, currency: 'JPY' })).json();
    const payment = await test.deps.db
      .selectFrom('payments')
      .select('currency' as never)
      .where('intent_id', '=', paymentIntentId)
      .executeTakeFirst();
    expect(payment).toEqual({ currency: 'USD' });
  });
});

describe('an intent', () => {
  it.each([
    ['an empty list', []],
    ['a number', 7],
    ['text', 'all'],
    ['an invalid ID', ['x']],
    ['an unknown ID', [newId()]],
    ['10,001 rates', Array.from({ length: 10_001 }, () => newId())],
  ])('is rejected if its rates are %s', (_case, rateIds) =>
    expectNothingChanged(async () => {
      const answer = await postIntent({ amount: 500, rateIds });
      expect([400, 404]).toContain(answer.statusCode);
    }),
  );

  it('counts a rate once even if it is named twice', async () => {
    const [rate] = await ratesFor(test, shop);
    const amount = centsOfRate(rate);
    const twice = [rate?.objectId, rate?.objectId];
    await expectNothingChanged(async () => {
      expect((await postIntent({ amount: amount * 2, rateIds: twice })).json().error).toBe('AMOUNT_DIFFERS');
    });
    expect((await postIntent({ amount, rateIds: twice })).statusCode).toBe(200);
  });

  it('is rejected if its rate was already bought', async () => {
    const [rate] = await ratesFor(test, shop);
    const amount = centsOfRate(rate);
    await pay(test, shop, amount, [rate?.objectId ?? '']);
    await buy(test, shop, rate?.objectId ?? '');
    const [other] = await ratesFor(test, shop);
    await expectNothingChanged(async () => {
      const rateIds = [rate?.objectId, other?.objectId];
      const answer = await postIntent({ amount: amount + centsOfRate(other), rateIds });
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'RATE_USED']);
    });
  });

  it.each([
    ['501 characters', 'x'.repeat(501)],
    ['a NUL', 'a\u0000b'],
    ['a number', 7],
  ])('is rejected with a description of %s (MO22)', (_case, description) =>
    expectNothingChanged(async () => {
      expect((await postIntent({ amount: 500, description })).statusCode).toBe(400);
    }),
  );

  it('is rejected with a description of a megabyte (MO22)', () =>
    expectNothingChanged(async () => {
      expect((await postIntent({ amount: 500, description: 'x'.repeat(1024 * 1024) })).statusCode).toBe(413);
    }));
});

describe('an idempotency key (MO15)', () => {
  it('returns the first intent and rejects a different body', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await postIntent({ amount: 700, description: 'one' }, headers);
    const again = await postIntent({ amount: 700, description: 'one' }, headers);
    expect(again.json()).toEqual(first.json());
    await expectNothingChanged(async () => {
      const other = await postIntent({ amount: 701, description: 'one' }, headers);
      expect([other.statusCode, other.json().error]).toEqual([422, 'KEY_REUSED']);
    });
  });

  it('makes one intent from 20 concurrent requests', async () => {
    const other = await makeShop(test);
    const headers = { 'idempotency-key': 'the one' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postIntent({ amount: 800 }, headers, other)),
    );
    expect(new Set(answers.map((answer) => answer.json().paymentIntentId)).size).toBe(1);
    expect(await countPayments(other.userId)).toBe(1);
  });

  it('is not needed to make one intent from 20 concurrent requests for the same rates', async () => {
    const other = await makeShop(test);
    const [rate] = await ratesFor(test, other);
    const body = { amount: centsOfRate(rate), rateIds: [rate?.objectId] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => postIntent(body, {}, other)));
    expect(new Set(answers.map((answer) => answer.json().paymentIntentId)).size).toBe(1);
    expect(await countPayments(other.userId)).toBe(1);
  });

  it('does not collide with the same key of another client', async () => {
    const headers = { 'idempotency-key': newId() };
    const mine = await postIntent({ amount: 700 }, headers);
    const theirs = await postIntent({ amount: 700 }, headers, await makeShop(test));
    expect(theirs.json().paymentIntentId).not.toBe(mine.json().paymentIntentId);
  });

  it('buys one label and rejects a different body', async () => {
    const [rate] = await ratesFor(test, shop);
    await pay(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    const headers = { 'idempotency-key': newId() };
    const first = await buy(test, shop, rate?.objectId ?? '', {}, headers);
    const again = await buy(test, shop, rate?.objectId ?? '', {}, headers);
    expect(again.json().trackingNumber).toBe(first.json().trackingNumber);
    await expectNothingChanged(async () => {
      const other = await buy(test, shop, rate?.objectId ?? '', { internalNotes: 'x' }, headers);
      expect(other.statusCode).toBe(422);
    });
  });

  it.each(['', 'x'.repeat(256)])('of the wrong length is rejected', (key) =>
    expectNothingChanged(async () => {
      const answer = await postIntent({ amount: 700 }, { 'idempotency-key': key });
      expect(answer.statusCode).toBe(400);
    }),
  );
});

describe('a purchase', () => {
  it('is rejected without a payment (MO04)', async () => {
    const poor = await makeShop(test);
    const [rate] = await ratesFor(test, poor);
    await expectNothingChanged(async () => {
      expect((await buy(test, poor, rate?.objectId ?? '')).statusCode).toBe(402);
    });
  });

  it('is rejected with one cent less, or with two payments that are only enough together (MO01)', async () => {
    const poor = await makeShop(test);
    const [rate] = await ratesFor(test, poor);
    const cents = centsOfRate(rate);
    const payment = await pay(test, poor, cents - 1);
    await pay(test, poor, 100);
    await expectConsistentLedger(test);
    await expectNothingChanged(async () => {
      expect((await buy(test, poor, rate?.objectId ?? '')).statusCode).toBe(402);
      const named = { paymentIntentId: payment.paymentIntentId };
      expect((await buy(test, poor, rate?.objectId ?? '', named)).statusCode).toBe(402);
    });
  });

  it('is rejected with a payment for another rate', async () => {
    const client = await makeShop(test);
    const [first] = await ratesFor(test, client);
    const [second] = await ratesFor(test, client, aShipment());
    const payment = await pay(test, client, centsOfRate(first), [first?.objectId ?? '']);
    await expectConsistentLedger(test);
    await expectNothingChanged(async () => {
      const named = { paymentIntentId: payment.paymentIntentId };
      expect((await buy(test, client, second?.objectId ?? '', named)).statusCode).toBe(402);
      expect((await buy(test, client, second?.objectId ?? '')).statusCode).toBe(402);
    });
  });
});

describe('card testing (MO23)', () => {
  it('is limited to 300 intents per hour and client', async () => {
    const tester = await makeShop(test);
    const now = test.clock.now();
    await test.deps.db
      .insertInto('payments')
      .values(
        Array.from({ length: 300 }, () => ({
          id: newId(),
          user_id: tester.userId,
          provider: 'test',
          intent_id: null,
          amount_cents: 100,
          description: '',
          quotes_key: null,
          created_at: now,
          succeeded_at: null,
        })),
      )
      .execute();
    test.clock.advance(600_000);
    await expectNothingChanged(async () => {
      const answer = await postIntent({ amount: 500 }, {}, tester);
      expect([answer.statusCode, answer.json().error]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(answer.headers['retry-after']).toBe('3000');
    });
    await startPayment(test, shop, 500);
    test.clock.advance(3_000_001);
    await startPayment(test, tester, 500);
    await sweep(test.deps);
  });
});
