import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Mailer } from '../../providers/mail/port.ts';
import type { Passwords } from './passwords.ts';

export interface IdentityDeps {
  db: Database;
  clock: Clock;
  passwords: Passwords;
  jobs: JobQueue;
  mailer: Mailer;
  /** The public URL of this installation. Links in mails use it and never a request's host header. */
  publicUrl: () => string;
}
