import type { Carrier } from '../parcel.ts';
import type { PackagePreset } from './packages.ts';

/**
 * The carriers' own packages. Sizes in inches and limits in pounds from the parcel templates of the Shippo API description
 * (MIT, 2024-06-24) and, where those are wrong or missing, from Karrio's package presets for UPS and DHL Express
 * (github.com/karrioapi/karrio) and from FedEx box tables; 2026-11-17. Millimeters and kilograms are converted.
 *
 * id | carrier | name | size | weight limit | flat rate
 */
const TABLE = `
usps_flat_rate_envelope | USPS | Flat Rate Envelope | 12.5 x 9.5 x 0.75 | 70 | flat rate
usps_legal_flat_rate_envelope | USPS | Legal Flat Rate Envelope | 15 x 9.5 x 0.75 | 70 | flat rate
usps_padded_flat_rate_envelope | USPS | Padded Flat Rate Envelope | 12.5 x 9.5 x 1 | 70 | flat rate
usps_gift_card_flat_rate_envelope | USPS | Gift Card Flat Rate Envelope | 10 x 7 x 0.75 | 70 | flat rate
usps_window_flat_rate_envelope | USPS | Window Flat Rate Envelope | 10 x 5 x 0.75 | 70 | flat rate
usps_small_flat_rate_envelope | USPS | Small Flat Rate Envelope | 10 x 6 x 0.75 | 70 | flat rate
usps_small_flat_rate_box | USPS | Small Flat Rate Box | 8.69 x 5.44 x 1.75 | 70 | flat rate
usps_medium_flat_rate_box_1 | USPS | Medium Flat Rate Box, top loading | 11.25 x 8.75 x 6 | 70 | flat rate
usps_medium_flat_rate_box_2 | USPS | Medium Flat Rate Box, side loading | 14 x 12 x 3.5 | 70 | flat rate
usps_large_flat_rate_box | USPS | Large Flat Rate Box | 12.25 x 12.25 x 6 | 70 | flat rate
usps_apo_flat_rate_box | USPS | APO/FPO/DPO Large Flat Rate Box | 12.25 x 12.25 x 6 | 70 | flat rate
usps_board_game_flat_rate_box | USPS | Large Board Game Flat Rate Box | 24.06 x 11.88 x 3.13 | 70 | flat rate
fedex_envelope | FedEx | FedEx Envelope | 12.5 x 9.5 x 0.8 | 10 | -
fedex_small_pak | FedEx | FedEx Small Pak | 12.75 x 10.25 x 0.8 | 50 | -
fedex_large_pak | FedEx | FedEx Large Pak | 15.5 x 12 x 0.8 | 50 | -
fedex_padded_pak | FedEx | FedEx Padded Pak | 14.75 x 11.75 x 2 | 50 | -
fedex_xl_pak | FedEx | FedEx Extra Large Pak | 20.75 x 17.5 x 2 | 50 | -
fedex_small_box_1 | FedEx | FedEx Small Box (S1) | 12.38 x 10.88 x 1.5 | 50 | -
fedex_small_box_2 | FedEx | FedEx Small Box (S2) | 11.25 x 8.75 x 2.63 | 50 | -
fedex_medium_box_1 | FedEx | FedEx Medium Box (M1) | 13.25 x 11.5 x 2.38 | 50 | -
fedex_medium_box_2 | FedEx | FedEx Medium Box (M2) | 11.25 x 8.75 x 4.38 | 50 | -
fedex_large_box_1 | FedEx | FedEx Large Box (L1) | 17.5 x 12.38 x 3 | 50 | -
fedex_large_box_2 | FedEx | FedEx Large Box (L2) | 11.25 x 8.75 x 7.75 | 50 | -
fedex_xl_box_1 | FedEx | FedEx Extra Large Box (X1) | 11.88 x 11 x 10.75 | 50 | -
fedex_xl_box_2 | FedEx | FedEx Extra Large Box (X2) | 15.75 x 14.13 x 6 | 50 | -
fedex_tube | FedEx | FedEx Tube | 38 x 6 x 6 | 50 | -
fedex_10kg_box | FedEx | FedEx 10kg Box | 15.81 x 12.94 x 10.19 | 22 | -
fedex_25kg_box | FedEx | FedEx 25kg Box | 21.56 x 16.56 x 13.19 | 55 | -
ups_express_envelope | UPS | UPS Express Envelope | 12.5 x 9.5 x 2 | - | -
ups_express_legal_envelope | UPS | UPS Express Legal Envelope | 15 x 9.5 x 2 | - | -
ups_express_pak | UPS | UPS Express Pak | 16 x 12.75 x 2 | - | -
ups_pad_pak | UPS | UPS Pad Pak | 14.75 x 11 x 2 | - | -
ups_express_hard_pak | UPS | UPS Express Hard Pak | 14.75 x 11.5 x 2 | - | -
ups_express_box_small | UPS | UPS Express Box, small | 13 x 11 x 2 | 30 | -
ups_express_box_medium | UPS | UPS Express Box, medium | 16 x 11 x 3 | 30 | -
ups_express_box_large | UPS | UPS Express Box, large | 18 x 13 x 3 | 30 | -
ups_express_tube | UPS | UPS Express Tube | 38 x 6 x 6 | - | -
ups_10kg_box | UPS | UPS 10 KG Box | 16.14 x 13.19 x 10.43 | 22 | -
ups_25kg_box | UPS | UPS 25 KG Box | 19.06 x 17.05 x 13.78 | 55 | -
dhl_envelope | DHL | DHL Express Envelope | 13.78 x 10.83 x 0.39 | 1.1 | -
dhl_standard_flyer | DHL | DHL Express Standard Flyer | 15.75 x 11.81 x 0.59 | 4.41 | -
dhl_large_flyer | DHL | DHL Express Large Flyer | 18.7 x 14.76 x 0.59 | 6.61 | -
dhl_box_2 | DHL | DHL Express Box 2 | 13.27 x 7.17 x 3.94 | 2.2 | -
dhl_box_3 | DHL | DHL Express Box 3 | 13.23 x 12.6 x 2.05 | 4.41 | -
dhl_box_4 | DHL | DHL Express Box 4 | 13.27 x 12.68 x 7.09 | 11.02 | -
dhl_box_5 | DHL | DHL Express Box 5 | 13.27 x 12.68 x 13.58 | 22.05 | -
dhl_box_6 | DHL | DHL Express Box 6 | 16.42 x 14.13 x 14.53 | 33.07 | -
dhl_box_7 | DHL | DHL Express Box 7 | 18.94 x 15.91 x 15.31 | 44.09 | -
dhl_box_8 | DHL | DHL Express Box 8 | 21.34 x 17.48 x 16.1 | 55.12 | -`;

/** USPS takes its flat-rate packages with Priority Mail only. Label providers name the international service differently. */
const FLAT_RATE_SERVICES = [
  'usps_priority',
  'usps_priority_international',
  'usps_priority_mail_international',
] as const;

const DESCRIPTIONS = {
  flatRate:
    'For USPS Priority Mail only. Lading has no flat-rate prices: the label is priced by size and weight.',
  carrier: (carrier: Carrier) => `For ${carrier} services only.`,
} as const;

function read(line: string): PackagePreset {
  const [id = '', carrier = '', name = '', size = '', limit = '', flat] = line.split(' | ');
  const [lengthIn = 0, widthIn = 0, heightIn = 0] = size.split(' x ').map(Number);
  const isFlatRate = flat === 'flat rate';
  return {
    id,
    carrier: carrier as Carrier,
    name,
    lengthIn,
    widthIn,
    heightIn,
    maxWeightLb: limit === '-' ? null : Number(limit),
    isFlatRate,
    services: isFlatRate ? [...FLAT_RATE_SERVICES] : [],
    description: isFlatRate ? DESCRIPTIONS.flatRate : DESCRIPTIONS.carrier(carrier as Carrier),
  };
}

export const PACKAGE_PRESETS: readonly PackagePreset[] = TABLE.trim().split('\n').map(read);
