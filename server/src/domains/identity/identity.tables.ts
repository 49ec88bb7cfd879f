import type { ApiKeyScope } from '@lading/contract/api-keys.ts';
import type { AccountStatus, Role } from '@lading/contract/constants.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import type { ColumnType } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface IdentityTables {
  users: UsersTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  password_resets: PasswordResetsTable;
  login_failures: LoginFailuresTable;
  email_changes: EmailChangesTable;
  email_links: EmailLinksTable;
  account_mails: AccountMailsTable;
  known_devices: KnownDevicesTable;
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
  /** Null for clients. A trigger makes an admin without one an owner. */
  staff_role: ColumnType<StaffRole | null, StaffRole | undefined, StaffRole>;
  status: AccountStatus;
  created_at: Immutable<Date>;
  last_active_at: Date | null;
  /** Null until the account holder has opened a link that was mailed to this address. */
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Personal data is erased; the account stays because the ledger refers to it. */
  erased_at: ColumnType<Date | null, never, Date>;
}

export interface SessionsTable {
  /** Public, unlike the token. */
  id: ColumnType<string, string | undefined, never>;
  /** Changes with every new proof of identity. */
  token_hash: Buffer;
  user_id: Immutable<string>;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
  /** The last time the account holder proved who they are: sign-in, or a later check of password or factor. */
  authenticated_at: ColumnType<Date, Date | undefined, Date>;
  last_used_at: ColumnType<Date, Date | undefined, Date>;
  /** Null until the session is used from a different IP address than the sign-in. */
  last_ip_address: ColumnType<string | null, never, string | null>;
  /** "Remember me". */
  remembered: ColumnType<boolean, boolean | undefined, never>;
  /** Where the sign-in came from. */
  ip_address: Immutable<string>;
  user_agent: Immutable<string>;
}

export interface ApiKeysTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  name: Immutable<string>;
  scope: Immutable<ApiKeyScope>;
  key_hash: Immutable<Buffer>;
  ending: Immutable<string>;
  created_at: Immutable<Date>;
  last_used_at: Date | null;
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
  last_failed_at: Date | null;
}

export interface EmailChangesTable {
  user_id: Immutable<string>;
  new_email: Immutable<string>;
  new_email_key: Immutable<string>;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
  old_confirmed_at: Date | null;
  new_confirmed_at: Date | null;
}

/** `verify` the address of the account, or confirm its change from the old or the new address. */
export type EmailLinkPurpose = 'verify' | 'change_old' | 'change_new';

export interface EmailLinksTable {
  token_hash: Immutable<Buffer>;
  user_id: Immutable<string>;
  purpose: Immutable<EmailLinkPurpose>;
  /** The address that the link was sent to. */
  email_key: Immutable<string>;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
}

interface AccountMailsTable {
  id: Immutable<string>;
  address: Immutable<Buffer>;
  kind: Immutable<string>;
  sent_at: Immutable<Date>;
}

interface KnownDevicesTable {
  user_id: Immutable<string>;
  fingerprint: Immutable<Buffer>;
  last_seen_at: Date;
}
