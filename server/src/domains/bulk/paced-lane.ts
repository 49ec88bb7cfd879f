import { setTimeout as sleep } from 'node:timers/promises';

/** Results are kept so often at most: what costs a commit each costs one for a heap of them. */
const KEEP_EVERY_MS = 100;

export interface LaneWork<Item, Result> {
  /** How many at once, and how long each pauses after one. */
  parallel: number;
  pauseMs: number;
  /** Takes up to so many items to work on. */
  claim(limit: number): Promise<Item[]>;
  /** Null when there is nothing to keep. */
  run(item: Item): Promise<Result | null>;
  /** What has piled up while the last was kept, together. */
  keep(results: Result[]): Promise<void>;
  failed(item: Item, error: unknown): Promise<void>;
  /** Results that could not be kept; whoever holds the item next makes them again. */
  lost(results: Result[], error: unknown): void;
}

/**
 * Works through everything that waits, as much at once as allowed and no more. Items are fetched before the hands are empty, and
 * results are kept in heaps, so that neither waits for the other.
 */
export class PacedLane<Item, Result> {
  readonly #work: LaneWork<Item, Result>;
  #ready: Item[] = [];
  #fetching: Promise<void> | null = null;
  #dry = false;
  #results: Result[] = [];
  #keeping: Promise<void> | null = null;
  /** Ends the wait for a larger heap when no more will come. */
  #allDone = new AbortController();
  #stopped = false;

  constructor(work: LaneWork<Item, Result>) {
    this.#work = work;
  }

  /** Until nothing waits any more. */
  async drain(): Promise<void> {
    this.#dry = false;
    this.#allDone = new AbortController();
    await Promise.all(Array.from({ length: this.#work.parallel }, () => this.#hand()));
    this.#allDone.abort();
    while (this.#keeping) await this.#keeping;
  }

  /** What is in hand is finished, what was only fetched is left to its lease. */
  stop(): void {
    this.#stopped = true;
  }

  async #hand(): Promise<void> {
    const { run, failed, pauseMs } = this.#work;
    for (let item = await this.#next(); item !== undefined; item = await this.#next()) {
      try {
        const result = await run(item);
        if (result !== null) this.#keep(result);
      } catch (error) {
        await failed(item, error);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  async #next(): Promise<Item | undefined> {
    if (this.#stopped) return undefined;
    if (this.#ready.length === 0) await this.#fetch();
    const item = this.#ready.shift();
    if (item !== undefined && this.#ready.length < this.#work.parallel) void this.#fetch();
    return item;
  }

  #fetch(): Promise<void> {
    if (this.#dry || this.#stopped) return Promise.resolve();
    this.#fetching ??= this.#work
      .claim(this.#work.parallel * 2)
      .then((items) => {
        this.#dry = items.length === 0;
        this.#ready.push(...items);
      })
      .catch(() => {
        // Nothing could be fetched just now; whoever drains next tries again.
        this.#dry = true;
      })
      .finally(() => {
        this.#fetching = null;
      });
    return this.#fetching;
  }

  #keep(result: Result): void {
    this.#results.push(result);
    this.#keeping ??= this.#keepAll();
  }

  async #keepAll(): Promise<void> {
    while (this.#results.length > 0) {
      const results = this.#results;
      this.#results = [];
      try {
        await this.#work.keep(results);
      } catch (error) {
        this.#work.lost(results, error);
      }
      const { signal } = this.#allDone;
      if (!signal.aborted) await sleep(KEEP_EVERY_MS, undefined, { signal }).catch(() => {});
    }
    // In the same breath as the last look: a result that comes now begins anew, and none is left behind.
    this.#keeping = null;
  }
}
