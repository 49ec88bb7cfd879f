import type { Clock } from '../clock.ts';
import { NotSentError } from './not-sent.ts';

export interface BreakerLimits {
  /** Calls that are remembered, and how many of them must be there before anything is concluded. */
  remembered: number;
  enough: number;
  /** The share of failures from which on nobody is let through. */
  openAt: number;
  restMs: number;
}

const LIMITS: BreakerLimits = { remembered: 20, enough: 5, openAt: 0.5, restMs: 10_000 };

export type BreakerState = 'closed' | 'open' | 'trying';

/** A party that mostly fails is left alone for a while; then one call finds out whether it is back. */
export class CircuitBreaker {
  readonly #name: string;
  readonly #clock: Clock;
  readonly #limits: BreakerLimits;
  #failures: boolean[] = [];
  #openUntil: number | null = null;
  #trying = false;

  constructor(name: string, clock: Clock, limits: BreakerLimits = LIMITS) {
    this.#name = name;
    this.#clock = clock;
    this.#limits = limits;
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return 'closed';
    return this.#clock.now().getTime() < this.#openUntil ? 'open' : 'trying';
  }

  /** Runs the work unless the breaker is open. `isFailure` tells an answer that means trouble from one that is an answer. */
  async run<T>(work: () => Promise<T>, isFailure: (answer: T) => boolean): Promise<T> {
    const { state } = this;
    if (state === 'open' || (state === 'trying' && this.#trying))
      throw new NotSentError(`${this.#name} is out of order and is left alone for a moment`);
    this.#trying = state === 'trying';
    try {
      const answer = await work();
      this.#note(isFailure(answer));
      return answer;
    } catch (error) {
      this.#note(true);
      throw error;
    } finally {
      this.#trying = false;
    }
  }

  #note(failed: boolean): void {
    const { remembered, enough, openAt, restMs } = this.#limits;
    if (this.#openUntil !== null && !failed) {
      this.#openUntil = null;
      this.#failures = [];
      return;
    }
    this.#failures = [...this.#failures, failed].slice(-remembered);
    const share = this.#failures.filter(Boolean).length / this.#failures.length;
    if (failed && (this.#openUntil !== null || (this.#failures.length >= enough && share >= openAt)))
      this.#openUntil = this.#clock.now().getTime() + restMs;
  }
}
