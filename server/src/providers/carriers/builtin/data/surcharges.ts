/**
 * Surcharges in cents, by the schedule they come from. Source: ../shared/domain.md 3.5.
 * FedEx: Service Guide 2025, effective 2025-01-06. UPS additional handling: the 2026 schedule as quoted by shipware.com; UPS residential
 * and large-package amounts are FedEx's and so estimates. USPS: an answer of the public price service of October 2024.
 * Delivery-area fees are left out: they need a list of ZIP codes that we do not have. Fuel is a percentage of the transport price that
 * changes every week; it is a setting, and zero until the operator enters one.
 */
import type { Carrier } from '@lading/contract/parcel.ts';

/** Amounts for zone 2, zones 3 and 4, zones 5 and 6, and all others. */
type ByZone = readonly [number, number, number, number];

export interface ParcelSurcharges {
  schedule: string;
  residential: { ground: number; express: number };
  handlingBySize: ByZone;
  handlingByWeight: ByZone;
  handlingByPackaging: ByZone;
  oversize: ByZone;
}

export const PARCEL_SURCHARGES: Readonly<Record<'UPS' | 'FedEx', ParcelSurcharges>> = {
  FedEx: {
    schedule: '2025-01-06',
    residential: { ground: 595, express: 655 },
    handlingBySize: [2800, 3100, 3600, 3800],
    handlingByWeight: [4350, 4750, 5275, 5500],
    handlingByPackaging: [2500, 2900, 3100, 3150],
    oversize: [24_000, 26_000, 29_750, 30_500],
  },
  UPS: {
    schedule: '2026',
    residential: { ground: 595, express: 655 },
    handlingBySize: [3000, 3325, 3850, 4050],
    handlingByWeight: [4650, 5075, 5625, 5875],
    handlingByPackaging: [2675, 3100, 3325, 3375],
    oversize: [24_000, 26_000, 29_750, 30_500],
  },
};

/** When UPS and FedEx ask for more, and the least weight they then bill. */
export const HANDLING_LIMITS = {
  longestIn: 48,
  secondIn: 30,
  lengthPlusGirthIn: 105,
  weightLb: 50,
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
