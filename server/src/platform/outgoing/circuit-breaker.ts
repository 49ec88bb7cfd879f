import type { Clock } from '../clock.ts';
import { inSpan } from '../tracing/span.ts';
import { NotSentError } from './not-sent.ts';
import { type CallOutcome, observeCall, watchBreaker } from './provider-metrics.ts';

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
  #isTried = false;

  constructor(name: string, clock: Clock, limits: BreakerLimits = LIMITS) {
    this.#name = name;
    this.#clock = clock;
    this.#limits = limits;
    watchBreaker(name, () => this.state);
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return 'closed';
    return this.#clock.now().getTime() < this.#openUntil ? 'open' : 'trying';
  }

  /** Runs the work unless the breaker is open. `isFailure` tells an answer that means trouble from one that is an answer. */
  async run<T>(work: () => Promise<T>, isFailure: (answer: T) => boolean): Promise<T> {
    const { state } = this;
    if (state === 'open' || (state === 'trying' && this.#isTried)) {
      observeCall(this.#name, 'not_sent', 0);
      throw new NotSentError(`${this.#name} is out of order and is left alone for a moment`);
    }
    const note = state === 'trying' ? this.#beginTrial() : (failed: boolean) => this.#note(failed);
    const begun = performance.now();
    const end = (outcome: CallOutcome) => {
      note(outcome !== 'answered');
      observeCall(this.#name, outcome, (performance.now() - begun) / 1000);
    };
    try {
      const answer = await inSpan(`call ${this.#name}`, { 'server.address': this.#name }, work);
      end(isFailure(answer) ? 'failed' : 'answered');
      return answer;
    } catch (error) {
      end(error instanceof NotSentError ? 'not_sent' : 'failed');
      throw error;
    }
  }

  #beginTrial(): (failed: boolean) => void {
    this.#isTried = true;
    return (failed) => {
      this.#isTried = false;
      this.#failures = [];
      this.#openUntil = failed ? this.#endOfRest() : null;
    };
  }

  #note(failed: boolean): void {
    // It was let through before the breaker opened and tells nothing new; only a trial ends the rest.
    if (this.#openUntil !== null) return;
    const { remembered, enough, openAt } = this.#limits;
    this.#failures = [...this.#failures, failed].slice(-remembered);
    const share = this.#failures.filter(Boolean).length / this.#failures.length;
    if (failed && this.#failures.length >= enough && share >= openAt) this.#openUntil = this.#endOfRest();
  }

  #endOfRest(): number {
    return this.#clock.now().getTime() + this.#limits.restMs;
  }
}
