import type { ColumnType } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface SecondFactorTables {
  totp_factors: TotpFactorsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  factor_challenges: FactorChallengesTable;
  factor_failures: FactorFailuresTable;
}

interface TotpFactorsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  sealed_secret: Buffer;
  created_at: Immutable<Date>;
  /** Null until the owner has entered a first code. */
  confirmed_at: ColumnType<Date | null, never, Date>;
  used_step: ColumnType<number | null, never, number>;
  last_used_at: ColumnType<Date | null, never, Date>;
}

export interface PasskeysTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  credential_id: Immutable<string>;
  public_key: Immutable<Buffer>;
  counter: number;
  transports: Immutable<string[]>;
  synced: boolean;
  name: string;
  created_at: Immutable<Date>;
  last_used_at: ColumnType<Date | null, never, Date>;
}

interface RecoveryCodesTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  code_hash: Immutable<string>;
  created_at: Immutable<Date>;
  used_at: ColumnType<Date | null, never, Date>;
}

export interface FactorChallengesTable {
  challenge_hash: Immutable<Buffer>;
  purpose: Immutable<'sign-in' | 'passkey-sign-in' | 'passkey-set-up' | 'proof'>;
  user_id: Immutable<string | null>;
  password_digest: Immutable<Buffer | null>;
  remember: Immutable<boolean>;
  tries_left: number;
  expires_at: Immutable<Date>;
}

interface FactorFailuresTable {
  user_id: Immutable<string>;
  failures: number;
  blocked_until: Date | null;
}
