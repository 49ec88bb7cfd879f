import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shares } from './shares.ts';

describe('shares', () => {
  it('add up to exactly one hundred percent', () => {
    expect(shares([1, 1, 1])).toEqual([33.4, 33.3, 33.3]);
    expect(shares([0, 0])).toEqual([0, 0]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
        (parts) => {
          const whole = parts.reduce((sum, part) => sum + part, 0);
          const tenths = shares(parts).map((share) => Math.round(share * 10));
          expect(tenths.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : 1000);
          for (const [index, share] of tenths.entries())
            expect(Math.abs(share - ((parts[index] ?? 0) * 1000) / (whole || 1))).toBeLessThan(1);
        },
      ),
    );
  });
});
