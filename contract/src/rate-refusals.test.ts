import { describe, expect, it } from 'vitest';
import { groupRefusals } from './rate-refusals.ts';

describe('refusals', () => {
  it('list a reason that several carriers share once', () => {
    expect(
      groupRefusals([
        { carrier: 'USPS', text: 'USPS accepts up to 70 lb.' },
        { carrier: 'UPS', text: 'The ZIP code is unknown.' },
        { carrier: 'FedEx', text: 'The ZIP code is unknown.' },
        { carrier: 'FedEx', text: 'The ZIP code is unknown.' },
      ]),
    ).toEqual([
      { carriers: ['USPS'], text: 'USPS accepts up to 70 lb.' },
      { carriers: ['UPS', 'FedEx'], text: 'The ZIP code is unknown.' },
    ]);
  });

  it('are empty if no carrier gave a reason', () => {
    expect(groupRefusals([])).toEqual([]);
  });
});
