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

it.each([
  [{ city: 'Berlin', state: 'Berlin', zip: '10115', country: 'DE' }, '10115 BERLIN'],
  [{ city: 'Guadalajara', state: 'Jal.', zip: '44100', country: 'MX' }, '44100 GUADALAJARA, JAL.'],
  [{ city: 'Mumbai', state: 'Maharashtra', zip: '400001', country: 'IN' }, 'MUMBAI 400001 MAHARASHTRA'],
  [{ city: 'San Juan', state: '', zip: '00901', country: 'PR' }, 'SAN JUAN PR 00901'],
  [{ city: 'Toronto', state: 'ON', zip: 'M5H 2N2', country: 'CA' }, 'TORONTO ON M5H 2N2'],
  [{ city: 'Accra', state: '', zip: '', country: 'GH' }, 'ACCRA'],
])('the city line is in the order that the country uses: %o', (place, line) => {
  expect(addressLines({ ...LONDON, ...place }, 'US').at(-2)).toBe(line);
});
