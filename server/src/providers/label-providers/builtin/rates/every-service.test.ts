import { describe, expect, it } from 'vitest';
import { readTrackingNumber } from '../../../../../test/read-tracking-number.ts';
import { makeLabel } from '../../../../labels/make-label.ts';
import { SERVICES } from '../data/services.ts';
import { isNumberedService, makeTrackingNumber } from '../tracking/number-maker.ts';
import { rateOf } from './rate-answer.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { LONDON, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const PALLET = { type: 'pallet', lengthIn: 48, widthIn: 40, heightIn: 60, weightLb: 650 } as const;
const CANADA = { city: 'Toronto', state: 'ON', zip: 'M5V 2T6', country: 'CA' };

describe('every service', () => {
  it.each(SERVICES)(
    '$code has a rate, a tracking number and a label',
    ({ code, carrier, class: kind, sells }) => {
      const to = kind === 'canada-ground' ? CANADA : kind === 'international' ? LONDON : {};
      const parcel = kind === 'freight' ? PALLET : {};
      const request = makeRequest({ to, parcel, residential: sells === 'homes' });
      const rate = rateOf(engine.rates(request), code);
      if (!isNumberedService(code)) throw new Error(`${code} has no numbers`);
      const number = makeTrackingNumber(code, 42);
      expect(readTrackingNumber(number)).toMatchObject({ carrier });
      const label = makeLabel({ ...request, rate, reference: 'Order 1' }, number);
      expect(label.format).toBe('lading-page');
      expect(label.bytes.length).toBeGreaterThan(1000);
    },
  );

  it('has a unique code, and international services are marked as such', () => {
    const services = engine.services();
    expect(new Set(services.map(({ code }) => code)).size).toBe(SERVICES.length);
    expect(services.filter(({ international }) => international).map(({ code }) => code)).toHaveLength(10);
  });
});
