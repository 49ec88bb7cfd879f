/** A signal for one waiter. A signal without a waiter is kept for the next one. */
export class Wakeup {
  #isSignaled = false;
  #wake: (() => void) | null = null;

  signal(): void {
    this.#isSignaled = true;
    this.#wake?.();
  }

  /** Resolves to true on a signal, and to false on timeout or abort. */
  async wait(timeoutMs: number, abort: AbortSignal): Promise<boolean> {
    if (!this.#isSignaled && !abort.aborted) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          abort.removeEventListener('abort', end);
          this.#wake = null;
          resolve();
        };
        const timer = setTimeout(end, timeoutMs);
        abort.addEventListener('abort', end);
        this.#wake = end;
      });
    }
    const wasSignaled = this.#isSignaled;
    this.#isSignaled = false;
    return wasSignaled;
  }
}
