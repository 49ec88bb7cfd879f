import * as z from 'zod/mini';
import type { AppDeps } from './app.ts';
import { composeProviders } from './compose-providers.ts';
import type { Config } from './config.ts';
import type { DemoShipmentDeps } from './demo/demo-shipments.ts';
import { SealAnchors } from './domains/audit/seal-anchors.ts';
import { sealTheRest } from './domains/audit/seal-records.ts';
import { WORK_CHANNEL } from './domains/bulk/bulk.deps.ts';
import { BulkWorker } from './domains/bulk/bulk-worker.ts';
import { eraseBatchesOf } from './domains/bulk/erase-batches.ts';
import { SEND_EMAIL_CHANGED_MAIL, sendEmailChangedMail } from './domains/identity/change-email.ts';
import { CLEAN_UP_IDENTITY, cleanUpIdentity } from './domains/identity/clean-up.ts';
import { Passwords } from './domains/identity/passwords.ts';
import { SEND_RESET_MAIL, sendResetMail } from './domains/identity/request-password-reset.ts';
import { receiveEvent } from './domains/payments/receive-event.ts';
import { checkBooks, countOpenBreaks } from './domains/reconciliation/check-books.ts';
import { reportBreak } from './domains/reconciliation/report-break.ts';
import { earlierAddresses } from './domains/shipments/earlier-addresses.ts';
import { eraseShipmentsOf } from './domains/shipments/erase-shipments.ts';
import { labelLinks } from './domains/shipments/label-links.ts';
import { HURRIED_TIMINGS, PURCHASE_TIMINGS } from './domains/shipments/shipments.deps.ts';
import { trackByNumber } from './domains/shipments/track-by-number.ts';
import { type Clock, minutes, systemClock } from './platform/clock.ts';
import { CsvExports } from './platform/db/csv-export.ts';
import { openDatabase } from './platform/db/database.ts';
import { DatabaseNews } from './platform/db/database-news.ts';
import { installationSecret } from './platform/db/installation-secret.ts';
import { migrate } from './platform/db/migrate.ts';
import { keepOperatorCalendar } from './platform/db/operator-calendar.ts';
import { installJobs, type JobKind, Jobs, jobHandler } from './platform/jobs/jobs.ts';
import { Repeater } from './platform/jobs/repeater.ts';
import type { Log } from './platform/log.ts';
import { BuiltinLabelRenderer } from './providers/carriers/builtin/builtin-label-renderer.ts';
import { type SweepDeps, sweep } from './sweep.ts';

const BOOKS_EVERY_MS = minutes(5);

/** Every night over all time, with the sums. */
const CHECK_ALL_BOOKS: JobKind<object> = {
  name: 'check-all-books',
  payload: z.object({}),
  retries: 1,
  schedule: '15 3 * * *',
};

const JOB_KINDS = [SEND_RESET_MAIL, SEND_EMAIL_CHANGED_MAIL, CLEAN_UP_IDENTITY, CHECK_ALL_BOOKS];

/** Tables and queues as this version needs them. */
export async function prepareDatabase(
  ownerUrl: string,
  config: Pick<Config, 'migrationsDir' | 'timeZone'>,
): Promise<void> {
  await migrate(ownerUrl, config.migrationsDir);
  await keepOperatorCalendar(ownerUrl, config.timeZone);
  await installJobs(ownerUrl, JOB_KINDS);
}

export interface Composition {
  deps: AppDeps & SweepDeps & DemoShipmentDeps;
  startJobs(): Promise<void>;
  /** Work that repeats itself: driving on what was left, and holding the books against their invariants. */
  startSweeping(): void;
  close(): Promise<void>;
}

/** The application's parts, put together. */
export function compose(
  config: Config,
  ownerUrl: string,
  log: Log,
  publicUrl: () => string,
  clock: Clock = systemClock,
): Composition {
  const database = openDatabase(ownerUrl, log);
  const { db } = database;
  const { timeZone } = config;
  const jobs = new Jobs(ownerUrl, log);
  const news = new DatabaseNews(ownerUrl, log);
  const providers = composeProviders(config, db, clock, log, {
    onPaymentEvent: (event) => receiveEvent(deps, event),
    onForeignMode: (eventId) =>
      reportBreak(deps, 'event_of_other_mode', eventId, 'an event of the other mode, live or test'),
    onTracked: (carrier, trackingNumber) => trackByNumber(deps, carrier, trackingNumber),
  });
  let openBreaks = 0;
  const deps: Composition['deps'] = {
    db,
    poolState: database.poolState,
    clock,
    log,
    timeZone,
    timings: config.hurried ? HURRIED_TIMINGS : PURCHASE_TIMINGS,
    passwords: new Passwords(),
    ...providers,
    earlierAddresses: (userId, text, limit) => earlierAddresses(db, userId, text, limit),
    labelRenderer: new BuiltinLabelRenderer(),
    labelLinks: labelLinks(clock, installationSecret(db, 'label-links')),
    trackingUrl: (carrier, number) =>
      config.trackingUrl
        .replace('{carrier}', encodeURIComponent(carrier.toLowerCase()))
        .replace('{number}', encodeURIComponent(number)),
    providerRoutes: providers.routes,
    openBreaks: () => openBreaks,
    exports: new CsvExports(ownerUrl, log),
    eraseTraces: async (trx, userId) => {
      await eraseShipmentsOf(trx, userId);
      await eraseBatchesOf(trx, userId);
    },
    jobs,
    news,
    publicUrl,
  };
  const bookkeeping = async (extent: 'recent' | 'whole') => {
    await checkBooks(deps, extent);
    openBreaks = await countOpenBreaks(db);
  };
  const bulk = new BulkWorker(deps);
  const anchors = new SealAnchors(config.dataDir, { db, clock });
  const repeated = [
    new Repeater(deps.timings.sweepEveryMs, log, async () => {
      await sweep(deps);
      await anchors.keepHourly();
      bulk.wake();
    }),
    new Repeater(BOOKS_EVERY_MS, log, () => bookkeeping('recent')),
  ];
  let sweeping = false;
  return {
    deps,
    startJobs: () =>
      jobs.start([
        jobHandler(SEND_RESET_MAIL, (payload) => sendResetMail(deps, payload)),
        jobHandler(SEND_EMAIL_CHANGED_MAIL, (payload) => sendEmailChangedMail(deps, payload)),
        jobHandler(CLEAN_UP_IDENTITY, () => cleanUpIdentity(deps)),
        jobHandler(CHECK_ALL_BOOKS, () => bookkeeping('whole')),
      ]),
    startSweeping: () => {
      sweeping = true;
      for (const repeater of repeated) repeater.start();
      news.listen(WORK_CHANNEL, (work) => bulk.wake(work));
    },
    close: async () => {
      if (sweeping) {
        await Promise.all([...repeated, bulk].map((worker) => worker.stop()));
        await sealTheRest(deps, anchors);
      }
      await news.close();
      await jobs.stop();
      await providers.close();
      await database.close();
    },
  };
}
