import type { LabelProvider } from '../../providers/label-providers/port.ts';
import type { PaymentDeps, PaymentTimings } from '../payments/payments.deps.ts';

/** How long things may take. Leases run on the database's clock, deadlines on ours. */
export interface PurchaseTimings extends PaymentTimings {
  /** After this long without an answer nobody knows what became of a purchase. */
  carrierAnswerMs: number;
  /** How long one worker may hold a shipment; longer than a carrier's answer takes. */
  leaseMs: number;
  /** How long a request waits for its label before it answers that the label is on its way. */
  requestWaitMs: number;
  /** A paid rate whose browser never came back is bought after this long. */
  browserGraceMs: number;
  /** From payment to label or refund. */
  deadlineMs: number;
  /** Between two look-ups at a carrier that cannot be asked twice for the same purchase. */
  lookUpGapMs: number;
  /** Until a carrier that is still at it is asked again. */
  lookAgainMs: number;
  /** Between two looks for a label of a purchase that was given up. */
  watchEveryMs: number;
  /** Parcels are asked about one by one, at a carrier's pace; whatever else a sweep has to do does not wait longer for it. */
  trackForMs: number;
  /** Money that buys nothing goes back after this long. */
  surplusAfterMs: number;
  sweepEveryMs: number;
}

export const PURCHASE_TIMINGS: PurchaseTimings = {
  carrierAnswerMs: 30_000,
  leaseMs: 45_000,
  requestWaitMs: 25_000,
  browserGraceMs: 20_000,
  deadlineMs: 15 * 60_000,
  lookUpGapMs: 60_000,
  lookAgainMs: 5_000,
  watchEveryMs: 60_000,
  trackForMs: 10_000,
  surplusAfterMs: 30 * 60_000,
  sweepEveryMs: 15_000,
  cardAnswerMs: 35_000,
  checkAgainMs: 15_000,
  refundAgainMs: 60_000,
};

/** For tests that kill the process and wait until all is well again. */
export const FAST_TIMINGS: PurchaseTimings = {
  ...PURCHASE_TIMINGS,
  carrierAnswerMs: 2_000,
  leaseMs: 3_000,
  browserGraceMs: 1_000,
  deadlineMs: 60_000,
  lookUpGapMs: 1_500,
  lookAgainMs: 1_000,
  watchEveryMs: 2_000,
  trackForMs: 1_000,
  surplusAfterMs: 3_000,
  sweepEveryMs: 500,
  cardAnswerMs: 2_000,
  checkAgainMs: 500,
  refundAgainMs: 1_000,
};

export interface ShipmentDeps extends PaymentDeps {
  labelProvider: LabelProvider;
  /** The operator's, for what 'today' is. */
  timeZone: string;
  timings: PurchaseTimings;
}
