import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

const CHECK_EVERY_MS = 100;
/** If a check runs this late, requests are waiting, too. */
const LATE_MS = 300;
/** A single pause, such as a garbage collection, is not overload. */
const LATE_CHECKS = 3;
/** Requests that wait for a database connection: about half a second of work. */
const MAX_WAITING = 150;
const RETRY_AFTER_SECONDS = 2;

/** Knows whether the process can keep up with its requests. */
export class LoadWatch {
  readonly #waiting: () => number;
  readonly #timer: NodeJS.Timeout;
  #lastCheck = performance.now();
  #lateChecks = 0;

  /** `waiting` returns how many requests wait for a database connection. */
  constructor(waiting: () => number) {
    this.#waiting = waiting;
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  isOverloaded = (): boolean => this.#lateChecks >= LATE_CHECKS || this.#waiting() > MAX_WAITING;

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    const isLate = now - this.#lastCheck - CHECK_EVERY_MS > LATE_MS;
    this.#lateChecks = isLate ? this.#lateChecks + 1 : 0;
    this.#lastCheck = now;
  }
}

/**
 * While the process is overloaded, refuses API reads immediately. Callers retry them, and payments, purchases
 * and health checks still get their turn.
 */
export function installLoadShedding(app: FastifyInstance, isOverloaded: () => boolean): void {
  app.addHook('onRequest', async ({ method, url }) => {
    if ((method === 'GET' || method === 'HEAD') && url.startsWith('/api/') && isOverloaded())
      throw new AppError('OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
}
