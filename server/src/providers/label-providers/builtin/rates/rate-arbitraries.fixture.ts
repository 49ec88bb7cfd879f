import { MAX_INSURED_CENTS, NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { LITHIUM_BATTERIES, SIGNATURES } from '@lading/contract/customs/vocabulary.ts';
import fc from 'fast-check';
import { inTier } from '../../../../../test/tier.ts';
import { makeCustoms, makeItem, makeRequest } from './rate-request.fixture.ts';

/** The same parcels on every run, so a failure is caused by a code change. */
export const RUNS = { seed: 20261115, numRuns: inTier(500, 2000) };

const between = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true, minExcluded: true });
/** Small parcels are more frequent. */
export const mostlySmall = (max: number) =>
  fc.oneof(between(0, max / 10), between(0, max / 10), between(0, max));

export const parcels = fc.record({
  type: fc.constantFrom('envelope' as const, 'package' as const, 'tube' as const, 'pallet' as const),
  lengthIn: mostlySmall(110),
  widthIn: mostlySmall(60),
  heightIn: mostlySmall(60),
  weightLb: mostlySmall(155),
});
const MAINLAND = '97209 78701 94105 55404 10001 33101 60611 80202 99201 85001'.split(' ');
export const mainland = fc.constantFrom(...MAINLAND);
export const senders = fc
  .constantFrom(...MAINLAND, '99501', '96813', '00901', '09012')
  .map((zip) => ({ zip }));
export const recipients = fc.oneof(
  fc
    .constantFrom(
      ...MAINLAND,
      '99501',
      '99762',
      '96813',
      '96763',
      '00901',
      '96910',
      '96960',
      '09012',
      '34002',
    )
    .map((zip) => ({ zip, country: 'US' })),
  fc.constantFrom('K1A 0B1', 'B3H 1A1', 'X1A 1A1').map((zip) => ({ zip, country: 'CA' })),
  fc
    .constantFrom('MX', 'GB', 'JP', 'AU', 'ZA', 'BR', 'IL', 'RU', 'CU')
    .map((country) => ({ zip: '', country })),
);
export const days = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-11-30'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const declarations = fc.option(
  fc.record({ value: fc.integer({ min: 1, max: 100_000 }), description: fc.string({ maxLength: 40 }) }),
);
const extras = fc.record({
  signature: fc.constantFrom(...SIGNATURES),
  insuredCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: MAX_INSURED_CENTS })),
  saturdayDelivery: fc.boolean(),
  batteries: fc.constantFrom(...LITHIUM_BATTERIES),
});
export const requests = fc
  .record({
    from: senders,
    to: recipients,
    parcel: parcels,
    shipDate: days,
    residential: fc.boolean(),
    customs: declarations.map(
      (item) => item && makeCustoms({ items: [makeItem({ ...item, unitValueCents: item.value })] }),
    ),
    extras: fc.oneof(fc.constant(NO_EXTRAS), extras),
  })
  .map(makeRequest);
