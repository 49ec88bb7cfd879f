/**
 * Peak-season surcharges of UPS and FedEx, in cents per parcel, by ship date. Season 2025: published (UPS by
 * pitneybowes.com, FedEx by sifted.com and greenmt.com, all 2025). Season 2026: the amounts of 2025 on the same
 * weekdays, an estimate until the published ones are entered. USPS is missing, because its price list of
 * 2025-10-05 (usps-retail.ts) seems to include the increase: its prices jump at 4, 11 and 26 lb by about the
 * steps that news.usps.com announced on 2025-10-07.
 */
import type { ServiceClass } from './service-facts.ts';

interface PeakAmounts {
  /** Ground to a home. */
  groundHome: number;
  /** Any parcel by air within the United States. */
  air: number;
  handling: number;
  oversize: number;
}

interface PeakWindow extends PeakAmounts {
  /** First and last day. */
  from: string;
  to: string;
  estimated: boolean;
}

const window = (from: string, to: string, amounts: PeakAmounts): PeakWindow => ({
  from,
  to,
  estimated: from >= '2026-03',
  ...amounts,
});

const ups = {
  early: { groundHome: 0, air: 0, handling: 825, oversize: 9050 },
  shoulder: { groundHome: 40, air: 110, handling: 825, oversize: 9050 },
  height: { groundHome: 60, air: 205, handling: 1080, oversize: 10_700 },
};
const fedex = {
  early: { groundHome: 0, air: 0, handling: 825, oversize: 9000 },
  shoulder: { groundHome: 40, air: 105, handling: 825, oversize: 9000 },
  height: { groundHome: 65, air: 210, handling: 1090, oversize: 10_850 },
};

export const PEAK_WINDOWS: Readonly<Record<'UPS' | 'FedEx', readonly PeakWindow[]>> = {
  UPS: [
    window('2025-09-28', '2025-10-25', ups.early),
    window('2025-10-26', '2025-11-22', ups.shoulder),
    window('2025-11-23', '2025-12-27', ups.height),
    window('2025-12-28', '2026-01-17', ups.shoulder),
    window('2026-09-27', '2026-10-24', ups.early),
    window('2026-10-25', '2026-11-21', ups.shoulder),
    window('2026-11-22', '2026-12-26', ups.height),
    window('2026-12-27', '2027-01-16', ups.shoulder),
  ],
  FedEx: [
    window('2025-09-29', '2025-10-26', fedex.early),
    window('2025-10-27', '2025-11-23', fedex.shoulder),
    window('2025-11-24', '2025-12-28', fedex.height),
    window('2025-12-29', '2026-01-18', fedex.shoulder),
    window('2026-09-28', '2026-10-25', fedex.early),
    window('2026-10-26', '2026-11-22', fedex.shoulder),
    window('2026-11-23', '2026-12-27', fedex.height),
    window('2026-12-28', '2027-01-17', fedex.shoulder),
  ],
};

/** Classes with a peak surcharge for large and heavy parcels: all of UPS; FedEx without international air. */
export const PEAK_HANDLING: Readonly<Record<'UPS' | 'FedEx', readonly ServiceClass[]>> = {
  UPS: ['ground', 'express', 'international', 'canada-ground'],
  FedEx: ['ground', 'express', 'canada-ground'],
};
