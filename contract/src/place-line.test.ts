import { expect, it } from 'vitest';
import { cityLine, placeName } from './place-line.ts';

const AUSTIN = { city: 'Austin', state: 'TX', zip: '78701', country: 'US' };
const LONDON = { city: 'London', state: 'England', zip: 'SW1A 2AA', country: 'GB' };

it.each([
  [AUSTIN, 'Austin TX 78701', 'Austin, TX'],
  [LONDON, 'London SW1A 2AA', 'London, United Kingdom'],
  [{ ...LONDON, state: 'TX' }, 'London SW1A 2AA', 'London, United Kingdom'],
  [{ city: 'Berlin', state: 'Berlin', zip: '10115', country: 'DE' }, '10115 Berlin', 'Berlin, Germany'],
  [
    { city: 'Toronto', state: 'ON', zip: 'M5H 2N2', country: 'CA' },
    'Toronto ON M5H 2N2',
    'Toronto, ON, Canada',
  ],
  [{ city: 'Sydney', state: 'NSW', zip: '2000', country: 'AU' }, 'Sydney NSW 2000', 'Sydney, NSW, Australia'],
  [{ ...AUSTIN, zip: '', state: ' ' }, 'Austin', 'Austin'],
  [
    { city: 'San Juan', state: '', zip: '00901', country: 'PR' },
    'San Juan PR 00901',
    'San Juan, PR, Puerto Rico',
  ],
  [
    { city: 'Ciudad de México', state: 'CDMX', zip: '06600', country: 'MX' },
    '06600 Ciudad de México, CDMX',
    'Ciudad de México, CDMX, Mexico',
  ],
  [
    { city: 'São Paulo', state: 'SP', zip: '01310-100', country: 'BR' },
    'São Paulo-SP 01310-100',
    'São Paulo, SP, Brazil',
  ],
  [
    { city: 'Mumbai', state: 'Maharashtra', zip: '400001', country: 'IN' },
    'Mumbai 400001 Maharashtra',
    'Mumbai, Maharashtra, India',
  ],
  [{ city: 'Minato', state: '', zip: '105-0011', country: 'JP' }, 'Minato 105-0011', 'Minato, Japan'],
  [
    { city: 'Kwun Tong', state: 'Kowloon', zip: '999077', country: 'HK' },
    'Kwun Tong Kowloon 999077',
    'Kwun Tong, Kowloon, Hong Kong',
  ],
])('writes a place the way its country does: %o', (place, line, name) => {
  expect(cityLine(place)).toBe(line);
  expect(placeName(place)).toBe(name);
});
