import type { Generated } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface TopUpsTables {
  payment_customers: PaymentCustomersTable;
  stored_cards: StoredCardsTable;
  card_setups: CardSetupsTable;
  automatic_top_ups: AutomaticTopUpsTable;
  top_up_failures: TopUpFailuresTable;
}

interface PaymentCustomersTable {
  user_id: Immutable<string>;
  provider: Immutable<string>;
  customer_id: string;
  created_at: Immutable<Date>;
}

interface StoredCardsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  provider: Immutable<string>;
  /** The card at the payment provider. */
  method_id: Immutable<string>;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  is_default: Generated<boolean>;
  /** The bank does not allow the card to be charged again. */
  refused_at: Date | null;
  created_at: Immutable<Date>;
  removed_at: Date | null;
  expiry_told_at: Date | null;
}

interface CardSetupsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  provider: Immutable<string>;
  /** At the payment provider; null for a card that a top-up saves. */
  setup_id: string | null;
  payment_id: Immutable<string | null>;
  consent: Immutable<string>;
  consent_ip: Immutable<string | null>;
  created_at: Immutable<Date>;
  ended_at: Date | null;
  next_check_at: Generated<Date>;
  checks: Generated<number>;
}

/** Why automatic top-ups are stopped until the client acts. */
export type StopReason = 'declined' | 'card_refused' | 'card_expired' | 'no_card';

interface AutomaticTopUpsTable {
  user_id: Immutable<string>;
  enabled: boolean;
  threshold_cents: number;
  amount_cents: number;
  monthly_cap_cents: number;
  consent: string | null;
  consented_at: Date | null;
  consent_ip: string | null;
  /** Failures and disputes before this time no longer count. */
  acted_at: Date;
  wait_until: Date | null;
  stopped: StopReason | null;
  updated_at: Date;
}

interface TopUpFailuresTable {
  payment_id: Immutable<string>;
  user_id: Immutable<string>;
  automatic: Immutable<boolean>;
  code: Immutable<string>;
  created_at: Immutable<Date>;
}
