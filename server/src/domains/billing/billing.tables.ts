import type { BillingKind, TaxLine } from '@lading/contract/billing.ts';
import type { Generated } from 'kysely';
import type { Immutable, Json } from '../../platform/db/column-types.ts';
import type { BillingContent } from './billing-content.ts';

export interface BillingTables {
  billing_settings: BillingSettingsTable;
  billing_details: BillingDetailsTable;
  billing_counters: { kind: Immutable<BillingKind>; year: Immutable<number>; last: number };
  billing_runs: BillingRunsTable;
  billing_documents: BillingDocumentsTable;
}

interface BillingSettingsTable {
  only_row: Generated<boolean>;
  legal_name: string;
  address_lines: Json<string[]>;
  tax_id: string;
  contact_email: string;
  number_prefix: string;
  payment_instructions: string;
  tax_lines: Json<TaxLine[]>;
  no_tax_reason: string;
  /** The first day of the first month with documents. */
  starts_on: string | null;
  /** The first day of the first month whose documents are not all issued. */
  next_month: string | null;
  /** Every payment that succeeded before has a receipt. */
  receipts_until: Date | null;
  updated_at: Date;
}

interface BillingDetailsTable {
  user_id: Immutable<string>;
  company: string;
  address_lines: Json<string[]>;
  tax_id: string;
  reference: string;
  updated_at: Date;
}

interface BillingRunsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  /** The first day of the month. */
  month: Immutable<string>;
  /** The last balance entry on the statement; 0 if there is none. */
  last_entry: Immutable<number>;
  issued_at: Immutable<Date>;
}

interface BillingDocumentsTable {
  id: Immutable<string>;
  kind: Immutable<BillingKind>;
  number: Immutable<string>;
  year: Immutable<number>;
  sequence: Immutable<number>;
  user_id: Immutable<string>;
  run_id: Immutable<string | null>;
  payment_id: Immutable<string | null>;
  /** The invoice that a credit note corrects. */
  corrects: Immutable<string | null>;
  period_start: Immutable<string | null>;
  period_end: Immutable<string | null>;
  issued_at: Immutable<Date>;
  due_on: Immutable<string | null>;
  subtotal_cents: Immutable<number>;
  tax_cents: Immutable<number>;
  total_cents: Immutable<number>;
  paid_cents: Immutable<number>;
  due_cents: Immutable<number>;
  content: Json<BillingContent>;
}
