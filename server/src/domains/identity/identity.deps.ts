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
  /** The address people reach us under; links in mails are made from it and from nothing a request says. */
  publicUrl: () => string;
}
