import { PACKAGE_TYPES, type Parcel } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import type { CarrierRate, RateAnswer, RateRequest } from '../../port.ts';
import { DEFAULT_FUEL_BP } from '../data/surcharges.ts';
import { createRateEngine } from './rate-engine.ts';
import { makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const fuelled = createRateEngine({
  fuelBp: { ...DEFAULT_FUEL_BP, UPS: 1825, FedEx: 1725, DHL: 2950 },
  discountBp: {},
});
const ZIPS =
  '97209 78701 94105 55404 10001 33101 60611 80202 99501 96813 00901 96910 96960 09012 34002 96201'.split(
    ' ',
  );
const COUNTRIES = ['US', 'US', 'US', 'CA', 'GB', 'JP', 'ZA'];

/** Repeatable: the same numbers on every run. */
function makeRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    pick: <T>(from: readonly [T, ...T[]] | readonly T[], fallback: T): T =>
      from[Math.floor(next() * from.length)] ?? fallback,
  };
}
type Random = ReturnType<typeof makeRandom>;

const anyParcel = (random: Random): Parcel => ({
  type: random.pick(PACKAGE_TYPES.slice(0, 3), 'package'),
  lengthIn: random.next() ** 2 * 110,
  widthIn: random.next() ** 2 * 40,
  heightIn: random.next() ** 2 * 40,
  weightLb: random.next() ** 3 * 150,
});

const anyRequest = (random: Random): RateRequest =>
  makeRequest({
    from: { zip: random.pick(ZIPS, '97209') },
    to: { zip: random.pick(ZIPS, '97209'), country: random.pick(COUNTRIES, 'US') },
    parcel: anyParcel(random),
    shipDate: random.pick(['2025-03-01', '2026-07-01', '2026-11-16', '2026-12-24'], ''),
    residential: random.next() < 0.5,
  });

function check(answer: RateAnswer) {
  const priced = new Set(answer.rates.map(({ carrier }) => carrier));
  const silent = ['USPS', 'UPS', 'FedEx', 'DHL'].filter(
    (carrier) => !answer.rates.some((rate) => rate.carrier === carrier),
  );
  expect(answer.messages.map(({ carrier }) => carrier).toSorted()).toEqual(silent.toSorted());
  for (const { carrier, text } of answer.messages) {
    expect(priced.has(carrier)).toBe(false);
    expect(text.length).toBeGreaterThan(10);
  }
  for (const rate of answer.rates) checkRate(rate);
}

function checkRate({ lines, costCents, retailCents, ...rate }: CarrierRate) {
  expect(lines.every(({ cents }) => Number.isSafeInteger(cents))).toBe(true);
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(costCents);
  expect(costCents).toBeGreaterThan(0);
  expect(costCents).toBeLessThan(retailCents ?? Infinity);
  expect(rate.billedWeightLb).toBeGreaterThan(0);
  // Half a cent of rounding in the fuel is all that a saving may exceed the largest discount by.
  expect((retailCents ?? 0) - costCents).toBeLessThanOrEqual((retailCents ?? 0) * 0.62 + 1);
}

const costs = ({ rates }: RateAnswer) => new Map(rates.map(({ service, costCents }) => [service, costCents]));

describe('for parcels of all kinds', () => {
  it('lines add up to the cost, and each carrier gives rates or a reason', () => {
    const random = makeRandom(1);
    for (let turn = 0; turn < 3000; turn += 1) check((turn % 2 ? engine : fuelled).rates(anyRequest(random)));
  });

  it('without fuel no saving is above 62 % by so much as a cent', () => {
    const random = makeRandom(2);
    for (let turn = 0; turn < 3000; turn += 1)
      for (const { retailCents, costCents } of engine.rates(anyRequest(random)).rates)
        expect(((retailCents ?? 0) - costCents) * 100).toBeLessThanOrEqual((retailCents ?? 0) * 62);
  });

  it('the price never falls when the parcel gets heavier', () => {
    const random = makeRandom(3);
    for (let turn = 0; turn < 3000; turn += 1) {
      const request = anyRequest(random);
      const heavier = { ...request.parcel, weightLb: request.parcel.weightLb + random.next() ** 2 * 20 };
      const before = costs(fuelled.rates(request));
      for (const [service, cost] of costs(fuelled.rates({ ...request, parcel: heavier })))
        expect(cost, service).toBeGreaterThanOrEqual(before.get(service) ?? Infinity);
    }
  });

  it('the price never falls from one zone to the next', () => {
    const random = makeRandom(4);
    const byDistance = '97209 98101 99201 94105 90001 85001 55404 10001'.split(' ');
    for (let turn = 0; turn < 500; turn += 1) {
      const { parcel } = anyRequest(random);
      const answers = byDistance.map((zip) => fuelled.rates(makeRequest({ to: { zip }, parcel })));
      for (const [at, answer] of answers.slice(1).entries())
        for (const [service, cost] of costs(answer))
          expect(cost, service).toBeGreaterThanOrEqual(costs(answers[at] ?? answer).get(service) ?? Infinity);
    }
  });
});

describe('mad input', () => {
  const MAD = [
    Number.NaN,
    Infinity,
    -Infinity,
    -1,
    0,
    -0,
    1e308,
    Number.MAX_SAFE_INTEGER,
    5e-324,
    1e-9,
    150.000001,
  ];
  const WORDS = [
    '',
    ' ',
    '\u0000',
    '🚚',
    '<script>',
    "'; drop table",
    '00000',
    '99999',
    '-1',
    'NaN',
    'x'.repeat(10_000),
  ];

  it('of numbers gives messages or sound rates and never throws', () => {
    for (const weightLb of [...MAD, 1])
      for (const lengthIn of [...MAD, 1])
        for (const widthIn of [...MAD, 1])
          for (const type of PACKAGE_TYPES)
            check(engine.rates(makeRequest({ parcel: { type, weightLb, lengthIn, widthIn, heightIn: 1 } })));
  });

  it.each([Number.NaN, Infinity, -Infinity, -1, 0])(
    'of %d pounds or inches is answered with what to enter',
    (mad) => {
      for (const [parcel, text] of [
        [{ weightLb: mad }, /^The weight must be a number/],
        [{ heightIn: mad }, /^Length, width and height must be numbers/],
      ] as const) {
        const answer = engine.rates(makeRequest({ parcel }));
        expect(answer.rates).toEqual([]);
        expect(answer.messages).toHaveLength(4);
        for (const message of answer.messages) expect(message.text).toMatch(text);
      }
    },
  );

  it('of text gives messages or sound rates and never throws', () => {
    for (const zip of WORDS)
      for (const country of [...WORDS, 'US', 'GB', 'constructor', '__proto__'])
        for (const shipDate of [...WORDS, '2026-11-16', '0000-00-00', '2199-12-31'])
          check(
            engine.rates(
              makeRequest({
                from: { zip: '97209' },
                to: { zip, country, street1: zip, state: zip },
                shipDate,
              }),
            ),
          );
  });
});
