/** Tells listeners in this process that something happened to an object. */
export class Announcements {
  readonly #listeners = new Map<string, Set<() => void>>();

  announce(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }

  /** Returns a function that unsubscribes. */
  listen(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(id, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }
}
