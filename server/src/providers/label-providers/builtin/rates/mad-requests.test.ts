import type { PostalAddress } from '@lading/contract/address.ts';
import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer, checkRate } from './rate-answer.fixture.ts';
import { days, RUNS, recipients, senders } from './rate-arbitraries.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();

describe('mad input', () => {
  const madNumbers = fc.oneof(
    fc.double(),
    fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -0, 1e308, 5e-324, 2 ** 53, 150.000001, 1, 20),
  );
  const madWords = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '\0', '🚚', '９４１０３', '00000', '99999', '-1', 'NaN', "'; drop table"),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(10_000)),
    fc.constantFrom(
      'US',
      'CA',
      'GB',
      'ZZ',
      'cu',
      '97209',
      '97209-1234',
      'K1A 0B1',
      'AE',
      '0000-00-00',
      '2199-12-31',
    ),
  );
  const madAddresses: fc.Arbitrary<PostalAddress> = fc.record({
    name: madWords,
    company: madWords,
    street1: madWords,
    street2: madWords,
    city: madWords,
    state: madWords,
    zip: madWords,
    country: madWords,
    phone: madWords,
    email: madWords,
  });
  const madParcels = fc.record({
    type: fc.constantFrom(...PACKAGE_TYPES),
    lengthIn: madNumbers,
    widthIn: madNumbers,
    heightIn: madNumbers,
    weightLb: madNumbers,
  });

  it('of numbers gives messages or sound rates and never throws', () => {
    fc.assert(
      fc.property(madParcels, recipients, (parcel, to) => {
        const answer = engine.rates(makeRequest({ parcel, to }));
        checkAnswer(answer);
        answer.rates.forEach(checkRate);
      }),
      RUNS,
    );
  });

  it('of text gives messages or sound rates and never throws', () => {
    const oneMad = fc.record({
      from: fc.oneof(madAddresses, senders),
      to: fc.oneof(madAddresses, recipients),
      shipDate: fc.oneof(madWords, days),
      residential: fc.boolean(),
    });
    fc.assert(
      fc.property(oneMad, (parts) => {
        const answer = engine.rates(makeRequest(parts));
        checkAnswer(answer);
        answer.rates.forEach(checkRate);
      }),
      RUNS,
    );
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
});
