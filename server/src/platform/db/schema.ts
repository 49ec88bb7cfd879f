import type { AccountStatus, AuditStatus, Role } from '@lading/contract/constants.ts';
import type { ColumnType, Generated } from 'kysely';

/** The tables as the migrations leave them. */
export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  login_failures: LoginFailuresTable;
  audit_logs: AuditLogsTable;
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
