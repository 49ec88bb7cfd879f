export type CallOutcome = 'answered' | 'failed' | 'not_sent';

/** Records the outcome of calls to providers, for metrics. */
export interface CallObserver {
  /** Registers a circuit breaker; `isOpen` returns its current state. */
  watchBreaker(provider: string, isOpen: () => boolean): void;
  observeCall(provider: string, outcome: CallOutcome, seconds: number): void;
}

export const NO_OBSERVER: CallObserver = { watchBreaker: () => {}, observeCall: () => {} };
