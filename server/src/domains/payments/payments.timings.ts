/** Retry intervals use the database's clock and double with each attempt, up to a limit. */
export interface PaymentTimings {
  /** How long we wait for an answer from the payment provider. */
  cardAnswerMs: number;
  /** How long until we check an open payment at the payment provider again. */
  checkAgainMs: number;
  /** How long one worker may hold a refund before another sends it to the payment provider. */
  refundAgainMs: number;
}

export const PAYMENT_TIMINGS: PaymentTimings = {
  cardAnswerMs: 35_000,
  checkAgainMs: 15_000,
  refundAgainMs: 60_000,
};

export const FAST_PAYMENT_TIMINGS: PaymentTimings = {
  cardAnswerMs: 2_000,
  checkAgainMs: 500,
  refundAgainMs: 1_000,
};
