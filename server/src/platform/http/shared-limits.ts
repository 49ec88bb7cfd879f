import type { Database } from '../db/database.ts';
import { addHits } from './request-counts.store.ts';

const MAX_CALLERS = 20_000;
const EXCHANGE_AFTER_MS = 1_000;
/**
 * Share of the limit from which a caller's count is shared with other processes. Below it, a database call
 * costs more than it helps.
 */
const SHARED_FROM = 1 / 20;

interface Window {
  hits: number;
  /** Hits that are not in the database yet. */
  unshared: number;
  endsAt: number;
}

interface CountState {
  hits: number;
  msLeft: number;
}

/** Counts one request of a caller and says how many it made in the current window. */
export interface Counts {
  hit(key: string, windowMs: number, max: number): CountState | Promise<CountState>;
}

export interface CountDeps {
  db: Database;
  /** The counts could not be shared, so this process counts for itself for now. */
  onNotShared(error: unknown): void;
  /** Aborted when the server has closed, after which the database closes as well. */
  closed: AbortSignal;
}

const stateOf = ({ hits, endsAt }: Window): CountState => ({
  hits,
  msLeft: Math.max(0, endsAt - performance.now()),
});

/** Counts of this process. Evicts the oldest caller when full. */
class LocalCounts {
  readonly #windows = new Map<string, Window>();

  hit(key: string, windowMs: number): Window {
    const now = performance.now();
    const known = this.#windows.get(key);
    if (known && known.endsAt > now) {
      known.hits += 1;
      known.unshared += 1;
      return known;
    }
    this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= MAX_CALLERS) this.#windows.delete(oldest);
    const fresh = { hits: 1, unshared: 1, endsAt: now + windowMs };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

/**
 * For large limits. Each process counts locally and shares the counts of busy callers through the database
 * about once a second. No request waits for that. A caller of many processes can exceed the limit by a second
 * of requests plus the unshared part.
 */
export class SharedCounts implements Counts {
  readonly #deps: CountDeps;
  readonly #local = new LocalCounts();
  readonly #toShare = new Map<string, Window>();
  #exchange: NodeJS.Timeout | null = null;

  constructor(deps: CountDeps) {
    this.#deps = deps;
  }

  hit(key: string, windowMs: number, max: number): CountState {
    const window = this.#local.hit(key, windowMs);
    if (window.hits >= max * SHARED_FROM) {
      this.#toShare.set(key, window);
      this.#exchange ??= setTimeout(() => void this.#share(windowMs), EXCHANGE_AFTER_MS).unref();
    }
    return stateOf(window);
  }

  async #share(windowMs: number): Promise<void> {
    if (this.#deps.closed.aborted) return;
    const windows = new Map(this.#toShare);
    this.#toShare.clear();
    this.#exchange = null;
    const shared = [...windows].map(([key, { unshared: hits }]) => ({ key, hits }));
    for (const window of windows.values()) window.unshared = 0;
    try {
      for (const { key, hits, msLeft } of await addHits(this.#deps.db, shared, windowMs)) {
        const window = windows.get(key);
        if (!window) continue;
        window.hits = hits + window.unshared;
        window.endsAt = performance.now() + msLeft;
      }
    } catch (error) {
      this.#deps.onNotShared(error);
      // Nothing was stored; the next exchange includes these hits.
      for (const { key, hits } of shared) {
        const window = windows.get(key);
        if (window) window.unshared += hits;
      }
    }
  }
}

/** For small limits: counts every request in the database until the caller exceeds the limit. */
export class ExactCounts implements Counts {
  readonly #deps: CountDeps;
  readonly #local = new LocalCounts();

  constructor(deps: CountDeps) {
    this.#deps = deps;
  }

  async hit(key: string, windowMs: number, max: number): Promise<CountState> {
    const window = this.#local.hit(key, windowMs);
    // The fallback when the database does not answer: each process counts for itself.
    const here = stateOf(window);
    if (here.hits > max) return here;
    try {
      const [shared] = await addHits(this.#deps.db, [{ key, hits: 1 }], windowMs);
      if (!shared) return here;
      window.hits = Math.max(window.hits, shared.hits);
      window.endsAt = performance.now() + shared.msLeft;
      return shared;
    } catch (error) {
      this.#deps.onNotShared(error);
      return here;
    }
  }
}
