import { minutes } from '../../platform/clock.ts';

/** Leases use the database's clock. */
export interface BulkTimings {
  /** How long a row waits for its turn at the label provider before it is released. */
  turnWaitMs: number;
  /** How long one worker may hold a row: long enough to wait for a turn and then for the label provider. */
  rowLeaseMs: number;
  /** How often an idle event stream shows that it is alive, and looks for changes whose notification was lost. */
  streamHeartbeatMs: number;
}

export const BULK_TIMINGS: BulkTimings = {
  turnWaitMs: 45_000,
  rowLeaseMs: 90_000,
  streamHeartbeatMs: 20_000,
};

export const FAST_BULK_TIMINGS: BulkTimings = {
  turnWaitMs: 3_000,
  rowLeaseMs: 6_000,
  streamHeartbeatMs: 2_000,
};

/** After this long, a paused batch cancels and refunds its remaining labels. */
export const MAX_PAUSE_MS = minutes(30);
