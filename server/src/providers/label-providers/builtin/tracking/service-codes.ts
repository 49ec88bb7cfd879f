/**
 * What the service part of a number says, by format.
 * Sources: UPS and `612` from jkeen/tracking_number_data, release 2.0.0 of 2026-08-17 (MIT, (c) 2017 Jeff Keen), in our words; UPS 08, 11
 * and 65 are general knowledge, and so are the other USPS codes, which agree with USPS's public sample numbers (shared/domain.md,
 * section 1.2).
 */

const USPS_TYPES: Record<string, string> = {
  '001': 'USPS Tracking',
  '021': 'Signature Confirmation',
  '033': 'Collect on Delivery',
  '055': 'Priority Mail',
  '073': 'Certified Mail',
  '088': 'Registered Mail',
  '612': 'Parcel Select',
  '701': 'Priority Mail Express',
};

export const SERVICE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  usps_impb_n: USPS_TYPES,
  usps_impb_c: USPS_TYPES,
  ups: {
    '01': 'Next Day Air',
    '02': '2nd Day Air',
    '03': 'Ground',
    '08': 'Worldwide Expedited',
    '11': 'Standard',
    '12': '3 Day Select',
    '13': 'Next Day Air Saver',
    '15': 'Next Day Air Early',
    '22': 'Ground return, three pickups',
    '42': 'Ground, signature',
    '44': 'Next Day Air, Saturday',
    '65': 'Worldwide Saver',
    '66': 'Worldwide Express',
    '72': 'Ground, collect on delivery',
    '78': 'Ground return, one pickup',
    '90': 'Ground return, mailed label',
    A0: 'Next Day Air Early, adult signature',
    A2: 'Next Day Air, adult signature',
    A8: 'Ground, adult signature',
    YW: 'SurePost',
  },
  ups_waybill: { J: 'Next Day Express', K: 'Ground', V: 'Worldwide Express Saver' },
};
