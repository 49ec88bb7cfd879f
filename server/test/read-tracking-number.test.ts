import { describe, expect, it } from 'vitest';
import { readOutsideJson } from './outside/outside.ts';
import { readTrackingNumber } from './read-tracking-number.ts';

interface Vectors {
  carrier: string;
  format: string;
  valid: string[];
  invalid: string[];
}
const VECTORS = readOutsideJson<Vectors[]>('tracking-numbers.json');

/** Sample numbers that the carriers or their users have published. */
const PUBLISHED = [
  ['USPS', 'usps_impb', '9400111206206406260787'],
  ['USPS', 's10', 'RB123456785US'],
  ['UPS', 'ups', '1Z5R89390357567127'],
  ['UPS', 'ups', '1Z12345E0300000127'],
  ['FedEx', 'fedex_12', '794808390594'],
  ['FedEx', 'fedex_12', '986578788855'],
  ['DHL', 'dhl_express', '3318810025'],
  ['DHL', 'dhl_express', '8487135506'],
] as const;

describe('the tracking-number reader of the tests', () => {
  it.each(PUBLISHED)('accepts a published number of %s (%s): %s', (carrier, format, number) => {
    expect(readTrackingNumber(number)).toMatchObject({ carrier, format });
  });

  it.each(PUBLISHED)(
    'rejects a number of %s (%s) with a wrong check digit: %s',
    (_carrier, format, number) => {
      const at = format === 's10' ? 10 : number.length - 1;
      for (const digit of '0123456789') {
        if (digit === number[at]) continue;
        expect(readTrackingNumber(number.slice(0, at) + digit + number.slice(at + 1))).toBeNull();
      }
    },
  );

  it.each(VECTORS)(
    'judges the outside vectors of $format correctly',
    ({ carrier, format, valid, invalid }) => {
      expect(valid.length).toBeGreaterThan(0);
      for (const number of valid)
        expect(readTrackingNumber(number), number).toMatchObject({ carrier, format });
      for (const number of invalid) expect(readTrackingNumber(number), number).toBeNull();
    },
  );

  it('rejects other text', () => {
    for (const text of ['', '1Z', '94001112062064062607870', 'RB123456785DE', ' 794808390594'])
      expect(readTrackingNumber(text)).toBeNull();
  });
});
