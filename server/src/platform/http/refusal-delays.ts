import { setTimeout as sleep } from 'node:timers/promises';
import { minutes } from '../clock.ts';

/** A broken client makes a few mistakes; only a program makes many. */
const FREE = 3;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
const FORGET_AFTER_MS = minutes(1);
const MAX_ADDRESSES = 5_000;
const MAX_WAITING = 200;

/**
 * Makes an address that keeps sending malformed requests wait longer and longer for each refusal, so that one
 * connection costs very little. Only refusals wait: other callers behind the same proxy notice nothing.
 */
export class RefusalDelays {
  readonly #addresses = new Map<string, { refusals: number; lastAt: number }>();
  #waiting = 0;

  /** False when too many wait already; refuse those without a wait. */
  async wait(address: string): Promise<boolean> {
    const ms = this.count(address, performance.now());
    if (ms === 0) return true;
    if (this.#waiting >= MAX_WAITING) return false;
    this.#waiting += 1;
    await sleep(ms, undefined, { ref: false });
    this.#waiting -= 1;
    return true;
  }

  /** Counts a refusal and returns how long it waits, in milliseconds. */
  count(address: string, now: number): number {
    const known = this.#addresses.get(address);
    // The map stays in the order of last use, and the oldest address makes room.
    this.#addresses.delete(address);
    const refusals = known && now - known.lastAt < FORGET_AFTER_MS ? known.refusals + 1 : 1;
    const [oldest] = this.#addresses.keys();
    if (oldest !== undefined && this.#addresses.size >= MAX_ADDRESSES) this.#addresses.delete(oldest);
    this.#addresses.set(address, { refusals, lastAt: now });
    return refusals <= FREE ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (refusals - FREE - 1), MAX_DELAY_MS);
  }
}
