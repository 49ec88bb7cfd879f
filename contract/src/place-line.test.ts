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
])('writes a place the way its country does: %o', (place, line, name) => {
  expect(cityLine(place)).toBe(line);
  expect(placeName(place)).toBe(name);
});
