export type CallOutcome = 'answered' | 'failed' | 'not_sent';

/** Learns how calls to providers end, for metrics. */
export interface CallObserver {
  /** Announces a circuit breaker; `isOpen` tells its state at any time. */
  watchBreaker(provider: string, isOpen: () => boolean): void;
  observeCall(provider: string, outcome: CallOutcome, seconds: number): void;
}

export const NO_OBSERVER: CallObserver = { watchBreaker: () => {}, observeCall: () => {} };
