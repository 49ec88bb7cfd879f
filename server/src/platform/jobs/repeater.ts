import { type Log, RepeatedProblems } from '../log.ts';
import { logFailure } from './log-failure.ts';

/** Runs a task repeatedly until stopped, never twice at the same time. */
export class Repeater {
  readonly #task: () => Promise<void>;
  readonly #everyMs: number;
  readonly #log: Log;
  readonly #failures = new RepeatedProblems();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(everyMs: number, log: Log, task: () => Promise<void>) {
    this.#everyMs = everyMs;
    this.#log = log;
    this.#task = task;
  }

  start(delayMs = 0): void {
    if (delayMs > 0) this.#runAfter(delayMs);
    else this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.#task();
    } catch (error) {
      logFailure(this.#log, this.#failures, error, {
        event: 'repeater.task_failed',
        text: 'Recurring task failed and will be retried',
      });
    }
    if (this.#stopped) return;
    // Jitter, so that several processes do not all start in the same second.
    this.#runAfter(this.#everyMs * (0.9 + Math.random() * 0.2));
  }

  #runAfter(delayMs: number): void {
    this.#timer = setTimeout(() => this.start(), delayMs);
    this.#timer.unref();
  }
}
