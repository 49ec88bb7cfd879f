import { describe, expect, it } from 'vitest';
import { readOutsideJson } from './outside/outside.ts';
import { readTrackingNumber } from './read-tracking-number.ts';

interface Vectors {
  format: string;
  carrier: string;
  valid: string[];
  invalid: string[];
}

describe.each(readOutsideJson<Vectors[]>('tracking-numbers.json'))(
  'the tracking-number reader of the tests, for $format',
  ({ format, carrier, valid, invalid }) => {
    it('accepts every published valid number', () => {
      expect(valid.length).toBeGreaterThan(0);
      for (const number of valid) expect(readTrackingNumber(number)).toMatchObject({ carrier, format });
    });

    it('rejects every published invalid number', () => {
      expect(invalid.length).toBeGreaterThan(0);
      for (const number of invalid) expect([number, readTrackingNumber(number)]).toEqual([number, null]);
    });

    it('rejects every wrong check digit', () => {
      for (const number of valid) {
        const at = format === 's10' ? 10 : number.length - 1;
        for (const digit of '0123456789') {
          if (digit === number[at]) continue;
          expect(readTrackingNumber(number.slice(0, at) + digit + number.slice(at + 1))).toBeNull();
        }
      }
    });
  },
);
