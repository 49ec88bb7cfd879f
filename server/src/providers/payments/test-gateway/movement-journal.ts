import type { Movement, PageOrder, PayoutRecord } from '../port.ts';

export interface NewMovement {
  movementId: string;
  kind: 'charge' | 'refund' | 'dispute';
  refundKey: string | null;
  amountCents: number;
  feeCents: number;
  createdAt: Date;
  availableAt: Date;
}

/** The gateway's own records of its balance. All processes of an installation share them. */
export interface MovementJournal {
  /** Newest first. */
  listMovements(order: MovementOrder): Promise<Movement[]>;
  listPayouts(order: PageOrder & { limit: number; now: Date }): Promise<PayoutRecord[]>;
  /** Pays out what has become available, once per day up to now. */
  addPayouts(times: { now: Date; transferMs: number }, newId: () => string): Promise<void>;
  /** For tests: the bank returns a payout. */
  failPayout(payoutId: string, movementId: string, now: Date): Promise<void>;
}

export interface MovementOrder extends PageOrder {
  payoutId: string | null;
  limit: number;
}
