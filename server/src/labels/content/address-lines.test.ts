import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

const LONDON = {
  name: 'Dana Reyes',
  company: '',
  street1: '10 Downing St',
  street2: '',
  city: 'London',
  state: 'England',
  zip: 'SW1A 2AA',
  country: 'GB',
  phone: '',
  email: '',
};

it.each(['England', 'TX', ''])('a British address has no state, and the country is last (%j)', (state) => {
  expect(addressLines({ ...LONDON, state }, 'US')).toEqual([
    'DANA REYES',
    '10 DOWNING ST',
    'LONDON SW1A 2AA',
    'UNITED KINGDOM',
  ]);
});

it('an Australian address keeps its state', () => {
  const sydney = { ...LONDON, city: 'Sydney', state: 'NSW', zip: '2000', country: 'AU' };
  expect(addressLines(sydney, 'US').slice(-2)).toEqual(['SYDNEY NSW 2000', 'AUSTRALIA']);
});
