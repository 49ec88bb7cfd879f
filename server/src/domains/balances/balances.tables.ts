import type { RefundPolicy } from '@lading/contract/balance-terms.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface BalancesTables {
  balances: BalancesTable;
  balance_entries: BalanceEntriesTable;
  balance_settings: { only_row: Generated<boolean>; refunds: RefundPolicy; updated_at: Date };
}

/** Why a balance changed. `released` is a hold that was not needed. A negative `deposit` is a withdrawal. */
export type BalanceEntryKind =
  | 'top_up'
  | 'deposit'
  | 'labels'
  | 'released'
  | 'refund'
  | 'adjustment'
  | 'dispute'
  | 'payout'
  | 'correction';

interface BalancesTable {
  user_id: Immutable<string>;
  cents: number;
  credit_limit_cents: number;
  due_days: number;
  /** Null follows the operator's setting. */
  refund_to: 'card' | 'balance' | null;
  updated_at: Date;
}

interface BalanceEntriesTable {
  id: GeneratedAlways<number>;
  user_id: Immutable<string>;
  reason_key: Immutable<string>;
  kind: Immutable<BalanceEntryKind>;
  cents: Immutable<number>;
  balance_cents: Immutable<number>;
  limit_cents: Immutable<number>;
  payment_id: Immutable<string | null>;
  refund_id: Immutable<string | null>;
  shipment_id: Immutable<string | null>;
  note: string;
  created_at: Immutable<Date>;
}
