import { setTimeout as sleep } from 'node:timers/promises';

/** Results are kept so often at most: what costs a commit each costs one for a heap of them. */
const KEEP_EVERY_MS = 100;

export interface LaneWork<Item, Result> {
  /** How many at once, and how long each pauses after one. */
  parallel: number;
  pauseMs: number;
  /** Waits until it is this item's turn among those of all processes; null where nobody has to wait. */
  turn: (() => Promise<void>) | null;
  /** Takes up to so many items to work on. */
  claim(limit: number): Promise<Item[]>;
  /** Null when there is nothing to keep. */
  run(item: Item): Promise<Result | null>;
  /** What has piled up while the last was kept, together. */
  keep(results: Result[]): Promise<void>;
  failed(item: Item, error: unknown): Promise<void>;
  /** Items that were taken and not begun: anybody may have them at once. */
  release(items: Item[]): Promise<void>;
  /** Results that could not be kept; whoever holds the item next makes them again. */
  lost(results: Result[], error: unknown): void;
}

/**
 * Works through everything that waits, as much at once as allowed and no more. Items are fetched before the hands are empty, and
 * results are kept in heaps, so that neither waits for the other. Where turns have to be waited for, an item is fetched only for a
 * hand that is free: nothing grows old in a queue of ours while another process could do it.
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
  readonly #stopping = Promise.withResolvers<'stopped'>();

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
    await this.#fetching;
    if (this.#ready.length > 0) await this.#release(this.#ready.splice(0));
  }

  /** What is in hand is finished, what was only fetched is given back. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.resolve('stopped');
  }

  async #hand(): Promise<void> {
    const { run, failed, pauseMs } = this.#work;
    for (let item = await this.#next(); item !== undefined; item = await this.#next()) {
      if (!(await this.#itsTurn())) {
        await this.#release([item]);
        return;
      }
      try {
        const result = await run(item);
        if (result !== null) this.#keep(result);
      } catch (error) {
        await failed(item, error);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  /** False when it did not come: the lane was stopped, or too many wait already. */
  async #itsTurn(): Promise<boolean> {
    const { turn } = this.#work;
    if (!turn) return true;
    try {
      return (await Promise.race([turn(), this.#stopping.promise])) !== 'stopped';
    } catch {
      // Whoever drains next tries again.
      this.#dry = true;
      return false;
    }
  }

  async #next(): Promise<Item | undefined> {
    const { parallel, turn } = this.#work;
    while (this.#ready.length === 0 && !this.#dry && !this.#stopped)
      await this.#fetch(turn ? 1 : parallel * 2);
    if (this.#stopped) return undefined;
    const item = this.#ready.shift();
    if (!turn && item !== undefined && this.#ready.length < parallel) void this.#fetch(parallel * 2);
    return item;
  }

  #fetch(limit: number): Promise<void> {
    if (this.#dry || this.#stopped) return Promise.resolve();
    this.#fetching ??= this.#work
      .claim(limit)
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

  async #release(items: Item[]): Promise<void> {
    // They are free again when their lease is over, at the latest.
    await this.#work.release(items).catch(() => {});
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
