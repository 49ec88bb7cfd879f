import type { Clock } from '../clock.ts';
import { inSpan } from '../tracing/span.ts';
import { type CallObserver, type CallOutcome, NO_OBSERVER } from './call-observer.ts';
import { NotSentError } from './not-sent.ts';

interface BreakerLimits {
  /** How many of the latest calls count. */
  windowSize: number;
  /** The breaker stays closed until it has seen this many calls. */
  minCalls: number;
  /** The share of failures at which the breaker opens. */
  failureRate: number;
  cooldownMs: number;
}

interface BreakerOptions {
  limits?: BreakerLimits;
  observer?: CallObserver | undefined;
}

const LIMITS: BreakerLimits = { windowSize: 20, minCalls: 5, failureRate: 0.5, cooldownMs: 10_000 };

type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * Stops calls to a provider that mostly fails. After the cooldown, one trial call decides whether to resume.
 */
export class CircuitBreaker {
  readonly #name: string;
  readonly #clock: Clock;
  readonly #limits: BreakerLimits;
  readonly #observer: CallObserver;
  #failures: boolean[] = [];
  #openUntil: number | null = null;
  #isTrialRunning = false;

  constructor(name: string, clock: Clock, { limits = LIMITS, observer = NO_OBSERVER }: BreakerOptions = {}) {
    this.#name = name;
    this.#clock = clock;
    this.#limits = limits;
    this.#observer = observer;
    // After the cooldown, calls go out again: a provider that nobody calls is not paused.
    observer.watchBreaker(name, () => this.state === 'open' || this.#isTrialRunning);
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return 'closed';
    return this.#clock.now().getTime() < this.#openUntil ? 'open' : 'half-open';
  }

  /**
   * Runs the work unless the breaker is open. `isFailure` decides which answers count as failures of the
   * provider.
   */
  async run<T>(work: () => Promise<T>, isFailure: (answer: T) => boolean): Promise<T> {
    const { state } = this;
    if (state === 'open' || (state === 'half-open' && this.#isTrialRunning)) {
      this.#observer.observeCall(this.#name, 'not_sent', 0);
      throw new NotSentError(`Calls to ${this.#name} are paused after repeated failures`);
    }
    const record = state === 'half-open' ? this.#startTrial() : (failed: boolean) => this.#record(failed);
    const startedAt = performance.now();
    const finish = (outcome: CallOutcome) => {
      record(outcome !== 'answered');
      this.#observer.observeCall(this.#name, outcome, (performance.now() - startedAt) / 1000);
    };
    try {
      const answer = await inSpan(`call ${this.#name}`, { 'server.address': this.#name }, work);
      finish(isFailure(answer) ? 'failed' : 'answered');
      return answer;
    } catch (error) {
      finish(error instanceof NotSentError ? 'not_sent' : 'failed');
      throw error;
    }
  }

  #startTrial(): (failed: boolean) => void {
    this.#isTrialRunning = true;
    return (failed) => {
      this.#isTrialRunning = false;
      this.#failures = [];
      this.#openUntil = failed ? this.#cooldownEnd() : null;
    };
  }

  #record(failed: boolean): void {
    // The call started before the breaker opened. Only a trial call may end the cooldown.
    if (this.#openUntil !== null) return;
    const { windowSize, minCalls, failureRate } = this.#limits;
    this.#failures = [...this.#failures, failed].slice(-windowSize);
    const share = this.#failures.filter(Boolean).length / this.#failures.length;
    if (failed && this.#failures.length >= minCalls && share >= failureRate)
      this.#openUntil = this.#cooldownEnd();
  }

  #cooldownEnd(): number {
    return this.#clock.now().getTime() + this.#limits.cooldownMs;
  }
}
