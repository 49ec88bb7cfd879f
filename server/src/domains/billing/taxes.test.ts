import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../test/random-from.ts';
import { testSeed } from '../../../test/tier.ts';
import { creditedTaxes, includedTaxes, sumOfTaxes } from './taxes.ts';

const VAT = { name: 'VAT', rate: 2_000, appliesTo: 'price' } as const;
const LOCAL = { name: 'Local tax', rate: 825, appliesTo: 'service' } as const;

describe('taxes that a price includes', () => {
  it.each([
    [12_000, 0, [VAT], [[10_000, 2_000]]],
    [1_192, 192, [LOCAL], [[177, 15]]],
    [
      1_192,
      192,
      [
        { ...VAT, rate: 500 },
        { ...VAT, rate: 250 },
      ],
      [
        [1_109, 55],
        [1_109, 28],
      ],
    ],
    [0, 0, [VAT], [[0, 0]]],
    [500, 900, [LOCAL], [[462, 38]]],
    [500, -20, [LOCAL], [[0, 0]]],
  ])('are computed for a total of %i with a service part of %i', (total, service, lines, expected) => {
    expect(includedTaxes(total, service, lines).map(({ netCents, cents }) => [netCents, cents])).toEqual(
      expected,
    );
  });

  it(`of an invoice equal those of all its credit notes together (seed ${testSeed()})`, () => {
    const random = randomFrom(testSeed());
    for (let round = 0; round < 500; round += 1) {
      const totalCents = 1 + Math.floor(random() * 100_000);
      const taxes = includedTaxes(totalCents, Math.floor(random() * totalCents), [VAT, LOCAL]);
      let credited = 0;
      for (let beforeCents = 0; beforeCents < totalCents; ) {
        const cents = Math.min(totalCents - beforeCents, 1 + Math.floor(random() * totalCents));
        const part = sumOfTaxes(creditedTaxes(taxes, { totalCents, beforeCents, cents }));
        expect(part).toBeLessThanOrEqual(cents);
        credited += part;
        beforeCents += cents;
      }
      expect(credited).toBe(sumOfTaxes(taxes));
    }
  });
});
