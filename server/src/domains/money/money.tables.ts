import type { ReadOnly } from '../../platform/db/column-types.ts';

interface Amounts {
  revenue_cents: ReadOnly<number>;
  cost_cents: ReadOnly<number>;
  fees_cents: ReadOnly<number>;
  refunds_cents: ReadOnly<number>;
  adjustments_cents: ReadOnly<number>;
  losses_cents: ReadOnly<number>;
}

/** Views. Several rows may share a day: add them up. */
export interface MoneyTables {
  all_money_lines: Amounts & {
    transaction_id: ReadOnly<number>;
    recorded_at: ReadOnly<Date>;
    kind: ReadOnly<string>;
    subject_id: ReadOnly<string | null>;
    user_id: ReadOnly<string | null>;
    shipment_id: ReadOnly<string | null>;
    /** Empty if there is none, and so are the service and its name. */
    carrier: ReadOnly<string>;
    service: ReadOnly<string>;
    service_name: ReadOnly<string>;
  };
  money_by_day: Amounts & {
    day: ReadOnly<string>;
    carrier: ReadOnly<string>;
    service: ReadOnly<string>;
    service_name: ReadOnly<string>;
  };
  money_by_client_day: Amounts & { day: ReadOnly<string>; user_id: ReadOnly<string | null> };
  /** `month` is the first day of the month. */
  money_by_client_month: Amounts & { month: ReadOnly<string>; user_id: ReadOnly<string | null> };
}
