/**
 * The domestic services; international-services.ts and freight.ts have the others. Transit days follow what the carriers
 * publish for each service; where they give a range, we chose one figure (Priority zones 1 and 2, Ground zone
 * 4, travel within Alaska and Oahu). Limits: DHL and FedEx guides 2025. USPS Ground Advantage ends at 108 in,
 * because our table ends there. Discounts off the published price, in basis points, are our
 * assumption of commercial pricing; 2026-11-15.
 */
import type { Carrier } from '@lading/contract/parcel.ts';
import { FREIGHT_SERVICES } from './freight.ts';
import { INTERNATIONAL_SERVICES } from './international-services.ts';
import type { Limits, ServiceFacts } from './service-facts.ts';

const GROUND_DAYS = { 2: 1, 3: 2, 4: 3, 5: 3, 6: 4, 7: 5, 8: 5, 14: 2, 22: 4, otherwise: 7 } as const;
const usps = {
  carrier: 'USPS',
  class: 'postal',
  discountBp: 2000,
  saturdayDelivery: true,
  retailKnown: true,
} as const;
const fedex = {
  carrier: 'FedEx',
  discountBp: 3500,
  estimated: false,
  extraDaysOverseas: 0,
  retailKnown: true,
} as const;
const ups = {
  carrier: 'UPS',
  sells: 'both',
  discountBp: 3500,
  estimated: true,
  extraDaysOverseas: 0,
  saturdayDelivery: false,
  retailKnown: true,
} as const;
const fedexAir = { ...fedex, class: 'express', sells: 'both', saturdayDelivery: false } as const;
const upsAir = { ...ups, class: 'express' } as const;

export const SERVICES: readonly ServiceFacts[] = [
  {
    ...usps,
    code: 'usps_ground_advantage',
    name: 'Ground Advantage',
    sells: 'both',
    days: { 1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4, otherwise: 5 },
    extraDaysOverseas: 3,
    estimated: false,
  },
  {
    ...usps,
    code: 'usps_priority',
    name: 'Priority Mail',
    sells: 'both',
    days: { 1: 1, 2: 2, 3: 2, 4: 2, 5: 2, otherwise: 3 },
    extraDaysOverseas: 0,
    estimated: false,
  },
  {
    ...usps,
    code: 'usps_priority_express',
    name: 'Priority Mail Express',
    sells: 'both',
    days: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, otherwise: 2 },
    extraDaysOverseas: 0,
    estimated: false,
  },
  { ...ups, code: 'ups_ground', name: 'Ground', class: 'ground', days: GROUND_DAYS },
  { ...upsAir, code: 'ups_3_day_select', name: '3 Day Select', days: { otherwise: 3 } },
  { ...upsAir, code: 'ups_2nd_day_air', name: '2nd Day Air', days: { otherwise: 2 } },
  { ...upsAir, code: 'ups_next_day_air_saver', name: 'Next Day Air Saver', days: { otherwise: 1 } },
  { ...upsAir, code: 'ups_next_day_air', name: 'Next Day Air', days: { otherwise: 1 } },
  {
    ...fedex,
    code: 'fedex_ground',
    name: 'Ground',
    class: 'ground',
    sells: 'businesses',
    days: GROUND_DAYS,
    saturdayDelivery: false,
  },
  {
    ...fedex,
    code: 'fedex_home_delivery',
    name: 'Home Delivery',
    class: 'ground',
    sells: 'homes',
    days: GROUND_DAYS,
    saturdayDelivery: true,
  },
  { ...fedexAir, code: 'fedex_express_saver', name: 'Express Saver', days: { otherwise: 3 } },
  { ...fedexAir, code: 'fedex_2day', name: '2Day', days: { otherwise: 2 } },
  { ...fedexAir, code: 'fedex_standard_overnight', name: 'Standard Overnight', days: { otherwise: 1 } },
  { ...fedexAir, code: 'fedex_priority_overnight', name: 'Priority Overnight', days: { otherwise: 1 } },
  ...INTERNATIONAL_SERVICES,
  ...FREIGHT_SERVICES,
];

export const LIMITS: Readonly<Record<Carrier, Limits>> = {
  USPS: { weightLb: 70, sidesIn: [], lengthPlusGirthIn: 108 },
  UPS: { weightLb: 150, sidesIn: [108], lengthPlusGirthIn: 165 },
  FedEx: { weightLb: 150, sidesIn: [108], lengthPlusGirthIn: 165 },
  DHL: { weightLb: 150, sidesIn: [48, 32, 32], lengthPlusGirthIn: null },
};

/** The heaviest envelope that gets the envelope price of a tariff. 8 oz is our assumption. */
export const ENVELOPE_MAX_LB = 0.5;
/** The DHL document prices end here. */
export const DOCUMENT_MAX_LB = 4;
