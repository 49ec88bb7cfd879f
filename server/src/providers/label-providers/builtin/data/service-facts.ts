import type { Carrier } from '@lading/contract/parcel.ts';

/**
 * The first three are domestic; `canada-ground` goes by road to Canada; `freight` takes pallets, and only
 * pallets.
 */
export type ServiceClass = 'postal' | 'ground' | 'express' | 'international' | 'canada-ground' | 'freight';

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
  /** False when no list, not even of a similar service, has the retail price. Then we show no saving. */
  retailKnown: boolean;
  /** Set when they are stricter than the carrier's. */
  limits?: Limits;
}

export interface Limits {
  weightLb: number;
  /** The longest, second and third side, if the carrier limits them. */
  sidesIn: readonly number[];
  lengthPlusGirthIn: number | null;
  /** Length, width and height together. */
  sumOfSidesIn?: number;
}
