import type { MoveTable } from '../../platform/state-machine.ts';

export type PaymentStatus = 'created' | 'processing' | 'succeeded' | 'canceled';

export const INITIAL_PAYMENT_STATUS = 'created' satisfies PaymentStatus;

export const PAYMENT_MOVES = {
  created: ['processing', 'succeeded', 'canceled'],
  processing: ['created', 'succeeded', 'canceled'],
  succeeded: [],
  canceled: [],
} as const satisfies MoveTable<PaymentStatus>;

/** Not known to be paid. The payment provider may already have the money. */
export const OPEN_PAYMENT = ['created', 'processing'] as const satisfies readonly PaymentStatus[];
