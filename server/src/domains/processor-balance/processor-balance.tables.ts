import type { Generated } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';
import type { MovementKind, PayoutStatus } from '../../providers/payments/port.ts';

export interface ProcessorBalanceTables {
  processor_movements: ProcessorMovementsTable;
  processor_payouts: ProcessorPayoutsTable;
  processor_reads: ProcessorReadsTable;
}

interface ProcessorMovementsTable {
  /** The provider's. */
  id: Immutable<string>;
  provider: Immutable<string>;
  kind: Immutable<MovementKind>;
  amount_cents: Immutable<number>;
  fee_cents: Immutable<number>;
  net_cents: Immutable<number>;
  currency: Immutable<string>;
  created_at: Immutable<Date>;
  available_at: Immutable<Date>;
  source_id: Immutable<string | null>;
  intent_id: Immutable<string | null>;
  refund_key: Immutable<string | null>;
  dispute_id: Immutable<string | null>;
  payment_id: string | null;
  refund_id: string | null;
  payout_id: string | null;
  /** What the ledger has as the fee. */
  booked_cents: Immutable<number>;
  read_at: Immutable<Date>;
}

interface ProcessorPayoutsTable {
  /** The provider's. */
  id: Immutable<string>;
  provider: Immutable<string>;
  amount_cents: Immutable<number>;
  currency: Immutable<string>;
  status: PayoutStatus;
  created_at: Immutable<Date>;
  arrives_at: Date;
  itemized: Immutable<boolean>;
  failure: string | null;
  items_read_at: Date | null;
  read_at: Date;
}

interface ProcessorReadsTable {
  provider: Immutable<string>;
  first_read_at: Immutable<Date>;
  read_from: Immutable<Date>;
  read_until: Date;
  run_since: Date | null;
  run_started_at: Date | null;
  run_after: string | null;
  deep_read_at: Date | null;
  completed_at: Date | null;
  payouts_read_at: Date | null;
  next_read_at: Generated<Date>;
}
