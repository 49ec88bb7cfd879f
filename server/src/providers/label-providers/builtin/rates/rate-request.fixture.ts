import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration, CustomsItem } from '@lading/contract/customs/declaration.ts';
import { type Extras, NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import type { RateRequest } from '../../port.ts';

const makeAddress = (over: Partial<PostalAddress> = {}): PostalAddress => ({
  name: 'Dana Reyes',
  company: '',
  street1: '500 W 2nd St',
  street2: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
  phone: '5125550123',
  email: '',
  ...over,
});

const PORTLAND = makeAddress({
  street1: '1120 NW Couch St',
  city: 'Portland',
  state: 'OR',
  zip: '97209',
});
export const LONDON = makeAddress({ city: 'London', state: '', zip: 'SW1A 1AA', country: 'GB' });

export const makeItem = (over: Partial<CustomsItem> = {}): CustomsItem => ({
  description: 'Soy wax candle',
  quantity: 2,
  unitWeightOz: 8,
  unitValueCents: 1800,
  hsCode: '340600',
  origin: 'US',
  sku: 'CANDLE-8',
  ...over,
});

export const makeCustoms = (over: Partial<CustomsDeclaration> = {}): CustomsDeclaration => ({
  contentsType: 'merchandise',
  contentsExplanation: '',
  nonDelivery: 'return',
  signer: 'Dana Reyes',
  needsLicense: false,
  itn: '',
  invoiceNumber: '',
  senderTaxId: null,
  recipientTaxId: null,
  items: [makeItem()],
  ...over,
});

interface RequestParts {
  from?: Partial<PostalAddress>;
  to?: Partial<PostalAddress>;
  parcel?: Partial<Parcel>;
  shipDate?: string;
  residential?: boolean;
  customs?: CustomsDeclaration | null;
  extras?: Extras;
}

/** Two pounds from Portland, Oregon, to an office in Austin, Texas, on a Monday. International parcels have a declaration. */
export const makeRequest = ({ from, to, parcel, ...rest }: RequestParts = {}): RateRequest => ({
  from: { ...PORTLAND, ...from },
  to: makeAddress(to),
  parcel: { type: 'package', lengthIn: 9, widthIn: 6, heightIn: 4, weightLb: 2, ...parcel },
  shipDate: '2026-11-16',
  residential: false,
  customs: (to?.country ?? 'US') === 'US' ? null : makeCustoms(),
  extras: NO_EXTRAS,
  ...rest,
});
