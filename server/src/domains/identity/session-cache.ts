import type { findLiveSession } from './identity.store.ts';

type Found = ReturnType<typeof findLiveSession>;

/** How long a read may trust a lookup. Every process refuses an ended session or a suspended account after this. */
export const SESSION_CACHE_MS = 500;
const MAX_SESSIONS = 10_000;

/**
 * Live sessions that this process looked up a moment ago, for reads only. It is emptied before the answer to any
 * request that may change a session or an account (`installSessionCache`), so this process refuses immediately;
 * the others refuse when the entry is too old. See decision 0028.
 */
export class SessionCache {
  readonly #lifeMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, { found: Found; until: number }>();

  /** A life of 0 turns it off. */
  constructor(lifeMs = SESSION_CACHE_MS, now = () => performance.now()) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  /**
   * Requests of the same session share a running lookup. It is stored when it starts and counts from then, so
   * `clear` also drops a lookup that is still running.
   */
  find(tokenHash: Buffer, lookUp: () => Found): Found {
    if (this.#lifeMs === 0) return lookUp();
    const key = tokenHash.toString('latin1');
    const now = this.#now();
    const known = this.#entries.get(key);
    if (known && known.until > now) return known.found;
    if (this.#entries.size >= MAX_SESSIONS) this.#entries.clear();
    const entry = { found: lookUp(), until: now + this.#lifeMs };
    this.#entries.set(key, entry);
    const drop = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    entry.found.then((session) => session ?? drop(), drop);
    return entry.found;
  }

  forget(tokenHash: Buffer): void {
    this.#entries.delete(tokenHash.toString('latin1'));
  }

  clear(): void {
    this.#entries.clear();
  }
}
