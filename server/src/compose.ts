import { join } from 'node:path';
import type { AppDeps } from './app.ts';
import type { Config } from './config.ts';
import { CLEAN_UP_IDENTITY, cleanUpIdentity } from './domains/identity/clean-up.ts';
import { Passwords } from './domains/identity/passwords.ts';
import { SEND_RESET_MAIL, sendResetMail } from './domains/identity/request-password-reset.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { installJobs, Jobs, jobHandler } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { BuiltinAddressVerifier } from './providers/address-verification/builtin/verify-address.ts';
import { OutboxMailer } from './providers/mail/outbox/outbox-mailer.ts';

const JOB_KINDS = [SEND_RESET_MAIL, CLEAN_UP_IDENTITY];

/** Tables and queues as this version needs them. */
export async function prepareDatabase(
  ownerUrl: string,
  config: Pick<Config, 'migrationsDir'>,
): Promise<void> {
  await migrate(ownerUrl, config.migrationsDir);
  await installJobs(ownerUrl, JOB_KINDS);
}

export interface Composition {
  deps: AppDeps;
  startJobs(): Promise<void>;
  close(): Promise<void>;
}

/** The only place that names concrete providers. */
export function compose(
  config: Config,
  ownerUrl: string,
  log: Log,
  publicUrl: () => string,
  clock: Clock = systemClock,
): Composition {
  const database = openDatabase(ownerUrl, log);
  const jobs = new Jobs(ownerUrl, log);
  const deps: AppDeps = {
    db: database.db,
    poolState: database.poolState,
    clock,
    log,
    passwords: new Passwords(),
    addressVerifier: new BuiltinAddressVerifier(),
    jobs,
    mailer: new OutboxMailer(join(config.dataDir, 'outbox'), clock, log),
    publicUrl,
  };
  return {
    deps,
    startJobs: () =>
      jobs.start([
        jobHandler(SEND_RESET_MAIL, (payload) => sendResetMail(deps, payload)),
        jobHandler(CLEAN_UP_IDENTITY, () => cleanUpIdentity(deps)),
      ]),
    close: async () => {
      await jobs.stop();
      await database.close();
    },
  };
}
