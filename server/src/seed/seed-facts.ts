import { DEMO_CLIENTS } from '../demo/demo-clients.ts';
import { CUSTOMERS, PARCELS, SHOP_PLACES } from '../demo/demo-places.ts';

const people = [...DEMO_CLIENTS.map(({ name }) => name), ...CUSTOMERS.map(({ fullName }) => fullName)];
const nameParts = people.map((name) => name.split(' '));

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '');

const firstNames = nameParts.map(([first = '']) => first);
const lastNames = nameParts.map(([, last = '']) => last);

type Place = (typeof SHOP_PLACES)[number];

const addressOf = ({ address, address2, city, state, zipCode, country }: Place) => ({
  company: '',
  street1: address,
  street2: address2,
  city,
  state,
  zip: zipCode,
  country: country ?? 'US',
});

/** Carrier, code, name, price in cents, days, and the prefix and digits of its tracking numbers. */
const SERVICES = [
  ['USPS', 'usps_ground_advantage', 'Ground Advantage', 740, 4, '94001899999', 11],
  ['USPS', 'usps_priority', 'Priority Mail', 910, 2, '94055899999', 11],
  ['UPS', 'ups_ground', 'Ground', 1050, 3, '1ZSEEDED03', 8],
  ['UPS', 'ups_2nd_day_air', '2nd Day Air', 2380, 2, '1ZSEEDED02', 8],
  ['FedEx', 'fedex_ground', 'Ground', 1080, 3, '79', 10],
  ['FedEx', 'fedex_2day', '2Day', 2290, 2, '78', 10],
  ['DHL', 'dhl_express_worldwide', 'Express Worldwide', 6420, 4, '99', 8],
] as const;

/** The source data of the generated shipments. The statements read it as JSON. */
export const SEED_FACTS = {
  names: firstNames.map((first, index) => ({ first, last: lastNames[index], mail: plain(first) })),
  places: SHOP_PLACES.map(addressOf),
  receivers: CUSTOMERS.map((customer) => ({
    name: customer.fullName,
    ...addressOf(customer),
    phone: '2025550143',
    email: `${plain(customer.fullName)}@mail.example`,
  })),
  parcels: PARCELS,
  services: SERVICES.map(([carrier, code, name, cents, days, numbersBegin, digits]) => ({
    carrier,
    code,
    name,
    cents,
    days,
    numbersBegin,
    digits,
  })),
};

/** A blank 4 × 6 in page, which cannot be mistaken for a real label. */
export const BLANK_LABEL = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
  'latin1',
);
