/** Parcels to other countries, territories and military addresses, as API requests. */

interface InternationalParcel {
  name: string;
  receiver: Record<string, string>;
  weight: number;
  customs?: Record<string, unknown>;
  /** Carriers of the built-in provider that must offer a rate. The label is bought from each. */
  carriers: readonly ('USPS' | 'UPS' | 'FedEx' | 'DHL')[];
}

const person = (fullName: string, email: string, phone: string) => ({ fullName, email, phone, address2: '' });

const item = (
  description: string,
  [quantity, unitWeight, unitValue]: readonly [number, number, number],
  hsCode: string,
  more: Record<string, string> = {},
) => ({ description, quantity, unitWeight, unitValue, hsCode, origin: 'US', ...more });

const SIGNER = { signer: 'Ada Park' };

export const INTERNATIONAL_PARCELS: readonly InternationalParcel[] = [
  {
    name: 'a candle to Berlin',
    receiver: {
      ...person('Lena Brandt', 'lena@home.example', '+49 30 901820'),
      address: 'Torstrasse 1',
      city: 'Berlin',
      state: '',
      zipCode: '10119',
      country: 'DE',
    },
    weight: 1.5,
    customs: {
      ...SIGNER,
      items: [item('Soy wax candle in glass', [1, 14, 24], '3406.00', { sku: 'CANDLE-1' })],
    },
    carriers: ['USPS', 'DHL'],
  },
  {
    name: 'five items to Toronto',
    receiver: {
      ...person('Priya Nair', 'priya@home.example', '4165550123'),
      address: '100 Queen St W',
      city: 'Toronto',
      state: 'ON',
      zipCode: 'M5H 2N2',
      country: 'CA',
    },
    weight: 5,
    customs: {
      ...SIGNER,
      items: [
        item('Cotton T-shirt', [2, 6, 19.5], '6109.10'),
        item('Ceramic coffee mug', [1, 14, 16], '6912.00', { origin: 'PT' }),
        item('Paper notebook', [3, 5, 9], '4820.10'),
        item('Leather belt', [1, 8, 38], '4203.30', { origin: 'IT' }),
        item('Wooden spoon', [2, 2, 7.25], '4419.90'),
      ],
    },
    carriers: ['USPS', 'UPS'],
  },
  {
    name: 'documents to London',
    receiver: {
      ...person('Owen Price', 'owen@firm.example', '+44 20 7946 0958'),
      address: '10 Fleet St',
      city: 'London',
      state: '',
      zipCode: 'EC4Y 1AU',
      country: 'GB',
    },
    weight: 0.5,
    customs: {
      ...SIGNER,
      contentsType: 'documents',
      items: [item('Printed contracts', [1, 6, 1], '4911.99')],
    },
    carriers: ['DHL'],
  },
  {
    name: 'a small gift to an APO',
    receiver: {
      ...person('Sam Ortiz', 'sam@mail.example', '5125550188'),
      address: 'PSC 3 Box 4120',
      city: 'APO',
      state: 'AE',
      zipCode: '09021',
      country: 'US',
    },
    weight: 1,
    customs: { ...SIGNER, contentsType: 'gift', items: [item('Knitted wool scarf', [1, 7, 30], '')] },
    carriers: ['USPS'],
  },
  {
    name: 'a parcel to San Juan without a declaration',
    receiver: {
      ...person('Luis Vega', 'luis@home.example', '7875550147'),
      address: '151 Calle de San Francisco',
      city: 'San Juan',
      state: 'PR',
      zipCode: '00901',
      country: 'US',
    },
    weight: 2,
    carriers: ['USPS'],
  },
  {
    name: 'a parcel to Guam',
    receiver: {
      ...person('Tina Cruz', 'tina@home.example', '6715550123'),
      address: '520 W Santo Ave',
      city: 'Hagatna',
      state: 'GU',
      zipCode: '96910',
      country: 'US',
    },
    weight: 2,
    customs: { ...SIGNER, items: [item('Stainless steel bottle', [1, 12, 32], '7323.93')] },
    carriers: ['USPS'],
  },
  {
    name: 'a camera worth more than $2,500 to Japan, with an ITN',
    receiver: {
      ...person('Yuki Sato', 'yuki@home.example', '+81 3 1234 5678'),
      address: '1-1 Chiyoda',
      city: 'Chiyoda-ku',
      state: 'Tokyo',
      zipCode: '100-0001',
      country: 'JP',
    },
    weight: 4,
    customs: {
      ...SIGNER,
      itn: 'X20261116123456',
      items: [item('Digital camera body', [1, 30, 3200], '8525.89')],
    },
    carriers: ['DHL', 'FedEx'],
  },
  {
    name: 'a book to Brazil, with the CPF of the recipient',
    receiver: {
      ...person('Marina Alves', 'marina@home.example', '+55 11 3091 1234'),
      address: 'Rua Augusta 1500',
      city: 'Sao Paulo',
      state: 'SP',
      zipCode: '01304-001',
      country: 'BR',
    },
    weight: 1.5,
    customs: {
      ...SIGNER,
      recipientTaxId: { kind: 'BR-CPF', number: '390.533.447-05' },
      items: [item('Printed cookbook', [1, 20, 28], '4901.99')],
    },
    carriers: ['USPS', 'DHL'],
  },
];
