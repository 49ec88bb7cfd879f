import { setTimeout as sleep } from 'node:timers/promises';

export interface PatientWaits {
  /** Before the next attempt, when the host does not say for how long. */
  unknownMs: number;
  /** For all waits of one call together. A longer wait is left to the caller. */
  mostMs: number;
}

/** A host may ask for no wait at all, for example with `Retry-After: 0`, and refuse the next call as well. */
const MIN_WAIT_MS = 250;
const MAX_CALLS = 5;

/**
 * Repeats a call that the host refused because of its limits, while the waits are short. A refused call did nothing, so this
 * is safe for writes too. `waitOf` is null for other answers.
 */
export async function callPatiently<T>(
  call: () => Promise<T>,
  { mostMs, waitOf }: { mostMs: number; waitOf: (answer: T) => number | null },
): Promise<T> {
  let left = mostMs;
  for (let calls = 1; ; calls += 1) {
    const answer = await call();
    const asked = waitOf(answer);
    if (asked === null || calls === MAX_CALLS) return answer;
    const wait = Math.max(MIN_WAIT_MS, Math.ceil(asked));
    if (wait > left) return answer;
    left -= wait;
    await sleep(wait);
  }
}
