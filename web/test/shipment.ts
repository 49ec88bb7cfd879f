import type { TransactionAnswer } from '@lading/contract/shipments.ts';

type Transaction = TransactionAnswer['transaction'];

const ADDRESS = {
  fullName: 'Dana Reyes',
  company: '',
  email: 'dana@home.example',
  phone: '5125550188',
  address: '500 W 2nd St',
  address2: 'Ste 1900',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
};

/** A paid shipment with its label. */
export const shipmentOf = (part: Partial<Transaction> = {}): Transaction => ({
  shipment_id: 's1',
  created_at: '2026-11-15T08:00:00Z',
  tracking_number: '9400112345600000000124',
  sender: {
    ...ADDRESS,
    fullName: 'Ada Park',
    email: 'ada@northside.example',
    phone: '5035550142',
    address: '1120 NW Couch St',
    address2: '',
    city: 'Portland',
    state: 'OR',
    zipCode: '97209',
  },
  recipient: ADDRESS,
  shipping_date: '2026-11-16',
  delivery_date: '2026-11-19',
  status: 'pending',
  cost: 12.87,
  labelPath: '/api/shippo/labels/s1',
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  labelStatus: 'ready',
  trackingUrl: null,
  downloadedAt: null,
  package: {
    type: 'package',
    weight: 2,
    length: 12,
    width: 9,
    height: 4,
    distance_unit: 'in',
    mass_unit: 'lb',
  },
  service: 'usps_ground_advantage',
  currency: 'USD',
  internalNotes: '',
  refunded: 0,
  paidAt: '2026-11-15T08:00:00Z',
  events: [],
  ...part,
});

/** A declared parcel with documents and extras. */
export const ABROAD: Partial<Transaction> = {
  recipient: { ...ADDRESS, city: 'Berlin', state: '', zipCode: '10119', country: 'DE' },
  customs: {
    contentsType: 'merchandise',
    contentsExplanation: '',
    nonDelivery: 'return',
    signer: 'Ada Park',
    needsLicense: false,
    itn: '',
    incoterm: 'DDU',
    invoiceNumber: 'INV-7',
    senderTaxId: { kind: 'EU-IOSS', number: '••••••••••67' },
    recipientTaxId: null,
    items: [
      {
        description: 'Soy wax candle',
        quantity: 2,
        unitWeight: 8,
        unitValue: 18.5,
        hsCode: '340600',
        origin: 'US',
        sku: 'CANDLE-8',
      },
    ],
    totalValue: 37,
    exportFiling: 'NOEEI 30.37(a)',
  },
  extras: { signature: 'adult', insuredValue: 37, saturdayDelivery: false, batteries: 'none' },
  documents: [
    { kind: 'customs_form', pages: 1 },
    { kind: 'commercial_invoice', pages: 3 },
  ],
};

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A label as an image file. */
export const labelImage = () =>
  new Response(
    Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0)),
    { headers: { 'content-type': 'image/png' } },
  );
