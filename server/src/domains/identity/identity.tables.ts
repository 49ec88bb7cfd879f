import type { AccountStatus, Role } from '@lading/contract/constants.ts';
import type { ColumnType } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface IdentityTables {
  users: UsersTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  login_failures: LoginFailuresTable;
}

export interface UsersTable {
  id: Immutable<string>;
  email: string;
  /** Normalized; unique. */
  email_key: string;
  full_name: string;
  phone: string | null;
  password_hash: string;
  role: Role;
  status: AccountStatus;
  created_at: Immutable<Date>;
  last_active_at: Date | null;
  /** Personal data is erased; the account stays because the ledger refers to it. */
  erased_at: ColumnType<Date | null, never, Date>;
}

export interface SessionsTable {
  token_hash: Immutable<Buffer>;
  user_id: Immutable<string>;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
  ip_address: Immutable<string>;
  user_agent: Immutable<string>;
}

export interface PasswordResetsTable {
  token_hash: Immutable<Buffer>;
  user_id: Immutable<string>;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
}

interface LoginFailuresTable {
  key: string;
  failures: number;
  window_ends_at: Date;
}
