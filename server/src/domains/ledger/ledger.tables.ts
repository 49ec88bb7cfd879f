import type { GeneratedAlways } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface LedgerTables {
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: {
    transaction_id: Immutable<number>;
    account: Immutable<LedgerAccount>;
    cents: Immutable<number>;
  };
}

export type LedgerAccount =
  | 'processor'
  | 'customer_funds'
  | 'carrier_payable'
  | 'commission'
  | 'rate_variance'
  | 'refunds_payable'
  | 'refunds_given'
  | 'dispute_hold'
  | 'loss'
  /** What clients have prepaid. A client with credit may owe instead. */
  | 'client_balances'
  /** Taken from a balance, for a payment that waits for its card, or credited by a disputed payment. */
  | 'balance_holds'
  /** Money that clients paid to the operator's bank account. */
  | 'bank'
  | 'processor_fees'
  /** What carriers billed besides the price of a label, less what clients paid of it. */
  | 'carrier_adjustments'
  | 'adjustment_fees'
  | 'bad_debt';

interface LedgerTransactionsTable {
  id: GeneratedAlways<number>;
  reason_key: Immutable<string>;
  recorded_at: Immutable<Date>;
}
