/** Limits the calls of all processes together. */
export interface CallBudget {
  /** Waits for the next turn. Throws NotSentError if the wait is too long for the caller. */
  take(kind: string, limit: CallLimit): Promise<void>;
}

/** No minute has more than `perMinute` plus `burst` calls. */
export interface CallLimit {
  perMinute: number;
  /** Calls that may run immediately after a quiet time. */
  burst: number;
  longestWaitMs: number;
}

/** For tests and tools. */
export const UNLIMITED: CallBudget = { take: async () => {} };
