import type { ColumnType } from 'kysely';

/** Written by the database itself; the application only looks. */
type ReadOnly<T> = ColumnType<T, never, never>;

interface Totals {
  shipments: ReadOnly<number>;
  gross_cents: ReadOnly<number>;
  commission_cents: ReadOnly<number>;
}

/** What the operator's figures and lists stand on. Rows of these views are to be added up: several may speak of the same day. */
export interface OperatorSchema {
  shipments_by_day: Totals & {
    day: ReadOnly<string>;
    carrier: ReadOnly<string>;
    status: ReadOnly<string>;
  };
  shipments_by_client_day: Totals & { day: ReadOnly<string>; user_id: ReadOnly<string> };
  /** The first day of the month stands for it. */
  shipments_by_client_month: Totals & { month: ReadOnly<string>; user_id: ReadOnly<string> };
  /** An empty kind or status stands for all of them. */
  audit_by_day: {
    day: ReadOnly<string>;
    event_type: ReadOnly<string>;
    status: ReadOnly<string>;
    records: ReadOnly<number>;
  };
  /** Likewise. */
  audit_by_user: {
    user_id: ReadOnly<string>;
    event_type: ReadOnly<string>;
    status: ReadOnly<string>;
    records: ReadOnly<number>;
  };
  audit_unsealed: { seq: ReadOnly<number> };
  audit_seals: { position: ReadOnly<number>; seq: ReadOnly<number>; hash: ReadOnly<Buffer> };
}
