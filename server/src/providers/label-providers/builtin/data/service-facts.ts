import type { Carrier } from '@lading/contract/parcel.ts';

/** The first three stay within the United States; the last goes by road to Canada. */
export type ServiceClass = 'postal' | 'ground' | 'express' | 'international' | 'canada-ground';

export interface ServiceFacts {
  code: string;
  carrier: Carrier;
  name: string;
  class: ServiceClass;
  /** Sold only to homes, only to businesses, or to both. */
  sells: 'homes' | 'businesses' | 'both';
  discountBp: number;
  /** Business days by zone; a zone that is not listed takes `otherwise`. */
  days: Readonly<Record<string, number>> & { otherwise: number };
  /** Added for Alaska, Hawaii and the territories. */
  extraDaysOverseas: number;
  saturdayDelivery: boolean;
  /** True when the prices are not the carrier's own published ones. */
  estimated: boolean;
  /** False when not even a like service's list says what it costs at the counter; no saving is shown then. */
  retailKnown: boolean;
  /** Where they are narrower than the carrier's. */
  limits?: Limits;
}

export interface Limits {
  weightLb: number;
  /** The longest, second and third side, where the carrier names them. */
  sidesIn: readonly number[];
  lengthPlusGirthIn: number | null;
  /** Length, width and height together. */
  sumOfSidesIn?: number;
}
