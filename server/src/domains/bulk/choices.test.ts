import type { RateRule } from '@lading/contract/bulk/rules.ts';
import type { Batch, BulkRowDetail, RuleEffect } from '@lading/contract/bulk.ts';
import { centsOf, dollarsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { act, batchOf, goodCells, ratedBatch, rowOfBatch, rowsOfBatch } from '../../../test/bulk.ts';
import { makeShop, ratesFor, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
let batch: Batch;
let details: BulkRowDetail[];
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  batch = await ratedBatch(test, shop, [
    goodCells(1),
    goodCells(2, { package_weight: '25', package_length: '24', package_width: '18', package_height: '16' }),
    goodCells(3, { package_weight: '0.4', package_length: '0', package_width: '0', package_height: '0' }),
    goodCells(4, {
      receiver_address: '100 Queen St W',
      receiver_city: 'Toronto',
      receiver_state: 'ON',
      receiver_zipcode: 'M5H 2N2',
      receiver_country: 'CA',
      item_description: 'Ceramic mug',
      item_weight: '12',
      item_value: '15',
      item_hs: '6912.00',
      item_origin: 'US',
    }),
    goodCells(5, { receiver_city: '' }),
  ]);
  details = await Promise.all([1, 2, 3, 4].map((number) => rowOfBatch(test, shop, batch.id, number)));
});
afterAll(() => test.close());

const choose = (choices: object[], owner = shop, id = batch.id) =>
  act(test, owner, API.batchChoices, id, { choices }, 'PUT');
const apply = async (rule: RateRule, preview: boolean): Promise<RuleEffect> => {
  const answer = await act(test, shop, API.batchRule, batch.id, { rule, preview });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const chosenIds = async () =>
  (await rowsOfBatch(test, shop, batch.id)).slice(0, 4).map(({ selectedRateId }) => selectedRateId);
const centsOfIds = (ids: readonly (string | null)[]) =>
  details.reduce((sum, { rates }, index) => {
    const rate = rates.find(({ objectId }) => objectId === ids[index]);
    return sum + centsOf(rate?.amount ?? 0);
  }, 0);

/** The best rate by brute force; the earlier of two equals. */
const best = (rates: Rate[], isBetter: (a: Rate, b: Rate) => boolean): Rate | undefined => {
  let found: Rate | undefined;
  for (const rate of rates) if (!found || isBetter(rate, found)) found = rate;
  return found;
};
const days = ({ estimatedDays }: Rate) => estimatedDays ?? 999;
const cheaper = (a: Rate, b: Rate) => a.amount < b.amount || (a.amount === b.amount && days(a) < days(b));
const faster = (a: Rate, b: Rate) => days(a) < days(b) || (days(a) === days(b) && a.amount < b.amount);

const RULES: [RateRule, (rates: Rate[]) => Rate | undefined][] = [
  [{ kind: 'fastest' }, (rates) => best(rates, faster)],
  [
    { kind: 'best_value' },
    (rates) => rates.find(({ badges }) => badges.includes('best_value')) ?? best(rates, cheaper),
  ],
  [
    { kind: 'cheapest_within', days: 1 },
    (rates) =>
      best(
        rates.filter((rate) => days(rate) <= 1),
        cheaper,
      ),
  ],
  [
    { kind: 'cheapest_within', days: 3 },
    (rates) =>
      best(
        rates.filter((rate) => days(rate) <= 3),
        cheaper,
      ),
  ],
  [
    { kind: 'carrier', carrier: 'UPS' },
    (rates) =>
      best(
        rates.filter(({ carrier }) => carrier === 'UPS'),
        cheaper,
      ),
  ],
  [
    { kind: 'carrier', carrier: 'DHL' },
    (rates) =>
      best(
        rates.filter(({ carrier }) => carrier === 'DHL'),
        cheaper,
      ),
  ],
  [{ kind: 'cheapest' }, (rates) => best(rates, cheaper)],
];

describe('a rate rule', () => {
  it.each(RULES)(
    '%j previews its effect without changes, and applies exactly that effect',
    async (rule, oracle) => {
      const before = await chosenIds();
      const wanted = details.map(({ rates }) => oracle(rates));
      const after = wanted.map((rate, index) => rate?.objectId ?? before[index] ?? null);
      const effect = {
        changes: after.filter((id, index) => id !== before[index]).length,
        unmatched: wanted.filter((rate) => rate === undefined).length,
        totalBefore: dollarsOf(centsOfIds(before)),
        totalAfter: dollarsOf(centsOfIds(after)),
      };
      const untouched = await rowsOfBatch(test, shop, batch.id);
      expect(await apply(rule, true)).toEqual(effect);
      expect(await rowsOfBatch(test, shop, batch.id)).toEqual(untouched);

      const chosen = after.flatMap((rateId, index) =>
        rateId === before[index] ? [] : [{ number: index + 1, rateId }],
      );
      expect(await apply(rule, false)).toEqual({ ...effect, chosen });
      expect(await chosenIds()).toEqual(after);
      expect((await batchOf(test, shop, batch.id)).chosen).toMatchObject({
        count: 4,
        amount: effect.totalAfter,
      });
    },
  );

  it.each([
    { kind: 'random' },
    { kind: 'carrier', carrier: 'Pigeon' },
    { kind: 'cheapest_within', days: 0 },
    { kind: 'cheapest_within' },
    null,
  ])('rejects %j', async (rule) => {
    expect((await act(test, shop, API.batchRule, batch.id, { rule, preview: true })).statusCode).toBe(400);
  });

  it('keeps a manual selection that already matches and marks its own selections', async () => {
    const [first] = details;
    await apply({ kind: 'cheapest' }, false);
    await choose([{ number: 1, rateId: first?.rates[1]?.objectId }]);
    const by = async () => (await rowsOfBatch(test, shop, batch.id))[0]?.rate?.chosenBy;
    expect(await by()).toBe('hand');
    await apply({ kind: 'cheapest' }, false);
    expect(await by()).toBe('rule');
  });
});

describe('a rate chosen by hand', () => {
  it('changes its row and the total to the cent, and can be undone', async () => {
    await apply({ kind: 'cheapest' }, false);
    const before = await chosenIds();
    const [first, second] = details;
    const answer = await choose([
      { number: 1, rateId: first?.rates.at(-1)?.objectId },
      { number: 2, rateId: second?.rates.at(-1)?.objectId },
    ]);
    const after = [
      first?.rates.at(-1)?.objectId ?? '',
      second?.rates.at(-1)?.objectId ?? '',
      before[2] ?? '',
      before[3] ?? '',
    ];
    expect(await chosenIds()).toEqual(after);
    expect(centsOf(answer.json().batch.chosen.amount)).toBe(centsOfIds(after));
    await choose(before.map((rateId, index) => ({ number: index + 1, rateId: rateId ?? '' })));
    expect(await chosenIds()).toEqual(before);
    expect(centsOf((await batchOf(test, shop, batch.id)).chosen.amount)).toBe(centsOfIds(before));
  });

  it('can be cleared or restored as the choice of a rule', async () => {
    const [first, second] = await chosenIds();
    await choose([
      { number: 1, rateId: null },
      { number: 2, rateId: second, chosenBy: 'rule' },
    ]);
    const [cleared, restored] = await rowsOfBatch(test, shop, batch.id);
    expect(cleared).toMatchObject({ status: 'rates_loaded', selectedRateId: null, rate: null });
    expect(restored).toMatchObject({ selectedRateId: second, rate: { chosenBy: 'rule' } });
    expect((await batchOf(test, shop, batch.id)).chosen.count).toBe(3);
    expect((await choose([{ number: 77, rateId: null }])).statusCode).toBe(404);
    await choose([{ number: 1, rateId: first }]);
    expect((await batchOf(test, shop, batch.id)).chosen.count).toBe(4);
  });

  it('must be an offer of its own row; otherwise nothing changes', async () => {
    const other = await makeShop(test);
    const ofOther = await ratedBatch(test, other, [goodCells(1)]);
    const [theirs] = await rowsOfBatch(test, other, ofOther.id);
    const [single] = await ratesFor(test, shop);
    const before = await rowsOfBatch(test, shop, batch.id);
    const own = { number: 2, rateId: details[1]?.rates.at(-1)?.objectId };
    for (const rateId of [details[1]?.selectedRateId, single?.objectId, theirs?.selectedRateId]) {
      const answer = await choose([own, { number: 1, rateId: rateId ?? '' }]);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'RATE_NOT_FOUND']);
    }
    expect((await choose([{ number: 5, rateId: own.rateId }])).statusCode).toBe(404);
    expect((await choose([{ number: 77, rateId: own.rateId }])).statusCode).toBe(404);
    expect((await choose([own], other)).json().error).toBe('BATCH_NOT_FOUND');
    expect(await rowsOfBatch(test, shop, batch.id)).toEqual(before);
  });
});
