import type { ReadOnly } from '../../platform/db/column-types.ts';
import type { Row } from '../../platform/db/schema.ts';

export type StoredStatus = Row<'shipments'>['status'];

interface Totals {
  shipments: ReadOnly<number>;
  gross_cents: ReadOnly<number>;
  commission_cents: ReadOnly<number>;
}

/** Views. Several rows may share a day: add them up. */
export interface AnalyticsTables {
  shipments_by_day: Totals & {
    day: ReadOnly<string>;
    carrier: ReadOnly<string>;
    status: ReadOnly<string>;
  };
  shipments_by_client_day: Totals & { day: ReadOnly<string>; user_id: ReadOnly<string> };
  /** `month` is the first day of the month. */
  shipments_by_client_month: Totals & { month: ReadOnly<string>; user_id: ReadOnly<string> };
}
