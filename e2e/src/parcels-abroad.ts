type Fields = Record<string, string>;

interface ParcelAbroad {
  name: string;
  recipient: Fields;
  /** Pounds. */
  weight: string;
  /** Each is bought once. */
  carriers: readonly string[];
  /** Empty without a declaration. */
  items: readonly Fields[];
  /** Fields of the declaration besides its items. */
  customs?: Fields;
  /** What the shipment details show. */
  shown: readonly string[];
  /** Pages to attach besides the label, by carrier. */
  documents: Readonly<Record<string, boolean>>;
}

const person = (fullName: string, phone: string, place: Fields): Fields => ({
  country: 'US',
  fullName,
  email: 'recipient@home.example',
  phone,
  address2: '',
  ...place,
});

const item = (
  description: string,
  [quantity, unitWeight, unitValue]: readonly [number, number, number],
  hsCode: string,
  origin = 'US',
): Fields => ({
  description,
  quantity: String(quantity),
  unitWeight: String(unitWeight),
  unitValue: String(unitValue),
  hsCode,
  origin,
});

const SMALL_VALUE = 'NOEEI 30.37(a)';

export const PARCELS_ABROAD: readonly ParcelAbroad[] = [
  {
    name: 'a candle to Berlin',
    recipient: person('Jana Klein', '+49 30 1234567', {
      country: 'DE',
      address: 'Torstraße 1',
      zipCode: '10119',
      city: 'Berlin',
    }),
    weight: '1.5',
    carriers: ['USPS', 'DHL'],
    items: [item('Soy wax candle', [1, 14, 24], '3406.00')],
    shown: ['1 × Soy wax candle', SMALL_VALUE],
    documents: { USPS: true, DHL: true },
  },
  {
    name: 'five items to Toronto',
    recipient: person('Priya Nair', '4165550123', {
      country: 'CA',
      address: '100 Queen St W',
      city: 'Toronto',
      state: 'ON',
      zipCode: 'M5H 2N2',
    }),
    weight: '5',
    carriers: ['USPS'],
    items: [
      item('Cotton T-shirt', [2, 6, 19.5], '6109.10'),
      item('Ceramic coffee mug', [1, 14, 16], '6912.00', 'PT'),
      item('Paper notebook', [3, 5, 9], '4820.10'),
      item('Leather belt', [1, 8, 38], '4203.30', 'IT'),
      item('Wooden spoon', [2, 2, 7.25], '4419.90'),
    ],
    shown: ['2 × Cotton T-shirt', '2 × Wooden spoon', '$134.50', 'NOEEI 30.36'],
    documents: { USPS: true },
  },
  {
    name: 'documents to London',
    recipient: person('Owen Price', '+44 20 7946 0958', {
      country: 'GB',
      address: '10 Fleet St',
      city: 'London',
      zipCode: 'EC4Y 1AU',
    }),
    weight: '0.5',
    carriers: ['DHL'],
    items: [item('Printed contracts', [1, 6, 1], '4911.99')],
    customs: { 'customs.contentsType': 'documents' },
    shown: ['1 × Printed contracts', 'Documents'],
    documents: { DHL: false },
  },
  {
    name: 'a gift to an APO',
    recipient: person('Sam Ortiz', '5125550188', {
      address: 'PSC 3 Box 4120',
      city: 'APO',
      state: 'AE',
      zipCode: '09021',
    }),
    weight: '1',
    carriers: ['USPS'],
    items: [item('Knitted wool scarf', [1, 7, 30], '')],
    customs: { 'customs.contentsType': 'gift' },
    shown: ['1 × Knitted wool scarf', 'Gift'],
    documents: { USPS: true },
  },
  {
    name: 'a package to San Juan without a declaration',
    recipient: person('Luis Vega', '7875550147', {
      address: '151 Calle de San Francisco',
      city: 'San Juan',
      state: 'PR',
      zipCode: '00901',
    }),
    weight: '2',
    carriers: ['USPS'],
    items: [],
    shown: [],
    documents: { USPS: false },
  },
  {
    name: 'a package to Guam',
    recipient: person('Tina Cruz', '6715550123', {
      address: '520 W Santo Ave',
      city: 'Hagatna',
      state: 'GU',
      zipCode: '96910',
    }),
    weight: '2',
    carriers: ['USPS'],
    items: [item('Stainless steel bottle', [1, 12, 32], '7323.93')],
    shown: ['1 × Stainless steel bottle', SMALL_VALUE],
    documents: { USPS: true },
  },
  {
    name: 'a camera worth more than $2,500 to Japan, with an ITN',
    recipient: person('Yuki Sato', '+81 3 1234 5678', {
      country: 'JP',
      zipCode: '100-0001',
      state: 'Tokyo',
      city: 'Chiyoda-ku',
      address: '1-1 Chiyoda',
    }),
    weight: '4',
    carriers: ['DHL'],
    items: [item('Digital camera body', [1, 30, 3200], '8525.89')],
    customs: { 'customs.itn': 'X20261116123456' },
    shown: ['1 × Digital camera body', 'AES X20261116123456'],
    documents: { DHL: true },
  },
  {
    name: 'a book to Brazil, with the CPF of the recipient',
    recipient: person('Marina Alves', '+55 11 3091 1234', {
      country: 'BR',
      address: 'Rua Augusta 1500',
      city: 'Sao Paulo',
      state: 'SP',
      zipCode: '01304-001',
    }),
    weight: '1.5',
    carriers: ['USPS'],
    items: [item('Printed cookbook', [1, 20, 28], '4901.99')],
    customs: { 'customs.recipientTaxId.kind': 'BR-CPF', 'customs.recipientTaxId.number': '390.533.447-05' },
    shown: ['1 × Printed cookbook', '••••••••••••05'],
    documents: { USPS: true },
  },
];
