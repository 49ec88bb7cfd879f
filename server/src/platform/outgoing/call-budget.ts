/** How many calls of a kind all processes together may make. */
export interface CallBudget {
  /** Waits for the next turn; throws NotSentError when the turn would come later than the caller can wait. */
  take(kind: string, limit: CallLimit): Promise<void>;
}

/** In no minute are there more than `perMinute` and `burst` together. */
export interface CallLimit {
  perMinute: number;
  /** So many may come at once after a quiet time. */
  burst: number;
  longestWaitMs: number;
}

/** For tests and tools whose other side counts nothing. */
export const UNLIMITED: CallBudget = { take: async () => {} };
