import { setTimeout as sleep } from 'node:timers/promises';

interface PollLimits {
  everyMs: number;
  /** Counted on the clock, so that slow checks do not extend the wait. */
  withinMs: number;
  /** Ends the wait early. */
  signal?: AbortSignal | undefined;
  /** Calls the listener when a check may be worthwhile before `everyMs`. Returns a function that unsubscribes. */
  subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** Calls `check` until `isDone` accepts its result, and returns the last result. The first check does not wait. */
export async function poll<T>(
  check: () => Promise<T>,
  isDone: (result: T) => boolean,
  { everyMs, withinMs, signal, subscribe }: PollLimits,
): Promise<T> {
  const end = performance.now() + withinMs;
  let nextCheck = new AbortController();
  // Before the first check, so that no change is missed.
  const unsubscribe = subscribe?.(() => nextCheck.abort());
  try {
    for (;;) {
      // A change during a check causes another check.
      nextCheck = new AbortController();
      const { signal: awoken } = nextCheck;
      const result = await check();
      const leftMs = end - performance.now();
      // A timer may fire up to a millisecond early.
      if (isDone(result) || leftMs < 1 || signal?.aborted) return result;
      await sleep(Math.min(everyMs, Math.ceil(leftMs)), undefined, {
        signal: signal ? AbortSignal.any([signal, awoken]) : awoken,
      }).catch(() => {});
    }
  } finally {
    unsubscribe?.();
  }
}
