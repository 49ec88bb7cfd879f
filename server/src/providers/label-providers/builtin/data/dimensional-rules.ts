/**
 * Dimensional-weight rules, by the day on which each takes effect. Sources: USPS notice of 2026-05-11, FedEx
 * and UPS changes of 2025-08-18, DHL Service & Rate Guide 2025 United States.
 */
import type { Carrier } from '@lading/contract/parcel.ts';

interface DimensionalRule {
  from: string;
  divisor: number;
  /** Volumes up to this have no dimensional weight. */
  freeCubicIn: number;
  inches: 'up' | 'nearest';
}

/** Oldest first. */
export const DIMENSIONAL_RULES: Readonly<Record<Carrier, readonly DimensionalRule[]>> = {
  USPS: [
    { from: '', divisor: 166, freeCubicIn: 1728, inches: 'nearest' },
    { from: '2026-07-12', divisor: 139, freeCubicIn: 1728, inches: 'up' },
  ],
  UPS: [
    { from: '', divisor: 139, freeCubicIn: 0, inches: 'nearest' },
    { from: '2025-08-18', divisor: 139, freeCubicIn: 0, inches: 'up' },
  ],
  FedEx: [
    { from: '', divisor: 139, freeCubicIn: 0, inches: 'nearest' },
    { from: '2025-08-18', divisor: 139, freeCubicIn: 0, inches: 'up' },
  ],
  DHL: [{ from: '', divisor: 139, freeCubicIn: 0, inches: 'up' }],
};

/** Whether dimensional weight applies to international parcels; the USPS rule covers only domestic services. */
export const SIZE_COUNTS_ABROAD: Readonly<Record<Carrier, boolean>> = {
  USPS: false,
  UPS: true,
  FedEx: true,
  DHL: true,
};
