/** Requests with only the fields of the specification. */

export const SENDER = {
  fullName: 'Ada Park',
  address: '1120 SW 5th Ave',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97204',
  country: 'US',
  phone: '5035550142',
  email: 'ada@shop.example',
};

export const RECIPIENT = {
  fullName: 'Dana Reyes',
  address: '500 W 2nd St Apt 1900',
  address2: '',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
  phone: '5125550188',
  email: 'dana@mail.example',
};

export const PACKAGE = {
  length: 12,
  width: 9,
  height: 4,
  weight: 2,
  distance_unit: 'in',
  mass_unit: 'lb',
  type: 'package',
};

export const ENVELOPE = { ...PACKAGE, type: 'envelope', length: 12, width: 9, height: 0.25, weight: 0.4 };

export const PROFILE = {
  fullName: 'Ada Park',
  phone: '5035550142',
  defaultAddress: {
    address: '1120 SW 5th Ave',
    city: 'Portland',
    state: 'OR',
    zipCode: '97204',
    country: 'US',
  },
};

export const CLIENT_UPDATE = {
  fullName: 'Ada Park-Stone',
  phone: '5035550143',
  address: { street: '1120 SW 5th Ave', city: 'Portland', state: 'OR', zipCode: '97204', country: 'USA' },
  status: 'active',
  commissionType: 'percentage',
  commissionAmount: 12.5,
};

const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' };
export const CARDS = { good: CARD, declined: { ...CARD, number: '4000000000000002' } };

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
