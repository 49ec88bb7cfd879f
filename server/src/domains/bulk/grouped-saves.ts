import { setTimeout as sleep } from 'node:timers/promises';

/** Saves items in groups, with a pause after each group, so that many items share one commit. */
export class GroupedSaves<Item> {
  readonly #pauseMs: number;
  readonly #save: (items: Item[]) => Promise<void>;
  #unsaved: Item[] = [];
  #saving: Promise<void> | null = null;
  /** Aborted when no more items will arrive, so that the last group does not wait. */
  #lastItem = new AbortController();

  /** `save` must not throw. */
  constructor(pauseMs: number, save: (items: Item[]) => Promise<void>) {
    this.#pauseMs = pauseMs;
    this.#save = save;
  }

  add(items: readonly Item[]): void {
    this.#unsaved.push(...items);
    this.#saving ??= this.#saveAll();
  }

  /** Resolves when all items are saved. */
  async finish(): Promise<void> {
    this.#lastItem.abort();
    while (this.#saving) await this.#saving;
    this.#lastItem = new AbortController();
  }

  async #saveAll(): Promise<void> {
    while (this.#unsaved.length > 0) {
      const items = this.#unsaved;
      this.#unsaved = [];
      await this.#save(items);
      const { signal } = this.#lastItem;
      if (!signal.aborted) await sleep(this.#pauseMs, undefined, { signal }).catch(() => {});
    }
    // No await since the last length check, so an item that arrives after it starts a new save.
    this.#saving = null;
  }
}
