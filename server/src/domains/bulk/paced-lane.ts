import { setTimeout as sleep } from 'node:timers/promises';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { GroupedSaves } from './grouped-saves.ts';

const PAUSE_AFTER_SAVE_MS = 100;

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
  /** Called at the end of each drain, after the last save. */
  finish?(): Promise<void>;
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
  readonly #results: GroupedSaves<Result>;
  #isStopped = false;
  readonly #stopping = Promise.withResolvers<'stopped'>();

  constructor(work: LaneWork<Item, Result>) {
    this.#work = work;
    this.#results = new GroupedSaves(PAUSE_AFTER_SAVE_MS, async (results) => {
      try {
        await work.save(results);
      } catch (error) {
        work.onSaveFailed(results, error);
      }
    });
  }

  /** Resolves when the queue is empty and all results are saved. */
  async drain(): Promise<void> {
    this.#isEmpty = false;
    await Promise.all(Array.from({ length: this.#work.concurrency }, () => this.#runItems()));
    await this.#results.finish();
    await this.#fetching;
    if (this.#ready.length > 0) await this.#release(this.#ready.splice(0));
    await this.#work.finish?.();
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
        if (result !== null) this.#results.add([result]);
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
}
