import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { StoredLabel } from '../../../labels/port.ts';

/**
 * The books of the built-in carrier. Several processes share them, and they alone decide which of several purchases with one key is
 * the purchase.
 */
export interface CarrierJournal {
  /** A serial for the label of a new key; null when the key is taken. One that is not used in the end is never given out again. */
  reserveSerial(key: string): Promise<number | null>;
  /** False, with nothing written, when another purchase took the key meanwhile. */
  add(entry: JournalEntry): Promise<boolean>;
  findByKey(key: string): Promise<JournalEntry | null>;
  findByTransaction(transactionId: string): Promise<Journey | null>;
  findByTrackingNumber(trackingNumber: string): Promise<Journey | null>;
  /** The first moment stays. */
  markVoided(transactionId: string, at: Date): Promise<void>;
}

/** What tracking and voiding need to know of a parcel. */
export interface Journey {
  transactionId: string;
  trackingNumber: string;
  carrier: Carrier;
  service: string;
  shipDate: string;
  deliveryDate: string | null;
  transitDays: number | null;
  origin: JourneyPlace;
  destination: JourneyPlace;
  boughtAt: Date;
  voidedAt: Date | null;
}

export type JourneyPlace = Pick<PostalAddress, 'city' | 'state' | 'country'>;

export interface JournalEntry extends Journey {
  key: string;
  orderHash: Buffer;
  costCents: number;
  label: StoredLabel;
}
