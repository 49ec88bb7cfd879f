import { explainRule } from '@lading/contract/pricing/explain-price.ts';
import { storedRuleOf } from '@lading/contract/pricing/price-rules.ts';
import { priceByRule } from '@lading/contract/pricing/rule-effect.ts';
import { API, path } from '@lading/contract/routes.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { ratedBatch, rowsOf } from '../../../test/bulk.ts';
import { makeOperator } from '../../../test/operator.ts';
import { aCost, anEffect } from '../../../test/price-rule-samples.ts';
import { aRule, priceRules, publish, publishAgain } from '../../../test/price-rules.ts';
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
import { inTier } from '../../../test/tier.ts';
import { days } from '../../platform/clock.ts';

let test: TestApp;
let operator: Shop;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const quoteOf = (id: string) =>
  test.deps.db
    .selectFrom('quotes')
    .select([
      'cost_cents',
      'commission_cents',
      'total_cents',
      'commission_type',
      'commission_value',
      'price_version',
      'price_rule',
      'priced_by',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The cheapest rate and its stored quote. */
async function firstQuote(client: Shop, shipment = aShipment()) {
  const [rate] = await ratesFor(test, client, shipment);
  if (!rate) throw new Error('No rate');
  return { rate, quote: await quoteOf(rate.objectId) };
}

describe('price rules', { shuffle: false }, () => {
  describe('a published rule', () => {
    it('prices new quotes to the cent, and the quote keeps which rule it was', async () => {
      const before = await firstQuote(shop);
      expect(before.quote).toMatchObject({ price_version: null, price_rule: null, priced_by: 'global' });
      const rules = [
        aRule({ name: 'Heavy', conditions: { minWeight: 50 }, effect: { percent: 90 } }),
        aRule({ name: 'EU over 2 lb', effect: { percent: 12, flat: 0.5, ending: '05' } }),
      ];
      const { number } = await publish(test, operator, rules);
      for (const rate of await ratesFor(test, shop)) {
        const quote = await quoteOf(rate.objectId);
        const effect = storedRuleOf(rules[1] ?? aRule()).effect;
        expect(quote).toMatchObject({
          commission_type: null,
          commission_value: null,
          price_version: number,
          price_rule: 2,
          priced_by: 'rule',
        });
        expect(quote.total_cents).toBe(priceByRule(effect, quote.cost_cents).cents);
        expect(centsOfRate(rate)).toBe(quote.total_cents);
        expect(quote.total_cents % 10).toBe(5);
      }
      expect((await quoteOf(before.rate.objectId)).total_cents).toBe(before.quote.total_cents);
    });

    it('explains the price of a bought label to the operator', async () => {
      const { rate, quote } = await firstQuote(shop);
      await pay(test, shop, quote.total_cents, [rate.objectId]);
      const { transactionId } = (await buy(test, shop, rate.objectId)).json();
      const details = await call(test, operator, 'GET', path(API.adminShipment, { id: transactionId }));
      const rule = storedRuleOf(
        aRule({ name: 'EU over 2 lb', effect: { percent: 12, flat: 0.5, ending: '05' } }),
      );
      expect(details.json().quote).toMatchObject({
        commissionRule: 'EU over 2 lb',
        priceVersion: quote.price_version,
        explanation: explainRule({ position: 2, ...rule }, quote.cost_cents),
      });
    });

    it('leaves labels without a match to the client’s own commission, then to the global one', async () => {
      await publish(test, operator, [aRule({ conditions: { carriers: ['DHL'], zones: ['international'] } })]);
      const own = await makeShop(test);
      await test.deps.db
        .insertInto('client_pricing')
        .values({
          user_id: own.userId,
          markup_type: 'flat_rate',
          markup_value: 99,
          updated_at: test.clock.now(),
        })
        .execute();
      const { active } = await priceRules(test, operator);
      const version = { price_version: active?.version.number, price_rule: null };
      expect((await firstQuote(own)).quote).toMatchObject({
        ...version,
        priced_by: 'client',
        commission_type: 'flat_rate',
        commission_value: 99,
        commission_cents: 99,
      });
      expect((await firstQuote(shop)).quote).toMatchObject({ ...version, priced_by: 'global' });
    });

    it('may sell below cost only if it says so, and the ledger stays consistent', async () => {
      await publish(test, operator, [aRule({ name: 'Loss', effect: { percent: -20 } })]);
      expect((await firstQuote(shop)).quote.commission_cents).toBe(0);
      await publish(test, operator, [aRule({ name: 'Loss', effect: { percent: -20, belowCost: true } })]);
      const { rate, quote } = await firstQuote(shop);
      expect(quote.commission_cents).toBeLessThan(0);
      await pay(test, shop, quote.total_cents, [rate.objectId]);
      expect((await buy(test, shop, rate.objectId)).json().labelStatus).toBe('ready');
      await expectConsistentLedger(test);
    });

    it('distinguishes batches from single labels', async () => {
      const { number } = await publish(test, operator, [
        aRule({ name: 'Batch', conditions: { channels: ['batch'] }, effect: { flat: 3 } }),
      ]);
      expect((await firstQuote(shop)).quote.price_rule).toBeNull();
      await ratedBatch(test, shop, rowsOf(2));
      const quotes = await test.deps.db
        .selectFrom('quotes')
        .select('commission_cents')
        .where('price_version', '=', number)
        .where('price_rule', '=', 1)
        .execute();
      expect(quotes.length).toBeGreaterThan(2);
      expect(new Set(quotes.map(({ commission_cents }) => commission_cents))).toEqual(new Set([300]));
    });

    it('adds its percentage to each extra', async () => {
      await publish(test, operator, [aRule({ effect: { percent: 50, flat: 1 } })]);
      const insured = { ...aShipment(), extras: { insuredValue: 400 } };
      const [rate] = await ratesFor(test, shop, insured);
      const stored = await test.deps.db
        .selectFrom('quotes')
        .select('carrier_rate')
        .where('id', '=', rate?.objectId ?? '')
        .executeTakeFirstOrThrow();
      const costs = stored.carrier_rate.lines.filter(({ extra }) => extra).map(({ cents }) => cents);
      expect(costs.length).toBeGreaterThan(0);
      expect(rate?.extras?.map(({ amount }) => Math.round(amount * 100))).toEqual(
        costs.map((cents) => Math.floor((cents * 15_000 + 5_000) / 10_000)),
      );
    });

    it('is found by the invariant if the price does not follow it (I9)', async () => {
      const { rows } = await sql<{ agree: boolean }>`
      SELECT bool_and(q.commission_cents = rule_price(q.cost_cents, v.rules -> (q.price_rule - 1) -> 'effect') - q.cost_cents) AS agree
      FROM quotes q JOIN price_versions v ON v.number = q.price_version WHERE q.price_rule IS NOT NULL`.execute(
        test.deps.db,
      );
      expect(rows).toEqual([{ agree: true }]);
    });
  });

  describe('a version', () => {
    const daysAhead = (count: number) =>
      new Date(test.clock.now().getTime() + days(count)).toISOString().slice(0, 10);
    const flat = (dollars: number) => [aRule({ name: `Plus ${dollars}`, effect: { flat: dollars } })];
    const added = async () => (await firstQuote(shop)).quote.commission_cents;
    const stateOf = async (number: number) =>
      (await priceRules(test, operator)).versions.find((version) => version.number === number)?.state;
    /** Sessions expire in that time, so both sign in again. */
    const sleep = async (count: number) => {
      test.clock.advance(days(count));
      [operator, shop] = [await makeOperator(test), await makeShop(test)];
    };
    const laterShipment = () => aShipment({ shippingDate: daysAhead(1) });

    it('applies from its day on and replaces the one before', async () => {
      const first = await publish(test, operator, flat(1));
      const second = await publish(test, operator, flat(2), daysAhead(2));
      expect(await added()).toBe(100);
      expect([await stateOf(first.number), await stateOf(second.number)]).toEqual(['active', 'scheduled']);
      await sleep(2);
      expect((await firstQuote(shop, laterShipment())).quote.commission_cents).toBe(200);
      expect([await stateOf(first.number), await stateOf(second.number)]).toEqual(['replaced', 'active']);
    });

    it('that is published later replaces versions that have not started', async () => {
      const scheduled = await publish(test, operator, flat(3), daysAhead(1));
      await publish(test, operator, flat(4));
      expect(await stateOf(scheduled.number)).toBe('skipped');
      await sleep(2);
      expect((await firstQuote(shop, laterShipment())).quote.commission_cents).toBe(400);
    });

    it('can be published again, which undoes later ones, and the audit log says what changed', async () => {
      const old = await publish(test, operator, flat(5));
      await publish(test, operator, [...flat(6), aRule({ name: 'Other' })]);
      const answer = await publishAgain(test, operator, old.number);
      expect(answer.statusCode, answer.body).toBe(201);
      expect(answer.json().version).toMatchObject({ repeats: old.number, rules: 1, state: 'active' });
      expect((await firstQuote(shop, laterShipment())).quote.commission_cents).toBe(500);
      const record = await test.deps.db
        .selectFrom('audit_logs')
        .select(['user_id', 'details'])
        .where('event_type', '=', 'PUBLISH_PRICE_RULES')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(record).toMatchObject({
        user_id: operator.userId,
        details: {
          version: answer.json().version.number,
          repeats: old.number,
          summary: '1 rule. Added: “Plus 5”. Removed: “Plus 6”, “Other”.',
        },
      });
    });

    it('cannot start in the past, and cannot be changed or deleted', async () => {
      const answer = await publishAgain(test, operator, 1, daysAhead(-1));
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        [{ path: 'from', message: 'Please choose today or a later day.' }],
      ]);
      expect((await publishAgain(test, operator, 999_999)).json().error).toBe('PRICE_VERSION_NOT_FOUND');
      for (const change of [sql`UPDATE price_versions SET note = 'x'`, sql`DELETE FROM price_versions`])
        await expect(change.execute(test.deps.db)).rejects.toThrow(/permission denied/);
    });
  });

  const EFFECTS = inTier(4_000, 20_000);

  describe('the arithmetic', () => {
    it(`is the same in the database for ${EFFECTS} random effects`, async () => {
      const cases = fc.sample(fc.tuple(anEffect, aCost), EFFECTS);
      const { rows } = await sql<{ cents: number }>`
      SELECT rule_price((c ->> 1)::bigint, c -> 0) AS cents
      FROM jsonb_array_elements(${JSON.stringify(cases)}::jsonb) WITH ORDINALITY AS e(c, at) ORDER BY at`.execute(
        test.deps.db,
      );
      expect(rows).toHaveLength(cases.length);
      const differing = cases.filter(
        ([effect, cost], index) => priceByRule(effect, cost).cents !== rows[index]?.cents,
      );
      expect(differing).toEqual([]);
    });
  });
});
