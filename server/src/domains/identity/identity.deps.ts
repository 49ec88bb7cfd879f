import type { Role } from '@lading/contract/constants.ts';
import type { SecondFactorFor, SecurityLevel } from '@lading/contract/runtime-config.ts';
import type { Selectable } from 'kysely';
import type { SessionLimits } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Mailer } from '../../providers/mail/port.ts';
import type { Origin } from '../audit/audit.events.ts';
import type { UsersTable } from './identity.tables.ts';
import type { PasswordRules } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { SessionCache } from './session-cache.ts';

export type UserAtSignIn = Pick<Selectable<UsersTable>, 'id' | 'role' | 'password_hash'>;

/** Second factors are a domain of their own, which this one must not import. */
export interface SecondFactors {
  /** Throws SECOND_FACTOR_REQUIRED if the account has a second factor. */
  require(origin: Origin, user: UserAtSignIn, remember: boolean): Promise<void>;
  /** Whether the account must set up a second factor before anything else. */
  isMissing(user: { userId: string; role: Role }): Promise<boolean>;
  /**
   * Removes all second factors of an account. For an account whose owner was never verified: a stranger may have set them up.
   * Notifies the owner if there were any.
   */
  removeAll(trx: Trx, origin: Origin, userId: string): Promise<void>;
}

export interface IdentityDeps {
  db: Database;
  clock: Clock;
  passwords: Passwords;
  passwordRules: Pick<PasswordRules, 'check'>;
  sessionLimits: SessionLimits;
  sessionCache: SessionCache;
  security: SecurityLevel;
  secondFactorFor: SecondFactorFor;
  jobs: JobQueue;
  mailer: Mailer;
  /** The public URL of this installation. Links in mails use it and never a request's host header. */
  publicUrl: () => string;
  /** The operator's support address, if there is one. */
  supportEmail: string | null;
  secondFactors: SecondFactors;
}
