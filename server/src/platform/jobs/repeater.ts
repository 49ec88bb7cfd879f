import type { Log } from '../log.ts';

/** Does a piece of work again and again, never twice at a time, until it is stopped. */
export class Repeater {
  readonly #work: () => Promise<void>;
  readonly #everyMs: number;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(everyMs: number, log: Log, work: () => Promise<void>) {
    this.#everyMs = everyMs;
    this.#log = log;
    this.#work = work;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.#work();
    } catch (error) {
      this.#log.error({ err: error }, 'work that is repeated failed; it is tried again');
    }
    if (this.#stopped) return;
    // Some disorder, so that several processes do not all look at the same moment.
    const wait = this.#everyMs * (0.9 + Math.random() * 0.2);
    this.#timer = setTimeout(() => this.start(), wait);
    this.#timer.unref();
  }
}
