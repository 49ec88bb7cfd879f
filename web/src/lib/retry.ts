import { ApiError } from './api-error.ts';

/** True for a missing response or a server error: the same call may succeed later. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || [408, 425, 429].includes(error.status));

const FIRST_MS = 500;
const MAX_DELAY_MS = 15_000;

/** Exponential backoff with jitter, so that browsers do not all reconnect together. */
export const pauseLength = (attempt: number, chance: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + chance / 2);

/** Waits before the next attempt. Ends early when the network returns or the signal aborts. */
export function pauseBefore(attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, pauseLength(attempt, Math.random()));
    window.addEventListener('online', end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
