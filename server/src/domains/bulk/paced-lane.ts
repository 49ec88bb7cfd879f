import { setTimeout as sleep } from 'node:timers/promises';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';

/** Minimum time between two saves, so that many results share one commit. */
const SAVE_INTERVAL_MS = 100;

export interface LaneWork<Item, Result> {
  concurrency: number;
  /** Pause after each item. */
  pauseMs: number;
  /**
   * Waits for this item's turn among all processes. Throws NotSentError when too many calls are already waiting.
   * Null where calls are not paced.
   */
  awaitTurn: (() => Promise<void>) | null;
  /** Claims up to `limit` items with a lease. */
  claim(limit: number): Promise<Item[]>;
  /** Returns null when there is nothing to save. */
  run(item: Item): Promise<Result | null>;
  /** Saves all results since the last save. */
  save(results: Result[]): Promise<void>;
  onItemFailed(item: Item, error: unknown): Promise<void>;
  /** Releases claimed items whose work has not started. */
  release(items: Item[]): Promise<void>;
  /** The results are lost; the next worker to claim their items redoes the work. */
  onSaveFailed(results: Result[], error: unknown): void;
  /** Claiming an item or waiting for a turn failed. The next drain tries again. */
  onInterrupted(error: unknown): void;
}

/**
 * Processes all queued items with a fixed concurrency. Items are prefetched and results are saved in groups,
 * so neither side waits for the other. Paced lanes prefetch nothing: an item must not wait here for its turn
 * while another process could run it.
 */
export class PacedLane<Item, Result> {
  readonly #work: LaneWork<Item, Result>;
  #ready: Item[] = [];
  #fetching: Promise<void> | null = null;
  #isEmpty = false;
  #unsaved: Result[] = [];
  #saving: Promise<void> | null = null;
  /** Aborted when no more results will arrive, so that the last save does not wait. */
  #allDone = new AbortController();
  #isStopped = false;
  readonly #stopping = Promise.withResolvers<'stopped'>();

  constructor(work: LaneWork<Item, Result>) {
    this.#work = work;
  }

  /** Resolves when the queue is empty and all results are saved. */
  async drain(): Promise<void> {
    this.#isEmpty = false;
    this.#allDone = new AbortController();
    await Promise.all(Array.from({ length: this.#work.concurrency }, () => this.#runItems()));
    this.#allDone.abort();
    while (this.#saving) await this.#saving;
    await this.#fetching;
    if (this.#ready.length > 0) await this.#release(this.#ready.splice(0));
  }

  /** Finishes running items and releases prefetched ones. */
  stop(): void {
    this.#isStopped = true;
    this.#stopping.resolve('stopped');
  }

  async #runItems(): Promise<void> {
    const { run, onItemFailed, pauseMs } = this.#work;
    for (let item = await this.#next(); item !== undefined; item = await this.#next()) {
      if (!(await this.#gotTurn())) {
        await this.#release([item]);
        return;
      }
      try {
        const result = await run(item);
        if (result !== null) this.#enqueueSave(result);
      } catch (error) {
        await onItemFailed(item, error);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  /** False when the lane was stopped, or when the item cannot get a turn now. */
  async #gotTurn(): Promise<boolean> {
    const { awaitTurn } = this.#work;
    if (!awaitTurn) return true;
    try {
      return (await Promise.race([awaitTurn(), this.#stopping.promise])) !== 'stopped';
    } catch (error) {
      this.#isEmpty = true;
      if (!(error instanceof NotSentError)) this.#work.onInterrupted(error);
      return false;
    }
  }

  async #next(): Promise<Item | undefined> {
    const { concurrency, awaitTurn } = this.#work;
    while (this.#ready.length === 0 && !this.#isEmpty && !this.#isStopped)
      await this.#fetch(awaitTurn ? 1 : concurrency * 2);
    if (this.#isStopped) return undefined;
    const item = this.#ready.shift();
    if (!awaitTurn && item !== undefined && this.#ready.length < concurrency)
      void this.#fetch(concurrency * 2);
    return item;
  }

  #fetch(limit: number): Promise<void> {
    if (this.#isEmpty || this.#isStopped) return Promise.resolve();
    this.#fetching ??= this.#work
      .claim(limit)
      .then((items) => {
        this.#isEmpty = items.length === 0;
        this.#ready.push(...items);
      })
      .catch((error: unknown) => {
        this.#isEmpty = true;
        this.#work.onInterrupted(error);
      })
      .finally(() => {
        this.#fetching = null;
      });
    return this.#fetching;
  }

  async #release(items: Item[]): Promise<void> {
    // If the release fails, the items become free when their lease ends.
    await this.#work.release(items).catch(() => {});
  }

  #enqueueSave(result: Result): void {
    this.#unsaved.push(result);
    this.#saving ??= this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    while (this.#unsaved.length > 0) {
      const results = this.#unsaved;
      this.#unsaved = [];
      try {
        await this.#work.save(results);
      } catch (error) {
        this.#work.onSaveFailed(results, error);
      }
      const { signal } = this.#allDone;
      if (!signal.aborted) await sleep(SAVE_INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
    // No await since the last length check, so a result that arrives after it starts a new save.
    this.#saving = null;
  }
}
