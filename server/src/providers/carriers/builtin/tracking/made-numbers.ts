import type { CheckRule } from './check-digits.ts';

/**
 * How the built-in carrier numbers its parcels. Structure and service codes: shared/domain.md, section 1 (2026-08). What would name a real
 * shipper is synthetic and reserved here: USPS mailer 000000, UPS account LADING, and a leading 0 in front of FedEx and DHL numbers,
 * which carry no account; the digit after it keeps the FedEx services apart.
 *
 * Blocks are used up one after the other: `d` is a digit, `a` a letter, `x` either.
 */

export interface MadeNumber {
  /** Printed in front of the check digit's body. */
  lead: string;
  /** The fixed part of the body. */
  prefix: string;
  blocks: readonly string[];
  check: CheckRule;
}

const usps = (serviceType: string): MadeNumber => ({
  lead: '',
  prefix: `94${serviceType}000000`,
  blocks: ['dddddddddd'],
  check: 'mod10-3-1',
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

export const MADE_NUMBERS = {
  usps_ground_advantage: usps('001'),
  usps_priority: usps('055'),
  usps_priority_express: usps('701'),
  ups_ground: ups('03'),
  ups_3_day_select: ups('12'),
  ups_2nd_day_air: ups('02'),
  ups_next_day_air_saver: ups('13'),
  ups_next_day_air: ups('01'),
  fedex_ground: fedex('1'),
  fedex_home_delivery: fedex('2'),
  fedex_express_saver: fedex('3'),
  fedex_2day: fedex('4'),
  fedex_standard_overnight: fedex('5'),
  fedex_priority_overnight: fedex('6'),
  dhl_express_worldwide: { lead: '', prefix: '0', blocks: ['dddddddd'], check: 'mod7' },
} as const satisfies Record<string, MadeNumber>;
