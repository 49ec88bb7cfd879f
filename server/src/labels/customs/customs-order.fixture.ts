import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration, CustomsItem } from '@lading/contract/customs/declaration.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { LabelOrder } from '../../providers/label-providers/port.ts';
import { anOrder } from '../label-order.fixture.ts';

const GOODS: [description: string, hsCode: string, origin: string][] = [
  ['Soy wax candle in glass jar', '340600', 'US'],
  ['Cotton T-shirt, knitted', '6109100012', 'HN'],
  ['Stainless steel water bottle', '732393', 'CN'],
  ['Leather wallet', '420231', 'IT'],
  ['Ceramic coffee mug', '691200', 'PT'],
];

/** Different items, so that each can be found on the page. */
export const someItems = (count: number): CustomsItem[] =>
  Array.from({ length: count }, (_, index) => {
    const [description, hsCode, origin] = GOODS[index % GOODS.length] ?? ['Goods', '610910', 'US'];
    return {
      description: `${description} ${index + 1}`,
      quantity: 1 + (index % 3),
      unitWeightOz: 2.5 + index / 10,
      unitValueCents: 1299 + 100 * index,
      hsCode,
      origin,
      sku: index % 2 === 0 ? `SKU-${100 + index}` : '',
    };
  });

export const aDeclaration = (changes: Partial<CustomsDeclaration> = {}): CustomsDeclaration => ({
  contentsType: 'merchandise',
  contentsExplanation: '',
  nonDelivery: 'return',
  signer: 'Dana Whitfield',
  needsLicense: false,
  itn: '',
  invoiceNumber: 'INV-2026-1048',
  senderTaxId: null,
  recipientTaxId: null,
  items: someItems(2),
  ...changes,
});

export const BERLIN: Partial<PostalAddress> = {
  name: 'Jürgen Weiß',
  street1: 'Torstraße 12',
  street2: '',
  city: 'Berlin',
  state: '',
  zip: '10115',
  country: 'DE',
  phone: '+493012345678',
  email: 'jw@example.de',
};

const ABROAD: Record<Carrier, { service: string; serviceName: string }> = {
  USPS: {
    service: 'usps_first_class_package_international',
    serviceName: 'First-Class Package International',
  },
  UPS: { service: 'ups_worldwide_saver', serviceName: 'UPS Worldwide Saver' },
  FedEx: { service: 'fedex_international_priority', serviceName: 'FedEx International Priority' },
  DHL: { service: 'dhl_express_worldwide', serviceName: 'DHL Express Worldwide' },
};

export const NUMBERS: Record<Carrier, string> = {
  USPS: 'LX123456785US',
  UPS: '1Z12345E0300000127',
  FedEx: '794808390594',
  DHL: '3318810025',
};

export function anExport(
  carrier: Carrier,
  customs: Partial<CustomsDeclaration> = {},
  to: Partial<PostalAddress> = BERLIN,
): LabelOrder {
  const order = anOrder(carrier, to);
  return { ...order, rate: { ...order.rate, ...ABROAD[carrier] }, customs: aDeclaration(customs) };
}
