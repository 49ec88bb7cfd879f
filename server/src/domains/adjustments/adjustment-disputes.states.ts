import type { AdjustmentDisputeState } from '@lading/contract/adjustments.ts';
import type { MoveTable } from '../../platform/state-machine.ts';

export const INITIAL_ADJUSTMENT_DISPUTE_STATE = 'open' satisfies AdjustmentDisputeState;

/** The operator may also decide a dispute without sending it to the carrier. */
export const ADJUSTMENT_DISPUTE_MOVES = {
  open: ['sent', 'won', 'lost', 'expired'],
  sent: ['won', 'lost', 'expired'],
  won: [],
  lost: [],
  expired: [],
} as const satisfies MoveTable<AdjustmentDisputeState>;
