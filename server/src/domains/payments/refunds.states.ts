import type { MoveTable } from '../../platform/state-machine.ts';

export type RefundState = 'requested' | 'submitted' | 'succeeded' | 'failed';

export const INITIAL_REFUND_STATE = 'requested' satisfies RefundState;

export const REFUND_MOVES = {
  requested: ['submitted'],
  submitted: ['succeeded', 'failed'],
  // A bank can return a refund that the payment provider had already reported as paid.
  succeeded: ['failed'],
  failed: [],
} as const satisfies MoveTable<RefundState>;

/** Reserved, and not yet confirmed by the payment provider. */
export const OPEN_REFUND = ['requested', 'submitted'] as const satisfies readonly RefundState[];
