import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { StoredDocument, StoredLabel } from '../../../labels/port.ts';

/**
 * The records of the built-in label provider, shared by all processes. They decide which of several purchases
 * with one key counts.
 */
export interface CarrierJournal {
  /** A serial that no other purchase gets. An unused serial is never reused. */
  reserveSerial(): Promise<number>;
  /** False, with nothing written, when another purchase has the key. */
  add(entry: JournalEntry): Promise<boolean>;
  findByKey(key: string): Promise<JournalEntry | null>;
  findByTransaction(transactionId: string): Promise<Journey | null>;
  findByTrackingNumber(trackingNumber: string): Promise<Journey | null>;
  /** Keeps the first time. */
  markVoided(transactionId: string, at: Date): Promise<void>;
}

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
  /** Null if the parcel needs none, or after it was erased. */
  document: StoredDocument | null;
}
