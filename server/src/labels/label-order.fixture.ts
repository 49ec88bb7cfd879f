import type { PostalAddress } from '@lading/contract/address.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { LabelOrder } from '../providers/label-providers/port.ts';

const SENDER: PostalAddress = {
  name: 'Dana Whitfield',
  company: 'Harbor & Pine Outfitters',
  street1: '2180 Industrial Way',
  street2: 'Suite 14',
  city: 'Portland',
  state: 'OR',
  zip: '97210',
  country: 'US',
  phone: '5035550142',
  email: '',
};

const RECIPIENT: PostalAddress = {
  name: 'Maria Gonzalez',
  company: '',
  street1: '1455 Market Street',
  street2: 'Apt 600',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
  phone: '4155550123',
  email: '',
};

/** One service per carrier, with a tracking number that has a correct check digit. */
export const SERVICES: Record<Carrier, { service: string; serviceName: string; number: string }> = {
  USPS: {
    service: 'usps_ground_advantage',
    serviceName: 'Ground Advantage',
    number: '9400112345600000000124',
  },
  UPS: { service: 'ups_ground', serviceName: 'UPS Ground', number: '1Z12345E0300000127' },
  FedEx: { service: 'fedex_ground', serviceName: 'FedEx Ground', number: '794808390594' },
  DHL: { service: 'dhl_express_worldwide', serviceName: 'DHL Express Worldwide', number: '3318810025' },
};

export function anOrder(
  carrier: Carrier,
  to: Partial<PostalAddress> = {},
  reference = 'Order 10482',
): LabelOrder {
  const { service, serviceName } = SERVICES[carrier];
  return {
    key: 'key-1',
    rate: {
      carrier,
      service,
      serviceName,
      costCents: 812,
      retailCents: null,
      currency: 'USD',
      zone: '4',
      billedWeightLb: 3,
      lines: [],
      estimatedDays: 3,
      deliveryDate: '2026-11-20',
      estimated: false,
    },
    from: SENDER,
    to: { ...RECIPIENT, ...to },
    parcel: { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 2.5 },
    shipDate: '2026-11-16',
    reference,
    customs: null,
    extras: NO_EXTRAS,
  };
}

/** The same random texts in every run, with characters from all of Unicode. */
export function oddTexts(count: number, maxLength: number): string[] {
  let state = 20261115;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const character = () => String.fromCodePoint(below([0x80, 0x600, 0x10000, 0x110000][below(4)] ?? 0x80));
  return Array.from({ length: count }, () =>
    Array.from({ length: below(maxLength + 1) }, character).join(''),
  );
}
