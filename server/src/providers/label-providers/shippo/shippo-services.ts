import type { Carrier } from '@lading/contract/parcel.ts';
import type { CarrierService } from '../port.ts';

/** Shippo's names for our carriers, in rates, messages and tracking paths. */
const NAMES: ReadonlyMap<string, Carrier> = new Map([
  ['usps', 'USPS'],
  ['ups', 'UPS'],
  ['fedex', 'FedEx'],
  ['dhlexpress', 'DHL'],
  ['dhlecommerce', 'DHL'],
]);

/** Null for an unsupported carrier. */
export const carrierOf = (name: string): Carrier | null =>
  NAMES.get(name.toLowerCase().replace(/[^a-z]/g, '')) ?? null;

/** Shippo has two DHL carriers; a ten-digit number is a DHL Express waybill. */
export function tokenOf(carrier: Carrier, trackingNumber: string): string {
  if (carrier !== 'DHL') return carrier.toLowerCase();
  return /^\d{10}$|^J/i.test(trackingNumber) ? 'dhl_express' : 'dhl_ecommerce';
}

/** By Shippo service-level token, like the domestic ones below. */
const ABROAD: Record<Carrier, readonly (readonly [token: string, name: string])[]> = {
  USPS: [
    ['usps_first_class_package_international_service', 'First-Class Package International'],
    ['usps_priority_mail_international', 'Priority Mail International'],
    ['usps_priority_mail_express_international', 'Priority Mail Express International'],
  ],
  FedEx: [
    ['fedex_international_economy', 'International Economy'],
    ['fedex_international_priority', 'International Priority'],
    ['fedex_international_priority_express', 'International Priority Express'],
    ['fedex_international_first', 'International First'],
    ['fedex_international_connect_plus', 'International Connect Plus'],
  ],
  UPS: [
    ['ups_standard', 'Standard'],
    ['ups_expedited', 'Worldwide Expedited'],
    ['ups_saver', 'Worldwide Saver'],
    ['ups_express', 'Worldwide Express'],
    ['ups_express_plus', 'Worldwide Express Plus'],
    ['ups_express_early', 'Express Early'],
  ],
  DHL: [
    ['dhl_express_worldwide', 'Express Worldwide'],
    ['dhl_express_worldwide_doc', 'Express Worldwide, documents'],
    ['dhl_express_worldwide_nondoc', 'Express Worldwide, goods'],
    ['dhl_express_economy_select_nondoc', 'Economy Select'],
    ['dhl_express_express_12_00_nondoc', 'Express 12:00'],
    ['dhl_express_express_9_00_nondoc', 'Express 9:00'],
  ],
};

/**
 * Domestic services by Shippo service-level token (API description of 2024-06-24). A newer token is still
 * sold, under the name that Shippo sends.
 */
const SERVICES: Record<Carrier, readonly (readonly [token: string, name: string])[]> = {
  USPS: [
    ['usps_ground_advantage', 'Ground Advantage'],
    ['usps_priority', 'Priority Mail'],
    ['usps_priority_express', 'Priority Mail Express'],
    ['usps_media_mail', 'Media Mail'],
  ],
  FedEx: [
    ['fedex_ground', 'Ground'],
    ['fedex_home_delivery', 'Home Delivery'],
    ['fedex_ground_economy', 'Ground Economy'],
    ['fedex_smart_post', 'SmartPost'],
    ['fedex_express_saver', 'Express Saver'],
    ['fedex_2_day', '2Day'],
    ['fedex_2_day_am', '2Day A.M.'],
    ['fedex_standard_overnight', 'Standard Overnight'],
    ['fedex_priority_overnight', 'Priority Overnight'],
    ['fedex_first_overnight', 'First Overnight'],
  ],
  UPS: [
    ['ups_ground', 'Ground'],
    ['ups_surepost', 'SurePost'],
    ['ups_surepost_lightweight', 'SurePost Lightweight'],
    ['ups_surepost_media', 'SurePost Media'],
    ['ups_surepost_bound_printed_matter', 'SurePost Bound Printed Matter'],
    ['ups_mail_innovations_parcel', 'Mail Innovations Parcel'],
    ['ups_mail_innovations_irregular', 'Mail Innovations Irregular'],
    ['ups_mail_innovations_media_mail', 'Mail Innovations Media Mail'],
    ['ups_3_day_select', '3 Day Select'],
    ['ups_second_day_air', '2nd Day Air'],
    ['ups_second_day_air_am', '2nd Day Air A.M.'],
    ['ups_next_day_air_saver', 'Next Day Air Saver'],
    ['ups_next_day_air', 'Next Day Air'],
    ['ups_next_day_air_early_am', 'Next Day Air Early'],
  ],
  DHL: [
    ['dhl_ecommerce_ground', 'eCommerce Ground'],
    ['dhl_ecommerce_expedited', 'eCommerce Expedited'],
    ['dhl_ecommerce_parcels_ground', 'eCommerce Parcels Ground'],
    ['dhl_ecommerce_parcels_expedited', 'eCommerce Parcels Expedited'],
    ['dhl_ecommerce_parcels_expedited_max', 'eCommerce Parcels Expedited Max'],
    ['dhl_ecommerce_parcel_plus_ground', 'eCommerce Parcel Plus Ground'],
    ['dhl_ecommerce_parcel_plus_expedited', 'eCommerce Parcel Plus Expedited'],
    ['dhl_ecommerce_parcel_plus_expedited_max', 'eCommerce Parcel Plus Expedited Max'],
    ['dhl_express_domestic_express_doc', 'Express Domestic'],
  ],
};

const servicesOf = (table: typeof SERVICES, international: boolean): CarrierService[] =>
  Object.entries(table).flatMap(([carrier, services]) =>
    services.map(([code, name]) => ({ carrier: carrier as Carrier, code, name, international })),
  );

export const SHIPPO_SERVICES: readonly CarrierService[] = [
  ...servicesOf(SERVICES, false),
  ...servicesOf(ABROAD, true),
];
