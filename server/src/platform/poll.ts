import { setTimeout as sleep } from 'node:timers/promises';

interface PollLimits {
  everyMs: number;
  /** Counted on the clock, so that slow looks do not make the wait longer. */
  withinMs: number;
  /** Ends the wait early. */
  signal?: AbortSignal | undefined;
  /** Calls the listener when a look may be worthwhile before `everyMs`. Returns a function that unsubscribes. */
  subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** Looks again and again until `isDone`, and returns what it saw last. The first look costs no wait. */
export async function poll<T>(
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  { everyMs, withinMs, signal, subscribe }: PollLimits,
): Promise<T> {
  const end = performance.now() + withinMs;
  let nextLook = new AbortController();
  // Before the first look, so that no change falls between the two.
  const unsubscribe = subscribe?.(() => nextLook.abort());
  try {
    for (;;) {
      // A change during the look leads to another look.
      nextLook = new AbortController();
      const { signal: awoken } = nextLook;
      const seen = await look();
      const leftMs = end - performance.now();
      // A timer may fire up to a millisecond early.
      if (isDone(seen) || leftMs < 1 || signal?.aborted) return seen;
      await sleep(Math.min(everyMs, Math.ceil(leftMs)), undefined, {
        signal: signal ? AbortSignal.any([signal, awoken]) : awoken,
      }).catch(() => {});
    }
  } finally {
    unsubscribe?.();
  }
}
