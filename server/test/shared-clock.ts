import { later } from '../src/platform/clock.ts';

/** A clock that tests advance, for an adapter and its double. */
export class SharedClock {
  #now = new Date('2026-11-16T12:00:00Z');
  now = () => this.#now;
  advance(milliseconds: number) {
    this.#now = later(this.#now, milliseconds);
  }
}
