import type { AccountStatus, AuditStatus, Role } from '@lading/contract/constants.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { ConfirmTestPaymentAnswer } from '@lading/contract/test-gateway.ts';
import type { ColumnType, Generated } from 'kysely';
import type { BulkSchema } from './bulk-schema.ts';
import type { MoneySchema } from './money-schema.ts';
import type { OperatorSchema } from './operator-schema.ts';

/** The tables as the migrations leave them. */
export interface Schema extends MoneySchema, BulkSchema, OperatorSchema {
  users: UsersTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  login_failures: LoginFailuresTable;
  audit_logs: AuditLogsTable;
  'sandbox.carrier_purchases': CarrierPurchasesTable;
  'sandbox.gateway_intents': GatewayIntentsTable;
  'sandbox.gateway_refunds': GatewayRefundsTable;
  'sandbox.gateway_events': GatewayEventsTable;
}

type Never<T> = ColumnType<T, T, never>;

export interface UsersTable {
  id: Never<string>;
  email: string;
  /** The normalised form that is compared and unique. */
  email_key: string;
  full_name: string;
  phone: string | null;
  password_hash: string;
  role: Role;
  status: AccountStatus;
  created_at: Never<Date>;
  last_active_at: Date | null;
  /** The person is gone; the account stays for the books. */
  erased_at: ColumnType<Date | null, never, Date>;
}

export interface SessionsTable {
  token_hash: Never<Buffer>;
  user_id: Never<string>;
  created_at: Never<Date>;
  expires_at: Never<Date>;
  ip_address: Never<string>;
  user_agent: Never<string>;
}

export interface PasswordResetsTable {
  token_hash: Never<Buffer>;
  user_id: Never<string>;
  created_at: Never<Date>;
  expires_at: Never<Date>;
}

export interface LoginFailuresTable {
  key: string;
  failures: number;
  window_ends_at: Date;
}

export interface AuditLogsTable {
  seq: Generated<number>;
  log_id: Never<string>;
  recorded_at: Never<Date>;
  event_type: Never<string>;
  status: Never<AuditStatus>;
  user_id: Never<string | null>;
  user_role: Never<Role | null>;
  ip_address: Never<string | null>;
  request_id: Never<string | null>;
  details: Never<Record<string, unknown> | null>;
}

interface PlaceJson {
  city: string;
  state: string;
  country: string;
}

export interface CarrierPurchasesTable {
  key: Never<string>;
  order_hash: Never<Buffer>;
  transaction_id: Never<string>;
  tracking_number: Never<string>;
  carrier: Never<Carrier>;
  service: Never<string>;
  cost_cents: Never<number>;
  ship_date: Never<string>;
  delivery_date: Never<string | null>;
  transit_days: Never<number | null>;
  origin: Never<PlaceJson>;
  destination: Never<PlaceJson>;
  label_format: Never<'lading-page' | 'pdf'>;
  label_bytes: Never<Buffer>;
  bought_at: Never<Date>;
  voided_at: Date | null;
}

export interface GatewayIntentsTable {
  intent_id: Never<string>;
  key: Never<string>;
  client_secret: Never<string>;
  amount_cents: Never<number>;
  currency: Never<string>;
  description: Never<string>;
  status: ConfirmTestPaymentAnswer['status'];
  last_error: string | null;
  card_brand: string | null;
  card_last4: string | null;
  refunded_cents: Generated<number>;
  disputed_at: Date | null;
  created_at: Never<Date>;
}

export interface GatewayRefundsTable {
  key: Never<string>;
  refund_id: Never<string>;
  intent_id: Never<string>;
  amount_cents: Never<number>;
  reason: Never<string>;
  refusal: Never<string | null>;
  created_at: Never<Date>;
}

export interface GatewayEventsTable {
  seq: Generated<number>;
  event_id: Never<string>;
  intent_id: Never<string>;
  kind: Never<string>;
  created_at: Never<Date>;
  due_at: Date;
  delivered_at: Date | null;
}
