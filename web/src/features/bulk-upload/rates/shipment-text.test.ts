import { expect, it } from 'vitest';
import { destinationText, labelDataOf, parcelText } from './shipment-text.ts';

const cells = {
  receiver_fullname: 'Dana Reyes',
  receiver_address: '500 W 2nd St',
  receiver_city: 'Austin',
  receiver_state: 'TX',
  receiver_zipcode: '78701',
  receiver_country: 'USA',
  package_weight: '2',
  package_length: '12',
  package_width: '9',
  package_height: '4',
  shipping_date: '2026-11-20',
};

it('describes destination and package', () => {
  expect(destinationText(cells)).toBe('Austin, TX 78701');
  expect(destinationText({ ...cells, receiver_state: 'ON', receiver_country: 'Canada' })).toBe(
    'Austin ON 78701, Canada',
  );
  expect(
    destinationText({
      receiver_city: 'London',
      receiver_state: 'TX',
      receiver_zipcode: 'SW1A 2AA',
      receiver_country: 'UK',
    }),
  ).toBe('London SW1A 2AA, United Kingdom');
  expect(parcelText(cells)).toBe('2 lb · 12 × 9 × 4 in · ships Nov 20');
});

it('names the type and size of an envelope and keeps an unusual date as written', () => {
  const envelope = {
    package_weight: '4',
    package_mass_unit: 'oz',
    package_length: '0',
    package_width: '0',
    package_height: '0',
  };
  expect(parcelText({ ...envelope, shipping_date: '11/20/2026' })).toBe(
    '4 oz · Envelope 12 × 9 × 0.25 in · ships 11/20/2026',
  );
  expect(parcelText({ ...envelope, package_length: '12' })).toBe('4 oz');
});

it('fills the thumbnail label with the known data', () => {
  const label = labelDataOf({ cells, rate: null });
  expect(label.to).toMatchObject({ name: 'Dana Reyes', lines: ['500 W 2nd St'], zip: '78701' });
  expect(label.dimensions).toEqual([12, 9, 4]);
  expect(label.carrier).toBeUndefined();
});
