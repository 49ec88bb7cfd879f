import { expect, it } from 'vitest';
import { mayChange, reasonTexts } from './carrier-messages.ts';

const FREIGHT = 'Pallets ship as freight; none of these parcel services accepts them.';
const DHL = { carrier: 'DHL', text: 'DHL Express does not ship within the United States.' };

it('shows a shared reason once', () => {
  const all = ['USPS', 'FedEx', 'UPS', 'DHL'].map((carrier) => ({ carrier, text: FREIGHT }));
  expect(reasonTexts(all)).toEqual([FREIGHT]);
});

it('names the carriers of a reason that only some share', () => {
  const messages = [
    DHL,
    { carrier: 'UPS', text: 'The parcel is too long.' },
    { carrier: 'FedEx', text: 'The parcel is too long.' },
  ];
  expect(reasonTexts(messages)).toEqual([DHL.text, 'UPS, FedEx: The parcel is too long.']);
});

it('offers to ask again only if a carrier did not answer', () => {
  expect(mayChange([DHL])).toBe(false);
  expect(mayChange([DHL, { text: 'UPS is busy.', temporary: true }])).toBe(true);
  expect(mayChange([])).toBe(false);
});
