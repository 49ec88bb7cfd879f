import { describe, expect, it } from 'vitest';
import { type ComparableAddress, isChanged } from './address-change.ts';

const ENTERED: ComparableAddress = {
  street1: '965 Mission St',
  street2: 'Apt 4',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
};
const changed = (difference: Partial<ComparableAddress>) => isChanged(ENTERED, { ...ENTERED, ...difference });

describe('isChanged', () => {
  it.each<Partial<ComparableAddress>>([
    { street1: '965 Mission Ave' },
    { street2: 'Apt 5' },
    { street2: '' },
    { city: 'Daly City' },
    { state: 'NV' },
    { country: 'CA' },
    { zip: '94104' },
    { zip: '' },
  ])('is true for %o', (difference) => {
    expect(changed(difference)).toBe(true);
  });

  it.each<Partial<ComparableAddress>>([
    {},
    { street1: ' 965  MISSION st. ' },
    { street1: '965 Mission St, Apt #4', street2: '' },
    { street2: 'Apartment 4' },
    { street2: 'Unit #4' },
    { street2: '# 4' },
    { city: 'SAN FRANCISCO' },
    { state: 'California' },
    { zip: '94103-1741' },
    { zip: '941031741' },
    { country: 'USA' },
    { country: '' },
  ])('is false for %o', (difference) => {
    expect(changed(difference)).toBe(false);
  });

  it('compares all six characters of a Canadian postal code, ignoring case and spaces', () => {
    const ottawa = { ...ENTERED, city: 'Ottawa', state: 'ON', zip: 'K1A 0B1', country: 'CA' };
    expect(isChanged(ottawa, { ...ottawa, zip: 'k1a0b1' })).toBe(false);
    expect(isChanged(ottawa, { ...ottawa, zip: 'K1A 0B2' })).toBe(true);
  });
});
