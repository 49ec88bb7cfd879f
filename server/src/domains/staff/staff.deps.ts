import type { Log } from '../../platform/log.ts';
import type { FileMailer } from '../../providers/mail/port.ts';
import type { IdentityDeps } from '../identity/identity.deps.ts';

export interface StaffDeps
  extends Pick<
    IdentityDeps,
    | 'db'
    | 'clock'
    | 'passwords'
    | 'passwordRules'
    | 'jobs'
    | 'mailer'
    | 'publicUrl'
    | 'security'
    | 'sessionLimits'
  > {
  /** Null when no mail server is configured. */
  fileMailer: FileMailer | null;
  log: Log;
}
