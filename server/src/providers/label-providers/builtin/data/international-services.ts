/**
 * International services. Transit days: UPS guide of 2024-10-20 (next day to Canada, 2 to Europe and Latin
 * America, 2 to 3 to Asia; Expedited 2 to Canada, 3 to Mexico, 3 to 4 to Europe, 4 to 5 elsewhere; Standard 2
 * to 7), also used for FedEx. USPS: the middle of the advertised 6 to 10 and 3 to 5 days; First-Class Package
 * has no published time. Limits are general knowledge: First-Class Package 4 lb, 24 in and 36 in for the sum
 * of three sides; Priority International 42 in and 79 in of length plus girth; Express International 36 in
 * and 79 in; FedEx air 130 in of length plus girth. Discounts, in basis points, are our assumption;
 * 2026-11-15.
 */
import type { ServiceFacts } from './service-facts.ts';
import { USPS_ABROAD_MAX_LB } from './usps-international.ts';

const abroad = {
  class: 'international',
  sells: 'both',
  extraDaysOverseas: 0,
  saturdayDelivery: false,
  estimated: true,
  retailKnown: false,
} as const;
const usps = { ...abroad, carrier: 'USPS', discountBp: 2000 } as const;
const ups = { ...abroad, carrier: 'UPS', discountBp: 3500 } as const;
const fedex = { ...abroad, carrier: 'FedEx', discountBp: 3500 } as const;

const FAST_DAYS = { 481: 1, 484: 2, 401: 2, 402: 2, 403: 2, 406: 2, 407: 2, otherwise: 3 } as const;
const SLOWER_DAYS = { 481: 2, 484: 3, 401: 3, 403: 4, 407: 4, otherwise: 5 } as const;
const CANADA_ROAD_DAYS = { 52: 4, otherwise: 6 } as const;
const FEDEX_AIR_LIMITS = { weightLb: 150, sidesIn: [108], lengthPlusGirthIn: 130 };

export const INTERNATIONAL_SERVICES: readonly ServiceFacts[] = [
  {
    ...usps,
    code: 'usps_first_class_package_international',
    name: 'First-Class Package International',
    days: { A: 10, otherwise: 14 },
    limits: { weightLb: 4, sidesIn: [24], lengthPlusGirthIn: null, sumOfSidesIn: 36 },
  },
  {
    ...usps,
    code: 'usps_priority_express_international',
    name: 'Priority Mail Express International',
    days: { A: 3, B: 4, C: 4, otherwise: 5 },
    limits: { weightLb: USPS_ABROAD_MAX_LB, sidesIn: [36], lengthPlusGirthIn: 79 },
  },
  {
    ...usps,
    code: 'usps_priority_international',
    name: 'Priority Mail International',
    days: { A: 6, B: 7, C: 8, otherwise: 10 },
    limits: { weightLb: USPS_ABROAD_MAX_LB, sidesIn: [42], lengthPlusGirthIn: 79 },
  },
  { ...ups, code: 'ups_worldwide_saver', name: 'Worldwide Saver', days: FAST_DAYS },
  { ...ups, code: 'ups_worldwide_expedited', name: 'Worldwide Expedited', days: SLOWER_DAYS },
  { ...ups, code: 'ups_standard', name: 'Standard', class: 'canada-ground', days: CANADA_ROAD_DAYS },
  {
    ...fedex,
    code: 'fedex_international_priority',
    name: 'International Priority',
    days: FAST_DAYS,
    limits: FEDEX_AIR_LIMITS,
  },
  {
    ...fedex,
    code: 'fedex_international_economy',
    name: 'International Economy',
    days: SLOWER_DAYS,
    limits: FEDEX_AIR_LIMITS,
  },
  {
    ...fedex,
    code: 'fedex_international_ground',
    name: 'International Ground',
    class: 'canada-ground',
    days: CANADA_ROAD_DAYS,
  },
  {
    ...abroad,
    code: 'dhl_express_worldwide',
    carrier: 'DHL',
    name: 'Express Worldwide',
    discountBp: 6200,
    days: { A: 2, B: 2, C: 3, D: 3, F: 3, G: 3, H: 3, otherwise: 4 },
    estimated: false,
    retailKnown: true,
  },
];
