import { describe, expect, it } from 'vitest';
import { PEAK_WINDOWS } from '../data/peak-seasons.ts';
import { lineOf, rateOf } from './rate-answer.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const ask = (parts: Parameters<typeof makeRequest>[0] = {}) => engine.rates(makeRequest(parts));
const peakLines = (shipDate: string, service: string, parts: Parameters<typeof makeRequest>[0] = {}) =>
  rateOf(ask({ ...parts, shipDate }), service).lines.filter(({ text }) => text.startsWith('Peak season'));

describe('in the peak season', () => {
  it.each([
    ['2025-10-25', undefined],
    ['2025-10-26', 110],
    ['2025-11-22', 110],
    ['2025-11-23', 205],
    ['2025-12-27', 205],
    ['2025-12-28', 110],
    ['2026-01-17', 110],
    ['2026-01-18', undefined],
    ['2026-06-01', undefined],
    ['2026-11-22', 205],
  ])('on %s a UPS air parcel costs %s cents extra', (shipDate, cents) => {
    expect(peakLines(shipDate, 'ups_2nd_day_air')[0]?.cents).toBe(cents);
  });

  it('ground parcels cost extra only to homes', () => {
    expect(peakLines('2025-12-01', 'ups_ground')).toEqual([]);
    expect(peakLines('2025-12-01', 'fedex_home_delivery', { residential: true })).toEqual([
      { text: 'Peak season: residential delivery', cents: 65 },
    ]);
  });

  it('large parcels cost extra again for their size', () => {
    const tube = { parcel: { type: 'tube' as const, lengthIn: 20, widthIn: 3, heightIn: 3 } };
    expect(peakLines('2025-12-01', 'fedex_ground', tube)).toEqual([
      { text: 'Peak season: additional handling', cents: 1090 },
    ]);
    const over = { parcel: { lengthIn: 97, widthIn: 4, heightIn: 4 } };
    expect(peakLines('2025-10-01', 'ups_ground', over)).toEqual([
      { text: 'Peak season: oversize', cents: 9050 },
    ]);
    const abroad = { ...tube, to: { country: 'GB', zip: '' } };
    expect(peakLines('2025-12-01', 'ups_worldwide_saver', abroad)).toHaveLength(1);
    expect(peakLines('2025-12-01', 'fedex_international_priority', abroad)).toEqual([]);
  });

  it('amounts reused for a later year are marked as estimates', () => {
    expect(peakLines('2026-12-01', 'fedex_2day')).toEqual([
      { text: 'Peak season: air, estimated', cents: 210 },
    ]);
  });

  it('USPS adds nothing, because its list includes the increase', () => {
    expect(peakLines('2025-12-01', 'usps_priority')).toEqual([]);
  });

  it('the windows of a carrier do not overlap', () => {
    for (const windows of Object.values(PEAK_WINDOWS))
      for (const [at, { from, to }] of windows.entries()) {
        expect(from < to).toBe(true);
        expect(from > (windows[at - 1]?.to ?? '')).toBe(true);
      }
  });
});

describe('remote areas', () => {
  it.each([
    ['Nome', '99762', 'AK', 4050],
    ['Anchorage', '99501', 'AK', undefined],
    ['Lanai', '96763', 'HI', 1415],
    ['Honolulu', '96813', 'HI', undefined],
    ['Austin', '78701', 'TX', undefined],
  ])('%s (%s) has the right surcharge', (_, zip, state, cents) => {
    expect(lineOf(ask({ to: { zip, state } }), 'ups_ground', 'Remote area')).toBe(cents);
    expect(lineOf(ask({ to: { zip, state } }), 'usps_priority', 'Remote area')).toBeUndefined();
  });
});
