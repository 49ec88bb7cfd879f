import { minutes } from '../../platform/clock.ts';

export interface ProcessorTimings {
  /** How long until the processor's balance is read again, on the database's clock. */
  processorReadEveryMs: number;
}

export const PROCESSOR_TIMINGS: ProcessorTimings = { processorReadEveryMs: minutes(5) };

export const FAST_PROCESSOR_TIMINGS: ProcessorTimings = { processorReadEveryMs: 1_000 };
