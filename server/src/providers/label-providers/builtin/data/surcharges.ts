/**
 * Surcharges in cents. FedEx: Service Guide 2025, effective 2025-01-06. UPS additional handling: the 2026
 * schedule as quoted by shipware.com; UPS residential and large-package amounts are estimates taken from
 * FedEx. USPS: the public price service, October 2024. International: UPS guide of 2024-10-20, an estimate
 * for FedEx. Delivery-area fees within the contiguous states are missing, because we have no list of their
 * ZIP codes. For Alaska and Hawaii the amounts are published (UPS 2024, FedEx 2025) but the list of remote
 * places is our estimate. Fuel is a weekly percentage of the transport price; it is a setting and zero until
 * the operator enters one.
 */
import type { Carrier } from '@lading/contract/parcel.ts';

/** Amounts for zone 2, zones 3 and 4, zones 5 and 6, and all others. */
type ByZone = readonly [number, number, number, number];

interface ParcelSurcharges {
  schedule: string;
  residential: { ground: number; express: number };
  handlingBySize: ByZone;
  handlingByWeight: ByZone;
  handlingByPackaging: ByZone;
  oversize: ByZone;
  abroad: { residential: { ground: number; express: number }; handling: number; oversize: number };
  remote: { alaska: number; hawaii: number };
}

const ABROAD = { residential: { ground: 585, express: 620 }, handling: 1400, oversize: 22_000 };

export const PARCEL_SURCHARGES: Readonly<Record<'UPS' | 'FedEx', ParcelSurcharges>> = {
  FedEx: {
    schedule: '2025-01-06',
    residential: { ground: 595, express: 655 },
    handlingBySize: [2800, 3100, 3600, 3800],
    handlingByWeight: [4350, 4750, 5275, 5500],
    handlingByPackaging: [2500, 2900, 3100, 3150],
    oversize: [24_000, 26_000, 29_750, 30_500],
    abroad: ABROAD,
    remote: { alaska: 4300, hawaii: 1450 },
  },
  UPS: {
    schedule: '2026',
    residential: { ground: 595, express: 655 },
    handlingBySize: [3000, 3325, 3850, 4050],
    handlingByWeight: [4650, 5075, 5625, 5875],
    handlingByPackaging: [2675, 3100, 3325, 3375],
    oversize: [24_000, 26_000, 29_750, 30_500],
    abroad: ABROAD,
    remote: { alaska: 4050, hawaii: 1415 },
  },
};

/** ZIP codes from and to. In Alaska all but Anchorage, the Matanuska valley, Fairbanks and Juneau; in Hawaii Lanai and Molokai. */
export const REMOTE_PLACES = {
  alaskaNear:
    '99501-99530 99567-99567 99577-99577 99623-99623 99645-99645 99654-99654 99701-99712 99801-99811',
  hawaiiFar: '96729-96729 96742-96742 96748-96748 96757-96757 96763-96763 96770-96770',
} as const;

/** When UPS and FedEx charge extra, and the minimum weight they then bill. */
export const HANDLING_LIMITS = {
  longestIn: 48,
  secondIn: 30,
  lengthPlusGirthIn: 105,
  weightLb: 50,
  weightAbroadLb: 55,
  leastLb: 40,
} as const;
export const OVERSIZE_LIMITS = { longestIn: 96, lengthPlusGirthIn: 130, leastLb: 90 } as const;

export const USPS_NONSTANDARD = {
  schedule: '2024-10',
  longIn: 22,
  longCents: 400,
  bulkyCubicIn: 2 * 1728,
  bulkyCents: 1800,
} as const;

/** Fuel as basis points of the transport price. */
export const DEFAULT_FUEL_BP: Readonly<Record<Carrier, number>> = { USPS: 0, UPS: 0, FedEx: 0, DHL: 0 };
