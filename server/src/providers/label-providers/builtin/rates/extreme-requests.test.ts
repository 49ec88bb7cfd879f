import type { PostalAddress } from '@lading/contract/address.ts';
import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer, checkRate } from './rate-answer.fixture.ts';
import { days, RUNS, recipients, senders } from './rate-arbitraries.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();

describe('arbitrary input', () => {
  const oddNumbers = fc.oneof(
    fc.double(),
    fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -0, 1e308, 5e-324, 2 ** 53, 150.000001, 1, 20),
  );
  const oddWords = fc.oneof(
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
  const oddAddresses: fc.Arbitrary<PostalAddress> = fc.record({
    name: oddWords,
    company: oddWords,
    street1: oddWords,
    street2: oddWords,
    city: oddWords,
    state: oddWords,
    zip: oddWords,
    country: oddWords,
    phone: oddWords,
    email: oddWords,
  });
  const oddParcels = fc.record({
    type: fc.constantFrom(...PACKAGE_TYPES),
    lengthIn: oddNumbers,
    widthIn: oddNumbers,
    heightIn: oddNumbers,
    weightLb: oddNumbers,
  });

  it('in numbers gives messages or valid rates and never throws', () => {
    fc.assert(
      fc.property(oddParcels, recipients, (parcel, to) => {
        const answer = engine.rates(makeRequest({ parcel, to }));
        checkAnswer(answer);
        answer.rates.forEach(checkRate);
      }),
      RUNS,
    );
  });

  it('in text gives messages or valid rates and never throws', () => {
    const oddParts = fc.record({
      from: fc.oneof(oddAddresses, senders),
      to: fc.oneof(oddAddresses, recipients),
      shipDate: fc.oneof(oddWords, days),
      residential: fc.boolean(),
    });
    fc.assert(
      fc.property(oddParts, (parts) => {
        const answer = engine.rates(makeRequest(parts));
        checkAnswer(answer);
        answer.rates.forEach(checkRate);
      }),
      RUNS,
    );
  });

  it.each([Number.NaN, Infinity, -Infinity, -1, 0])('of %d pounds or inches gets instructions', (odd) => {
    for (const [parcel, text] of [
      [{ weightLb: odd }, /^The weight must be more than 0 lb/],
      [{ heightIn: odd }, /^Length, width and height must be more than 0 in/],
    ] as const) {
      const answer = engine.rates(makeRequest({ parcel }));
      expect(answer.rates).toEqual([]);
      expect(answer.messages).toHaveLength(4);
      for (const message of answer.messages) expect(message.text).toMatch(text);
    }
  });
});
