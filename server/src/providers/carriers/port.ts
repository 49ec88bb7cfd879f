import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';

/** What the product asks of whoever sells labels. Expected refusals are answers; an exception means that nobody knows. */
export interface CarrierProvider {
  readonly name: string;
  readonly pace: Pace;
  services(): CarrierService[];
  rates(request: RateRequest): Promise<RateAnswer>;
  /** Called again with the same key it must not buy a second label. */
  buyLabel(order: LabelOrder): Promise<Purchase>;
  /** What became of a purchase whose answer was lost; null when the carrier never heard of the key. */
  findPurchase(key: string): Promise<Purchase | null>;
  voidLabel(transactionId: string): Promise<VoidAnswer>;
  track(carrier: Carrier, trackingNumber: string): Promise<TrackingAnswer>;
}

/** How politely the provider wants to be called, and how much it can do at once. */
export interface Pace {
  pauseBetweenRatesMs: number;
  pauseBetweenLabelsMs: number;
  parallel: number;
}

export interface CarrierService {
  carrier: Carrier;
  /** Our own stable name, such as `usps_ground_advantage`. */
  code: string;
  name: string;
  international: boolean;
}

export interface RateRequest {
  from: PostalAddress;
  to: PostalAddress;
  parcel: Parcel;
  /** YYYY-MM-DD in the operator's time zone. */
  shipDate: string;
  residential: boolean;
}

export interface CarrierRate {
  carrier: Carrier;
  service: string;
  serviceName: string;
  /** What the carrier charges us. */
  costCents: number;
  /** The counter price of the same service, where it is known. */
  retailCents: number | null;
  currency: 'USD';
  zone: string;
  billedWeightLb: number;
  /** Base price and surcharges; they add up to the cost. */
  lines: { text: string; cents: number }[];
  estimatedDays: number | null;
  deliveryDate: string | null;
  /** True when the tariff behind it is our estimate and not a published one. */
  estimated: boolean;
}

/** Rates and, for every carrier that offers none, why. */
export interface RateAnswer {
  rates: CarrierRate[];
  messages: { carrier: Carrier; text: string }[];
}

export interface LabelOrder {
  /** The key of this one purchase, unique for ever. */
  key: string;
  rate: CarrierRate;
  from: PostalAddress;
  to: PostalAddress;
  parcel: Parcel;
  shipDate: string;
  reference: string;
}

export type Purchase =
  | {
      outcome: 'bought';
      transactionId: string;
      trackingNumber: string;
      costCents: number;
      label: StoredLabel;
    }
  | { outcome: 'refused'; text: string }
  | { outcome: 'pending' };

/** A label in the form it is kept in; pictures and printer languages are made from it on demand. */
export interface StoredLabel {
  format: 'lading-page' | 'pdf';
  bytes: Uint8Array;
}

export type VoidAnswer =
  | { outcome: 'voided' }
  | { outcome: 'pending' }
  | { outcome: 'refused'; text: string };

export const TRACKING_STATUSES = [
  'unknown',
  'pre_transit',
  'transit',
  'delivered',
  'returned',
  'failure',
] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];

export interface TrackingEvent {
  at: Date;
  status: TrackingStatus;
  text: string;
  place: string;
}

export type TrackingAnswer =
  | { outcome: 'found'; status: TrackingStatus; events: TrackingEvent[] }
  | { outcome: 'not-found' };
