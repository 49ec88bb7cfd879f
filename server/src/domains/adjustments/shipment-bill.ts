import type { AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';
import type { AdjustmentPolicy } from '@lading/contract/adjustments.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import type { LineKind, Measured } from './invoice-lines.ts';

export interface BilledLine {
  kind: LineKind;
  reason: AdjustmentReason;
  cents: number;
  measured: Measured;
}

/** What we know about a shipment's cost before its new lines. */
export interface ShipmentBill {
  /** The carrier's price when the label was bought. */
  purchaseCents: number;
  /** What the label provider credited for a void. */
  voidedCents: number;
  /** Billed by earlier adjustments. */
  adjustedCents: number;
  parcel: Parcel;
  serviceName: string;
  /** Of invoices that are booked. */
  earlierLines: readonly BilledLine[];
}

/** The bill of a shipment, and who pays what is added to it. */
export interface PayableBill extends ShipmentBill {
  shipmentId: string;
  trackingNumber: string;
  carrier: string;
  service: string;
  /** The price of the label. */
  totalCents: number;
  userId: string;
  clientName: string;
  isErased: boolean;
  /** Its lines are booked when the label provider has answered, or after a month. */
  awaitsVoid: boolean;
  policy: AdjustmentPolicy;
  /** What the client has paid for adjustments of this shipment, less credits and reversals. */
  passedOnCents: number;
  /** The part of won disputes’ refunds that no later credit has covered. */
  refundedAheadCents: number;
}
