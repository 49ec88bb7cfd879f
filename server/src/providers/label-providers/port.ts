import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';
import type { StoredLabel } from '../../labels/port.ts';

/** What the product asks of whoever sells labels. Expected refusals are answers; an exception means that nobody knows. */
export interface LabelProvider {
  readonly name: string;
  readonly pace: Pace;
  /**
   * True when the carrier itself keeps a second label with one key from happening, even if the first order arrives late. A purchase
   * of unknown outcome is then simply ordered again; otherwise it is looked up until it is certain.
   */
  readonly repeatable: boolean;
  services(): CarrierService[];
  rates(request: RateRequest): Promise<RateAnswer>;
  /**
   * A repeatable carrier, called again with the same key and order, answers the same and buys no second label; another order under that
   * key is refused. Once the label is voided it is refused too: nobody may print a dead one. Others are called once for a key.
   */
  buyLabel(order: LabelOrder): Promise<Purchase>;
  /** What became of a purchase whose answer was lost; null when the carrier never heard of the key. */
  findPurchase(sought: SoughtPurchase): Promise<Purchase | null>;
  /** A voided label stays voided; asked again the answer is the same. */
  voidLabel(transactionId: string): Promise<VoidAnswer>;
  /** A voided label has no parcel; a carrier that looks at that does not find it. */
  track(carrier: Carrier, trackingNumber: string): Promise<TrackingAnswer>;
  /** Its own records, for the day on which ours are older; null when it keeps them in our database. */
  readonly books: LabelProviderRecords | null;
}

/** What the carrier has on record of ours. */
export interface LabelProviderRecords {
  /** Labels sold to us since a moment that are good, or may yet be. */
  labelsSince(time: Date): Promise<BookedLabel[]>;
  /** The labels that were given back last, by the carrier's own names. */
  lastVoids(): Promise<string[]>;
}

export interface BookedLabel {
  /** The key under which it was ordered. */
  key: string;
  /** The offer that was bought. */
  offerId: string;
  transactionId: string;
  trackingNumber: string;
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
  /** The carrier's own name of this offer, where it sells by it. */
  offerId?: string;
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

/** The key under which the order was placed, and the rate that it was for. */
export type SoughtPurchase = Pick<LabelOrder, 'key' | 'rate'>;

export type Purchase =
  | {
      outcome: 'bought';
      transactionId: string;
      trackingNumber: string;
      costCents: number;
      label: StoredLabel;
    }
  | { outcome: 'refused'; text: string }
  /** The order certainly never arrived; it may be placed again. */
  | { outcome: 'not-sent'; text: string }
  | { outcome: 'pending' };

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
