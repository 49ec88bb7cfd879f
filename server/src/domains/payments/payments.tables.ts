import type { ColumnType, Generated } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';
import type { DisputeState } from './disputes.states.ts';
import type { PaymentStatus } from './payments.states.ts';
import type { RefundState } from './refunds.states.ts';

export interface PaymentsTables {
  payments: PaymentsTable;
  payment_quotes: { payment_id: Immutable<string>; quote_id: Immutable<string> };
  payment_events: PaymentEventsTable;
  allocations: { shipment_id: Immutable<string>; payment_id: Immutable<string>; cents: Immutable<number> };
  /** The card that paid, if the payment provider says so. */
  payment_cards: { payment_id: Immutable<string>; brand: Immutable<string>; last4: Immutable<string> };
  refunds: RefundsTable;
  disputes: DisputesTable;
}

export type RefundKind = 'surplus' | 'failed_purchase' | 'by_admin' | 'payout';
export type RefundDestination = 'card' | 'balance';
type PaymentPurpose = 'labels' | 'top_up';

interface PaymentsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  provider: Immutable<string>;
  intent_id: string | null;
  amount_cents: number;
  currency: Generated<'USD'>;
  description: string;
  status: Generated<PaymentStatus>;
  quotes_key: Buffer | null;
  /** Set when a batch spends the payment. */
  batch_id: string | null;
  allocated_cents: Generated<number>;
  surplus_returned_cents: Generated<number>;
  refund_reserved_cents: Generated<number>;
  created_at: Immutable<Date>;
  succeeded_at: Date | null;
  next_check_at: Generated<Date>;
  checks: Generated<number>;
  /** Why a card was declined. */
  last_error: string | null;
  /** How many cards were declined. */
  declines: Generated<number>;
  last_declined_at: Date | null;
  purpose: Generated<PaymentPurpose>;
  /** The part that the balance pays. The card pays the rest. */
  balance_cents: Generated<number>;
  /** Started by the server because the balance was low. */
  automatic: Generated<boolean>;
  /** The stored card that it charges. */
  card_id: string | null;
  /** The client's customer at the payment provider, if the payment charges or saves a card. */
  customer_id: string | null;
  saves_card: Generated<boolean>;
}

interface PaymentEventsTable {
  provider: Immutable<string>;
  event_id: Immutable<string>;
  kind: Immutable<'intent' | 'refund' | 'dispute'>;
  intent_id: Immutable<string>;
  /** The contents of a refund or dispute event. */
  news: ColumnType<unknown, string | null, never>;
  received_at: Immutable<Date>;
  processed_at: Date | null;
}

interface RefundsTable {
  id: Immutable<string>;
  payment_id: Immutable<string>;
  shipment_id: Immutable<string | null>;
  cents: Immutable<number>;
  kind: Immutable<RefundKind>;
  reason: Immutable<string>;
  requested_by: Immutable<string | null>;
  state: Generated<RefundState>;
  provider_id: string | null;
  detail: Generated<string>;
  created_at: Immutable<Date>;
  ended_at: Date | null;
  next_check_at: Generated<Date>;
  checks: Generated<number>;
  destination: Generated<RefundDestination>;
}

interface DisputesTable {
  id: Immutable<string>;
  provider: Immutable<string>;
  dispute_id: Immutable<string>;
  payment_id: Immutable<string>;
  cents: Immutable<number>;
  state: DisputeState;
  reason: Immutable<string>;
  opened_at: Immutable<Date>;
  ended_at: Date | null;
}
