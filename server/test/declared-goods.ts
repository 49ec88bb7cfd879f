/** A candle, as a client declares it. */
export const aDeclaration = (changes: Record<string, unknown> = {}) => ({
  contentsType: 'merchandise',
  signer: 'Ada Park',
  items: [anItem()],
  ...changes,
});

export const anItem = (changes: Record<string, unknown> = {}) => ({
  description: 'Soy wax candle',
  quantity: 2,
  unitWeight: 8,
  unitValue: 12.5,
  hsCode: '3406.00',
  origin: 'US',
  sku: 'CANDLE-1',
  ...changes,
});

export const BERLIN = {
  fullName: 'Lena Vogt',
  address: 'Torstraße 25',
  address2: '',
  city: 'Berlin',
  state: 'BE',
  zipCode: '10119',
  country: 'DE',
  phone: '+493055501234',
  email: 'lena@home.example',
};

export const SAO_PAULO = {
  fullName: 'Rafael Lima',
  address: 'Av. Paulista 1578',
  address2: '',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310-200',
  country: 'BR',
  phone: '+551155501234',
  email: 'rafael@home.example',
};
