import type { AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';
import type { UnmatchedReason } from '@lading/contract/carrier-invoices.ts';
import type { Carrier } from '@lading/contract/parcel.ts';

/** `freight` is the price of the transport, `charge` comes with it, `correction` was billed on top of it. */
export type LineKind = 'freight' | 'charge' | 'correction';

/** What the carrier measured, if a line says so. */
export interface Measured {
  weightGrams?: number;
  /** '12 × 9 × 4 in'. */
  dimensions?: string;
  zone?: string;
  /** The zone before a correction. */
  claimedZone?: string;
  service?: string;
}

export interface InvoiceKey {
  carrier: Carrier | 'Shippo';
  account: string;
  number: string;
}

/** One charge of an invoice file. */
export interface InvoiceLine {
  invoice: InvoiceKey;
  invoiceDate: string;
  statedTotalCents: number | null;
  /** The line number in the file, counted from 1. */
  line: number;
  /** What the shipment's tracking number may be; the first one is shown. */
  trackingNumbers: readonly string[];
  /** The label's ID at the label provider. */
  transactionId: string | null;
  kind: LineKind;
  reason: AdjustmentReason;
  description: string;
  cents: number;
  measured: Measured;
}

/** The shipment that a line charges for, or why there is none. */
export type Match =
  | { shipmentId: string; unmatched: null }
  | { shipmentId: null; unmatched: UnmatchedReason };

export interface LineProblem {
  line: number;
  message: string;
}

/** Reads one line of a file, which may contain several charges or none. */
export type LineReader = (cells: readonly string[], line: number) => InvoiceLine[];

/** One kind of invoice file, recognized by its first line. */
export interface Layout {
  hasHeader: boolean;
  isOne(first: readonly string[]): boolean;
  reader(first: readonly string[], decimalComma: boolean): LineReader;
}

/** Thrown by the reader of a line and reported with the line's number. */
export class UnreadableLine extends Error {}
