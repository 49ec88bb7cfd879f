import { readFileSync } from 'node:fs';
import { RECIPIENT } from './wizard.ts';

export const ORDER_COUNT = 20;
/** Every other order goes abroad. */
export const ABROAD_COUNT = ORDER_COUNT / 2;

/** The values that the test enters in the customs panel. The shop export has the rest. */
export const PRODUCTS = [
  { sku: 'CANDLE-8', name: 'Soy wax candle', price: '24.00', weight: '9', hs: '3406.00' },
  { sku: 'MUG-11', name: 'Stoneware mug', price: '18.50', weight: '12', hs: '6912.00' },
  { sku: 'TEE-M', name: 'Cotton T-shirt', price: '29.00', weight: '6', hs: '6109.10' },
] as const;

const place = (
  address: string,
  city: string,
  zip: string,
  state: string,
  country: string,
  phone: string,
) => ({
  'Shipping Address1': address,
  'Shipping City': city,
  'Shipping Zip': zip,
  'Shipping Province': state,
  'Shipping Country': country,
  'Shipping Phone': phone,
});

const { address, city, zipCode, state, phone } = RECIPIENT;
const AUSTIN = place(address, city, zipCode, state, 'US', phone);
/** Each is the destination of one product. */
const ABROAD = [
  place('Torstraße 1', 'Berlin', '10119', '', 'DE', '+49 30 1234567'),
  place('100 Queen St W', 'Toronto', 'M5H 2N2', 'ON', 'CA', '4165550173'),
  place('221B Baker Street', 'London', 'NW1 6XE', '', 'GB', '+44 20 7224 3688'),
];

const EXPORT = new URL('../../web/src/features/bulk-upload/file/testdata/shopify.csv', import.meta.url);

/** Shopify's orders export. */
export function shopExport() {
  const [header = ''] = readFileSync(EXPORT, 'utf8').split(/\r?\n/);
  const orders = Array.from({ length: ORDER_COUNT }, (_, index) => {
    const { name, price, sku } = PRODUCTS[index % PRODUCTS.length] ?? PRODUCTS[0];
    const destination = index % 2 === 0 ? ABROAD[index % ABROAD.length] : AUSTIN;
    return {
      Name: `#${1001 + index}`,
      Email: 'robin@home.example',
      Currency: 'USD',
      'Lineitem quantity': '1',
      'Lineitem name': name,
      'Lineitem price': price,
      'Lineitem sku': sku,
      'Shipping Name': `Robin Vale ${String.fromCharCode(65 + index)}`,
      ...destination,
    } as Record<string, string>;
  });
  const lines = orders.map((order) =>
    header
      .split(',')
      .map((column) => order[column] ?? '')
      .join(','),
  );
  const text = [header, ...lines].join('\r\n');
  return { name: 'orders_export.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}
