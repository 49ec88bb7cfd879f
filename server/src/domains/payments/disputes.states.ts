import type { MoveTable } from '../../platform/state-machine.ts';

export type DisputeState = 'open' | 'won' | 'lost';

export const INITIAL_DISPUTE_STATE = 'open' satisfies DisputeState;

export const DISPUTE_MOVES = {
  open: ['won', 'lost'],
  won: [],
  lost: [],
} as const satisfies MoveTable<DisputeState>;
