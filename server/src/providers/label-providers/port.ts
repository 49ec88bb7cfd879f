import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import type { Extras } from '@lading/contract/customs/extras.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';
import type { TrackingDetail } from '@lading/contract/shipments.ts';
import type { StoredDocument, StoredLabel } from '../../labels/port.ts';

/**
 * What Lading needs from a label provider. Expected refusals are answers; an exception means that the outcome
 * is unknown.
 */
export interface LabelProvider {
  readonly name: string;
  readonly pace: Pace;
  /**
   * True when the provider guarantees one label per key, even if the first order arrives late. A purchase
   * with an unknown outcome is then ordered again; otherwise it is looked up until the outcome is certain.
   */
  readonly repeatable: boolean;
  services(): CarrierService[];
  rates(request: RateRequest): Promise<RateAnswer>;
  /**
   * A repeatable provider answers a retry with the same key and order the same way and sells no second label.
   * It refuses another order under that key, and any order for a voided label. Other providers are called
   * once per key.
   */
  buyLabel(order: LabelOrder): Promise<Purchase>;
  /**
   * Looks up a purchase whose answer was lost; null when the provider does not know the key. A provider may void a label
   * that cannot be used.
   */
  findPurchase(sought: SoughtPurchase): Promise<Purchase | null>;
  /** Reads the files of a label that was sold, and changes nothing; null when the provider has no such valid label. */
  readFiles(sought: SoughtPurchase): Promise<PurchaseFiles | null>;
  /** Idempotent: voiding a voided label gives the same answer. */
  voidLabel(transactionId: string): Promise<VoidAnswer>;
  /** A provider may report a voided label as not found. */
  track(carrier: Carrier, trackingNumber: string): Promise<TrackingAnswer>;
  /** The provider's own records, needed after a restored backup; null when it keeps them in our database. */
  readonly records: LabelProviderRecords | null;
}

/** Our labels in the records of the provider. */
export interface LabelProviderRecords {
  /** Labels sold to us since that time that are valid or may become valid. */
  labelsSince(time: Date): Promise<LabelRecord[]>;
  /** Transaction ids of the latest voided labels. */
  lastVoids(): Promise<string[]>;
}

export interface LabelRecord {
  /** The key of the order. */
  key: string;
  offerId: string;
  transactionId: string;
  trackingNumber: string;
}

/** How fast the provider may be called. */
export interface Pace {
  pauseBetweenRatesMs: number;
  pauseBetweenLabelsMs: number;
  parallel: number;
}

export interface CarrierService {
  carrier: Carrier;
  /** Our own stable code, such as `usps_ground_advantage`. */
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
  /** Null if the client declared nothing. A carrier that needs a declaration then offers no rate. */
  customs: CustomsDeclaration | null;
  extras: Extras;
  /** The order number, if it is known before the purchase. Changes no price. */
  reference?: string;
}

export interface RateLine {
  text: string;
  cents: number;
  /** Set for a service that the client added, which the client sees with its price. */
  extra?: true;
}

export interface CarrierRate {
  carrier: Carrier;
  service: string;
  serviceName: string;
  /** What the label provider charges us. */
  costCents: number;
  /** The retail price of the same service, if known. */
  retailCents: number | null;
  currency: 'USD';
  zone: string;
  billedWeightLb: number;
  /** Base price, surcharges and extras; they add up to the cost. */
  lines: RateLine[];
  estimatedDays: number | null;
  deliveryDate: string | null;
  /** True when the price comes from our estimate instead of a published tariff. */
  estimated: boolean;
  /** The provider's id of this offer, if it has one. */
  offerId?: string;
}

/** Rates, and for every carrier without a rate the reason. */
export interface RateAnswer {
  rates: CarrierRate[];
  /** `temporary`: the carrier did not answer, so asking again may help. */
  messages: { carrier: Carrier; text: string; temporary?: true }[];
}

export interface LabelOrder {
  /** Unique forever; identifies this purchase. */
  key: string;
  rate: CarrierRate;
  from: PostalAddress;
  to: PostalAddress;
  parcel: Parcel;
  shipDate: string;
  reference: string;
  customs: CustomsDeclaration | null;
  extras: Extras;
}

export type SoughtPurchase = Pick<LabelOrder, 'key' | 'rate'>;

export interface PurchaseFiles {
  label: StoredLabel;
  /** Customs documents that are not part of the label. */
  documents: StoredDocument[];
}

export type Purchase =
  | (PurchaseFiles & {
      outcome: 'bought';
      transactionId: string;
      trackingNumber: string;
      costCents: number;
      /** Why a document that the provider announced is not among the files. */
      missingDocument?: string;
    })
  /**
   * `original` is what the carrier said, if `text` is our sentence for it. `unvoided` is a label that was sold but cannot
   * be used, whose void was requested and is not confirmed.
   */
  | {
      outcome: 'refused';
      text: string;
      original?: string;
      unvoided?: { transactionId: string; trackingNumber: string };
    }
  /** The provider certainly did not receive the order; it is safe to order again. */
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
  detail?: TrackingDetail;
}

export type TrackingAnswer =
  | { outcome: 'found'; status: TrackingStatus; events: TrackingEvent[] }
  | { outcome: 'not-found' };
