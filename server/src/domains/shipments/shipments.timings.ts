import { days, minutes } from '../../platform/clock.ts';

/** Leases use the database's clock, deadlines use ours. */
export interface ShipmentTimings {
  /**
   * How long we wait for an answer from the label provider. After that, the result of a purchase is unknown.
   */
  labelProviderTimeoutMs: number;
  /** How long a worker's claim on a shipment lasts. Must be longer than `labelProviderTimeoutMs`. */
  leaseMs: number;
  /** How long a request waits for its label before it answers that the label is being created. */
  requestWaitMs: number;
  /** How long after payment the sweep buys the rate if the browser has not. */
  browserGraceMs: number;
  /** The longest time from the start of a purchase to a label or refund. */
  deadlineMs: number;
  /** The pause between two lookups at a provider without idempotency keys. */
  lookUpGapMs: number;
  /** How long until we look up a pending purchase again. */
  lookAgainMs: number;
  /** The pause between two lookups of an abandoned purchase. */
  watchEveryMs: number;
  /** How long one sweep may spend on tracking, which the provider's rate limit slows down. */
  trackForMs: number;
  /** How long until we refund a payment that has bought nothing. */
  surplusAfterMs: number;
}

export const SHIPMENT_TIMINGS: ShipmentTimings = {
  labelProviderTimeoutMs: 30_000,
  leaseMs: 45_000,
  requestWaitMs: 25_000,
  browserGraceMs: 20_000,
  deadlineMs: minutes(15),
  lookUpGapMs: 60_000,
  lookAgainMs: 5_000,
  watchEveryMs: 60_000,
  trackForMs: 10_000,
  surplusAfterMs: minutes(30),
};

export const FAST_SHIPMENT_TIMINGS: ShipmentTimings = {
  ...SHIPMENT_TIMINGS,
  labelProviderTimeoutMs: 2_000,
  leaseMs: 3_000,
  browserGraceMs: 1_000,
  deadlineMs: 60_000,
  lookUpGapMs: 1_500,
  lookAgainMs: 1_000,
  watchEveryMs: 2_000,
  trackForMs: 1_000,
  surplusAfterMs: 3_000,
};

/**
 * How long the sweep waits for the refund of a void whose process was killed. Then it sends the void: carriers accept voids for
 * weeks, not for longer.
 */
export const VOID_WAITS_FOR_REFUND_MS = days(1);

/** Some carriers take more than two weeks to confirm a void, so we open an incident only after this long. */
export const VOID_EXPECTED_WITHIN_MS = days(30);
