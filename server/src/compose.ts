import type { AppDeps } from './app.ts';
import { JOB_KINDS, jobHandlers } from './compose-jobs.ts';
import { composeProviders } from './compose-providers.ts';
import type { Config } from './config.ts';
import type { DemoShipmentDeps } from './demo/demo-shipments.ts';
import { eraseAdjustmentsOf } from './domains/adjustments/erase-adjustments.ts';
import { eraseSnoozesOf } from './domains/attention/snooze-attention.ts';
import { SealAnchors } from './domains/audit/seal-anchors.ts';
import { sealOnShutdown } from './domains/audit/seal-records.ts';
import { eraseBillingOf } from './domains/billing/erase-billing.ts';
import { type BulkDeps, WORK_CHANNEL } from './domains/bulk/bulk.deps.ts';
import { BulkWorker } from './domains/bulk/bulk-worker.ts';
import { eraseBatchesOf, eraseRowsOfShipments } from './domains/bulk/erase-batches.ts';
import { ListenerSlots } from './domains/bulk/listener-slots.ts';
import { draftKeys } from './domains/clients/draft-keys.ts';
import { ErasureFile } from './domains/clients/erasure-file.ts';
import { PasswordRules } from './domains/identity/password-rules.ts';
import { Passwords } from './domains/identity/passwords.ts';
import { SessionCache } from './domains/identity/session-cache.ts';
import { sendNewReceipts } from './domains/notices/send-receipts.ts';
import { eraseOrderRules } from './domains/order-rules/erase-order-rules.ts';
import { eraseOrdersOf } from './domains/orders/erase-orders.ts';
import { finishAuthorizations } from './domains/orders/finish-authorization.ts';
import { lookUpOrders } from './domains/orders/look-up-orders.ts';
import type { OrderSourceDeps } from './domains/orders/order-sources.deps.ts';
import { recheckOrders } from './domains/orders/recheck-orders.ts';
import { reclaimRows } from './domains/orders/reclaim-rows.ts';
import { sweepOrderSources } from './domains/orders/sweep-order-sources.ts';
import { followBatch } from './domains/orders/sweep-parcels.ts';
import { sweepReports } from './domains/orders/sweep-reports.ts';
import { unsubscribeSources } from './domains/orders/unsubscribe-sources.ts';
import { receiveEvent } from './domains/payments/receive-event.ts';
import { eraseQuotesOfShipments } from './domains/pricing/erase-quotes.ts';
import { secondsSinceNewestMovement } from './domains/processor-balance/movements.store.ts';
import { deleteProductsOf } from './domains/products/products.store.ts';
import { checkInvariants } from './domains/reconciliation/check-invariants.ts';
import { countOpenIncidents } from './domains/reconciliation/incidents.store.ts';
import { openWorkIn } from './domains/reconciliation/open-work.store.ts';
import { reportIncident } from './domains/reconciliation/report-incident.ts';
import { deleteFactorsOf } from './domains/second-factor/remove-factors.ts';
import { secondFactorParts } from './domains/second-factor/second-factor-parts.ts';
import type { CatchUpDeps } from './domains/shipments/after-restore/after-restore.deps.ts';
import { earlierAddresses } from './domains/shipments/earlier-addresses.ts';
import { eraseShipmentsOf } from './domains/shipments/erase-shipments.ts';
import { labelLinks } from './domains/shipments/label-links.ts';
import { moveLabels } from './domains/shipments/move-labels.ts';
import { trackByNumber } from './domains/shipments/track-by-number.ts';
import { turnOffAfterPayout, turnOffBelowThreshold } from './domains/top-ups/automatic-settings.ts';
import { eraseTopUpsOf } from './domains/top-ups/erase-top-ups.ts';
import { closeBalance } from './domains/top-ups/pay-out-balance.ts';
import { TopUpTriggers } from './domains/top-ups/top-up-triggers.ts';
import { LabelEngine } from './labels/label-engine.ts';
import { LetterEngine } from './labels/letters/print-letter.ts';
import { type Clock, minutes, systemClock } from './platform/clock.ts';
import { likeApp } from './platform/db/app-login.ts';
import { CsvExports } from './platform/db/csv-export.ts';
import { type Database, openDatabase, type Trx } from './platform/db/database.ts';
import { installationSecret, installationSecrets } from './platform/db/installation-secret.ts';
import { migrate, requireMigrated } from './platform/db/migrate.ts';
import { keepOperatorCalendar, requireOperatorCalendar } from './platform/db/operator-calendar.ts';
import { PgNotifications } from './platform/db/pg-notifications.ts';
import { diskSpaceOf } from './platform/disk-space.ts';
import { ShutdownSteps } from './platform/http/graceful-shutdown.ts';
import { Heartbeat } from './platform/jobs/heartbeat.ts';
import { installJobs, Jobs } from './platform/jobs/jobs.ts';
import { noteRun, secondsSinceRun } from './platform/jobs/last-runs.store.ts';
import { Repeater } from './platform/jobs/repeater.ts';
import type { Log } from './platform/log.ts';
import { SealedSecrets } from './platform/sealed-secrets.ts';
import { callBudget } from './provider-stores/call-budget.store.ts';
import { eraseJournalLabels, eraseJournalsOf } from './provider-stores/erase-journals.store.ts';
import { cleanUp, type SweepDeps, sweep } from './sweep.ts';
import { FAST_TIMINGS, TIMINGS, type Timings } from './timings.ts';

const CHECK_INVARIANTS_EVERY_MS = minutes(5);
const SEND_RECEIPTS_EVERY_MS = 2_000;
const SWEEP = 'sweep';
/** Together, the repeated tasks would open most of the database connections, which then stay open. */
const APART_MS = 300;

/** Deadlines for a network that does not respond. Unset ones use the defaults of the parts. */
interface Deadlines {
  checkTimeoutMs?: number;
  stopWithinMs?: number;
}
const TEST_DEADLINES: Deadlines = { checkTimeoutMs: 1_000, stopWithinMs: 1_000 };

/** Runs pending migrations and creates the job queues. Returns the names of the applied migrations. */
export async function prepareDatabase(
  ownerUrl: string,
  config: Pick<Config, 'migrationsDir' | 'timeZone'>,
): Promise<string[]> {
  const applied = await migrate(ownerUrl, config.migrationsDir);
  await keepOperatorCalendar(ownerUrl, config.timeZone);
  await installJobs(ownerUrl, JOB_KINDS);
  return applied;
}

/** For processes that do not run migrations: fails when some are pending, or the time zone was changed. */
export async function checkDatabase(
  databaseUrl: string,
  { migrationsDir, timeZone }: Pick<Config, 'migrationsDir' | 'timeZone'>,
  remedy?: string,
): Promise<void> {
  await requireMigrated(databaseUrl, migrationsDir, remedy);
  await requireOperatorCalendar(databaseUrl, timeZone);
}

export interface Composition {
  deps: AppDeps & SweepDeps & CatchUpDeps & DemoShipmentDeps & OrderSourceDeps & { timings: Timings };
  startJobs(): Promise<void>;
  /** Starts the recurring work: the sweep, the clean-up, moving labels to storage, checking orders again, connecting, disconnecting and reading stores, sending reports and receipts, and checking the invariants. */
  startSweeping(): void;
  shutdown: ShutdownSteps;
  close(): Promise<void>;
}

export async function compose(
  config: Config,
  databaseUrl: string,
  log: Log,
  publicUrl: () => string,
  clock: Clock = systemClock,
): Promise<Composition> {
  const { checkTimeoutMs, stopWithinMs }: Deadlines = config.fastTimings ? TEST_DEADLINES : {};
  const { database, sessionUrl } = openDatabases(config, databaseUrl, log, checkTimeoutMs);
  const { db } = database;
  const jobs = new Jobs(sessionUrl, log, { takesJobs: config.role !== 'server', stopWithinMs });
  const notifications = new PgNotifications(sessionUrl, log);
  const events = eventHandlers(() => deps);
  const providers = await composeProviders(config, db, clock, log, events);
  const accounts = await accountParts(config);
  const shutdown = new ShutdownSteps();
  const topUps = new TopUpTriggers(() => deps);
  const deps: Composition['deps'] = {
    db,
    poolState: database.poolState,
    databaseMode: database.mode,
    clock,
    log,
    timeZone: config.timeZone,
    timings: config.fastTimings ? FAST_TIMINGS : TIMINGS,
    ...accounts,
    ...secondFactorParts(installationSecrets(db, 'second-factors'), () => deps),
    ...secretParts(db, clock),
    ...providers,
    earlierAddresses: (userId, text, limit) => earlierAddresses(db, userId, text, limit),
    ...balanceParts(topUps, () => deps),
    ...orderParts(() => deps),
    labelRenderer: new LabelEngine(),
    letterPrinter: new LetterEngine(),
    trackingUrl: trackingUrlFrom(config.trackingUrl),
    providerRoutes: providers.routes,
    isDraining: shutdown.isDraining,
    isRefusingReads: shutdown.isRefusingReads,
    disk: diskSpaceOf(config.dataDir, log),
    ...healthFigures(db),
    exports: new CsvExports(sessionUrl, log),
    ...erasureParts(config),
    ...noticeParts(jobs),
    notifications,
    callBudget: callBudget(db),
    listenerSlots: new ListenerSlots(),
    publicUrl,
  };
  const bulk = new BulkWorker(deps);
  const anchors = new SealAnchors(config.dataDir, { db, clock });
  const repeated = repeatedWork(deps, anchors, bulk);
  const heartbeat = new Heartbeat(db, log);
  let sweeping = false;
  return {
    deps,
    startJobs: () => {
      heartbeat.start();
      return jobs.start(jobHandlers(deps));
    },
    startSweeping: () => {
      sweeping = true;
      for (const [at, repeater] of repeated.entries()) repeater.start(at * APART_MS);
      notifications.listen(WORK_CHANNEL, (work) => bulk.wake(work));
    },
    shutdown,
    close: async () => {
      if (sweeping) {
        await Promise.all([...repeated, bulk].map((worker) => worker.stop()));
        await sealOnShutdown(deps, anchors);
      }
      await topUps.idle();
      await notifications.close();
      await jobs.stop();
      await providers.close();
      await heartbeat.stop();
      await accounts.passwordRules.close();
      await database.close();
    },
  };
}

const secretParts = (db: Database, clock: Clock) => ({
  taxIdSecrets: new SealedSecrets(installationSecrets(db, 'tax-ids')),
  sourceSecrets: new SealedSecrets(installationSecrets(db, 'order-sources')),
  labelLinks: labelLinks(clock, installationSecret(db, 'label-links')),
  draftKeys: draftKeys(installationSecret(db, 'draft-keys')),
});

const erasureParts = ({ retention, erasuresFile }: Config) => ({
  eraseTraces,
  eraseCopies,
  retention,
  erasureFile: new ErasureFile(erasuresFile),
});

const balanceParts = (topUps: TopUpTriggers, deps: () => Composition['deps']) => ({
  balanceSpent: (userId: string) => topUps.soon(userId),
  closeBalance: (userId: string) => closeBalance(deps(), userId),
  onWithdrawn: (trx: Trx, userId: string, balanceCents: number) =>
    turnOffBelowThreshold(trx, deps(), userId, { balanceCents, by: 'withdrawal' }),
  onPaidOut: (trx: Trx, userId: string) => turnOffAfterPayout(trx, deps(), userId),
});

const noticeParts = (jobs: Jobs) => ({ jobs, sendsReceipts: true });

const orderParts = (deps: () => Composition['deps']): Pick<BulkDeps, 'reclaimRows' | 'rowsEnded'> => ({
  reclaimRows: (trx, batchId, numbers) => reclaimRows(deps(), trx, batchId, numbers),
  rowsEnded: (batchId, numbers) => followBatch(deps(), batchId, numbers),
});

const healthFigures = (db: Database) => ({
  openIncidents: () => countOpenIncidents(db),
  openWork: openWorkIn(db),
  sweepAge: () => secondsSinceRun(db, SWEEP),
  newestMovementAge: () => secondsSinceNewestMovement(db),
});

const accountParts = async (config: Config) => ({
  security: config.security,
  supportEmail: config.supportEmail,
  secondFactorFor: config.secondFactorFor,
  sessionLimits: config.sessionLimits,
  sessionCache: new SessionCache(),
  passwords: new Passwords(),
  passwordRules: await PasswordRules.open(config.security, config.breachedPasswordsFile),
});

const eraseTraces: Composition['deps']['eraseTraces'] = async (trx, userId) => {
  await eraseShipmentsOf(trx, userId);
  await eraseOrdersOf(trx, userId);
  await eraseOrderRules(trx, userId);
  await eraseBatchesOf(trx, userId);
  await deleteFactorsOf(trx, userId);
  await deleteProductsOf(trx, userId);
  await eraseTopUpsOf(trx, userId);
  await eraseAdjustmentsOf(trx, userId);
  await eraseBillingOf(trx, userId);
  await eraseSnoozesOf(trx, userId);
  await eraseJournalsOf(trx, userId);
};

const eraseCopies: Composition['deps']['eraseCopies'] = async (trx, shipmentIds) => {
  await eraseQuotesOfShipments(trx, shipmentIds);
  await eraseRowsOfShipments(trx, shipmentIds);
  await eraseJournalLabels(trx, shipmentIds);
};

/** Takes a function, because the providers are created before the dependencies that include them. */
const eventHandlers = (deps: () => Composition['deps']): Parameters<typeof composeProviders>[4] => ({
  onPaymentEvent: (event) => receiveEvent(deps(), event),
  onForeignMode: (eventId) =>
    reportIncident(deps(), 'event_of_other_mode', eventId, 'an event from the other mode (live or test)'),
  onTracked: (carrier, trackingNumber) => trackByNumber(deps(), carrier, trackingNumber),
});

function openDatabases(config: Config, databaseUrl: string, log: Log, checkTimeoutMs?: number) {
  const { preparesStatements } = config;
  const replicaUrl = config.replicaUrl && likeApp(config.replicaUrl, databaseUrl);
  return {
    database: openDatabase(databaseUrl, log, undefined, replicaUrl, checkTimeoutMs, preparesStatements),
    /** For what a pooler in transaction mode doesn't support: notifications, jobs and exports. */
    sessionUrl: config.sessionUrl ? likeApp(config.sessionUrl, databaseUrl) : databaseUrl,
  };
}

function repeatedWork(deps: Composition['deps'], anchors: SealAnchors, bulk: BulkWorker): Repeater[] {
  const { db, log } = deps;
  const firstSweep = Promise.withResolvers<void>();
  return [
    new Repeater(deps.timings.sweepEveryMs, log, async () => {
      await sweep(deps).finally(firstSweep.resolve);
      bulk.wake();
      deps.disk();
      await noteRun(db, SWEEP);
    }),
    // The tasks below run separately, so that none of them delays payments.
    new Repeater(deps.timings.cleanUpEveryMs, log, async () => {
      await cleanUp(deps);
      await anchors.keepHourly();
    }),
    new Repeater(deps.timings.sweepEveryMs, log, () => moveLabels(deps)),
    // A client may have many open orders.
    new Repeater(deps.timings.sweepEveryMs, log, () => recheckOrders(deps)),
    // Stores may be slow, and a first import takes long, so these do not wait for each other.
    new Repeater(deps.timings.sweepEveryMs, log, () => finishAuthorizations(deps)),
    new Repeater(deps.timings.sweepEveryMs, log, () => unsubscribeSources(deps)),
    new Repeater(deps.timings.sweepEveryMs, log, () => sweepOrderSources(deps)),
    new Repeater(deps.timings.sweepEveryMs, log, () => lookUpOrders(deps)),
    new Repeater(deps.timings.sweepEveryMs, log, () => sweepReports(deps)),
    new Repeater(SEND_RECEIPTS_EVERY_MS, log, () => sendNewReceipts(deps)),
    new Repeater(CHECK_INVARIANTS_EVERY_MS, log, async () => {
      // After an outage, the first sweep refunds money that has waited too long.
      await firstSweep.promise;
      await checkInvariants(deps, 'recent');
    }),
  ];
}

const trackingUrlFrom = (template: string) => (carrier: string, number: string) =>
  template
    .replace('{carrier}', encodeURIComponent(carrier.toLowerCase()))
    .replace('{number}', encodeURIComponent(number));
