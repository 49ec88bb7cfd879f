import type { CheckRule } from './check-digits.ts';

/**
 * How the built-in label provider numbers parcels. Structure: USPS Publication 199, UPU S10, and for UPS,
 * FedEx and DHL jkeen/tracking_number_data 2.0.0 (MIT). Shipper ids are synthetic: USPS mailer 000000, UPS
 * account LADING, and a leading 0 for FedEx and DHL, whose numbers carry no account; the next digit separates
 * the FedEx services. S10 service letters: L tracked packet, C parcel, E express; the X is ours. UPS codes
 * 08, 11 and 65 are general knowledge, 56 for freight is ours. Blocks are used in order: `d` is a digit, `a` a letter, `x` either.
 */

export interface MadeNumber {
  /** Printed before the part that the check digit covers. */
  lead: string;
  /** The fixed start of that part. */
  prefix: string;
  blocks: readonly string[];
  check: CheckRule;
  /** Printed after the check digit. */
  tail?: string;
}

const usps = (serviceType: string): MadeNumber => ({
  lead: '',
  prefix: `94${serviceType}000000`,
  blocks: ['dddddddddd'],
  check: 'mod10-3-1',
});

const s10 = (service: string): MadeNumber => ({
  lead: service,
  prefix: '',
  blocks: ['dddddddd'],
  check: 's10',
  tail: 'US',
});

const ups = (service: string): MadeNumber => ({
  lead: '1Z',
  prefix: `LADING${service}`,
  blocks: ['ddddddd', 'axxxxxx'],
  check: 'mod10-1-2',
});

const fedex = (service: string): MadeNumber => ({
  lead: '',
  prefix: `0${service}`,
  blocks: ['ddddddddd'],
  check: 'mod11',
});

const fedexFreight = (service: string): MadeNumber => ({
  lead: '',
  prefix: `00${service}`,
  blocks: ['dddddddd'],
  check: 'mod11',
});

export const MADE_NUMBERS = {
  usps_ground_advantage: usps('001'),
  usps_priority: usps('055'),
  usps_priority_express: usps('701'),
  usps_first_class_package_international: s10('LX'),
  usps_priority_international: s10('CX'),
  usps_priority_express_international: s10('EX'),
  ups_ground: ups('03'),
  ups_3_day_select: ups('12'),
  ups_2nd_day_air: ups('02'),
  ups_next_day_air_saver: ups('13'),
  ups_next_day_air: ups('01'),
  ups_worldwide_saver: ups('65'),
  ups_worldwide_expedited: ups('08'),
  ups_standard: ups('11'),
  fedex_ground: fedex('1'),
  fedex_home_delivery: fedex('2'),
  fedex_express_saver: fedex('3'),
  fedex_2day: fedex('4'),
  fedex_standard_overnight: fedex('5'),
  fedex_priority_overnight: fedex('6'),
  fedex_international_priority: fedex('7'),
  fedex_international_economy: fedex('8'),
  fedex_international_ground: fedex('9'),
  fedex_freight_economy: fedexFreight('1'),
  fedex_freight_priority: fedexFreight('2'),
  ups_3_day_freight: ups('56'),
  dhl_express_worldwide: { lead: '', prefix: '0', blocks: ['dddddddd'], check: 'mod7' },
} as const satisfies Record<string, MadeNumber>;
