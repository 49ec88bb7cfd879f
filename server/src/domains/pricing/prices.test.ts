import { commissionCents, MARKUP_TYPES, type MarkupType } from '@lading/contract/commission.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { randomFrom } from '../../../test/random-from.ts';
import {
  buy,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';

const PAIRS = 1_000_000;
const PAIRS_IN_DATABASE = 100_000;

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

const setGlobal = (markup_type: MarkupType, markup_value: number) =>
  test.deps.db.updateTable('global_pricing').set({ markup_type, markup_value }).execute();
const setOwn = (userId: string, markup_type: MarkupType, markup_value: number) =>
  test.deps.db
    .insertInto('client_pricing')
    .values({ user_id: userId, markup_type, markup_value, updated_at: test.clock.now() })
    .execute();
const costOf = async (rateId: string) =>
  test.deps.db
    .selectFrom('quotes')
    .select(['cost_cents', 'commission_cents', 'total_cents', 'commission_type', 'commission_value'])
    .where('id', '=', rateId)
    .executeTakeFirstOrThrow();

function randomPairs(count: number) {
  const random = randomFrom(26);
  return Array.from({ length: count }, () => ({
    cost: Math.floor(random() ** 4 * 100_000_000),
    value: Math.floor(random() ** 2 * 100_001),
  }));
}

describe('prices', { shuffle: false }, () => {
  describe('commission (MO26)', () => {
    it.each([
      [3333, 1, 0],
      [3333, 3, 1],
      [3333, 9_999_999, 3_333_000],
      [5000, 1, 1],
      [4999, 1, 0],
      [1250, 1004, 126],
      [0, 99_999_999, 0],
    ])('of %i basis points of %i cents is %i cents', (value, cost, cents) => {
      expect(commissionCents({ type: 'percentage', value }, cost)).toBe(cents);
    });

    it(`rounds half up to the cent for ${PAIRS} pairs`, () => {
      const wrong = randomPairs(PAIRS).filter(({ cost, value }) => {
        const cents = commissionCents({ type: 'percentage', value }, cost);
        // The exact product is below 2^53, so plain numbers are exact.
        const off = cents * 10_000 - cost * value;
        return !Number.isInteger(cents) || off <= -5_000 || off > 5_000;
      });
      expect(wrong).toEqual([]);
    });

    it(`is the same in the database for ${PAIRS_IN_DATABASE} pairs`, async () => {
      const pairs = randomPairs(PAIRS_IN_DATABASE);
      const { rows } = await sql<{ cents: number }>`
      SELECT (cost * value + 5000) / 10000 AS cents
      FROM unnest(${pairs.map(({ cost }) => cost)}::bigint[], ${pairs.map(({ value }) => value)}::integer[]) AS p (cost, value)`.execute(
        test.deps.db,
      );
      const differing = pairs.filter(
        ({ cost, value }, index) =>
          commissionCents({ type: 'percentage', value }, cost) !== rows[index]?.cents,
      );
      expect(rows).toHaveLength(PAIRS_IN_DATABASE);
      expect(differing).toEqual([]);
    });

    it('at a flat rate is the same for every price', () => {
      for (const cost of [0, 1, 99_999_999])
        expect(commissionCents({ type: 'flat_rate', value: 250 }, cost)).toBe(250);
    });

    it.each(MARKUP_TYPES)('of type %s is included in every rate, to the cent', async (type) => {
      await setGlobal(type, 1234);
      for (const rate of await ratesFor(test, shop)) {
        const quote = await costOf(rate.objectId);
        expect(quote).toMatchObject({ commission_type: type, commission_value: 1234 });
        expect(quote.commission_cents).toBe(commissionCents({ type, value: 1234 }, quote.cost_cents));
        expect(centsOfRate(rate)).toBe(quote.cost_cents + quote.commission_cents);
      }
      await setGlobal('percentage', 0);
    });

    it('cannot be stored if negative, too large or of an unknown type (MO13)', async () => {
      await expect(setGlobal('percentage', -5)).rejects.toThrow(/check constraint/);
      await expect(setGlobal('percentage', 1e11)).rejects.toThrow(/out of range/);
      await expect(setGlobal('a third' as MarkupType, 5)).rejects.toThrow(/check constraint/);
    });
  });

  describe('a quoted price', () => {
    it('does not change with the commission; the next quote uses the new one (MO11)', async () => {
      const [quoted] = await ratesFor(test, shop);
      const cents = centsOfRate(quoted);
      await setGlobal('flat_rate', 300);
      await pay(test, shop, cents, [quoted?.objectId ?? '']);
      expect((await buy(test, shop, quoted?.objectId ?? '')).json().rate.amount).toBe(quoted?.amount);
      const [next] = await ratesFor(test, shop);
      expect(centsOfRate(next)).toBe(cents + 300);
      await setGlobal('percentage', 0);
    });

    it('does not change when the client gets its own commission, which applies to no other client (MO12)', async () => {
      const [quoted] = await ratesFor(test, shop);
      const cents = centsOfRate(quoted);
      await setOwn(shop.userId, 'flat_rate', 99);
      await pay(test, shop, cents, [quoted?.objectId ?? '']);
      expect((await buy(test, shop, quoted?.objectId ?? '')).statusCode).toBe(200);
      expect(centsOfRate((await ratesFor(test, shop))[0])).toBe(cents + 99);
      expect(centsOfRate((await ratesFor(test, await makeShop(test)))[0])).toBe(cents);
    });

    it('shows the retail price only if ours is lower', async () => {
      const client = await makeShop(test);
      const rates = await ratesFor(test, client);
      expect(rates.some(({ retailAmount }) => retailAmount !== null)).toBe(true);
      await setOwn(client.userId, 'percentage', 4000);
      const all = [...rates, ...(await ratesFor(test, client))];
      for (const { amount, retailAmount } of all)
        if (retailAmount !== null) expect(retailAmount).toBeGreaterThan(amount);
      await test.deps.db.updateTable('client_pricing').set({ markup_value: 90_000 }).execute();
      const none = (await ratesFor(test, client)).filter(({ retailAmount }) => retailAmount !== null);
      expect(none).toEqual([]);
    });
  });
});
