import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Composition, checkDatabase, compose, prepareDatabase } from './compose.ts';
import type { Config } from './config.ts';
import { type DemoAccount, fillDemoData } from './demo/fill-demo-data.ts';
import { reapplyErasures } from './domains/clients/reapply-erasures.ts';
import { ensureFirstAdmin, hasAdmin } from './domains/identity/create-admin.ts';
import { checkReplica, prepareAppLogin, withOptions } from './platform/db/app-login.ts';
import { type DatabaseServer, requireOwner } from './platform/db/open-server.ts';
import { hostSystem } from './platform/host-system.ts';
import { listenProblem } from './platform/http/listen-problem.ts';
import { ownAddress } from './platform/http/own-address.ts';
import type { Log } from './platform/log.ts';
import { refuseTestRecords } from './refuse-test-records.ts';
import { refuseUnreconciled } from './restored-backup.ts';
import { buildWorkerApp } from './worker-app.ts';

/** The last part of the drain time. Long enough for a proxy in use to send a read. */
const MAX_TURNING_AWAY_MS = 3_000;

/** Runs a step of the startup and prints how long it took. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** Closes something on shutdown. Once the signal is aborted, it must not wait for the load balancer. */
export type Close = (hurry: AbortSignal) => Promise<void>;

export interface Serving {
  url: string;
  demoAccounts: DemoAccount[];
  hasAdmin: boolean;
}

/**
 * Everything between a running database and an open port. `onStop` receives functions to call on shutdown, in
 * the order of opening.
 */
export async function serve(
  config: Config,
  server: DatabaseServer,
  log: Log,
  step: Step,
  onStop: (close: Close) => void,
): Promise<Serving> {
  for (const { event, text } of config.warnings) log.warn({ event }, text);
  warnOfFewOpenFiles(log);
  if (config.migrates)
    await step('Bringing the database up to date', () => prepareDatabase(requireOwner(server), config));
  else await checkDatabase(server.ownerUrl ?? server.appUrl, config);
  await checkLogin(config, server.appUrl, log);
  let listeningOn = '';
  const publicUrl = () => config.publicUrl ?? listeningOn;
  if (config.role === 'worker' && config.publicUrl === null)
    log.warn(
      { event: 'config.public_url_missing' },
      'PUBLIC_URL is not set, so links in emails point to this worker, which serves no pages',
    );
  const composition = await compose(config, server.appUrl, log, publicUrl);
  onStop(() => composition.close());
  await refuseUnreconciled(config, composition.deps);
  await composition.deps.erasureFile.check();
  await reapplyErasures(composition.deps);
  await refuseTestRecords(config, composition.deps.db);
  await createFirstAdmin(config, composition, log);
  const demoAccounts = config.demo ? await fillDemo(config, server.appUrl, log, step) : [];

  const build = config.role === 'worker' ? buildWorkerApp : buildApp;
  const app = await build(config, composition.deps);
  onStop(() => app.close());
  await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    throw listenProblem(config, error);
  });
  listeningOn = ownAddress(config, (app.server.address() as AddressInfo).port);
  // Not before the port is known: emails and webhook subscriptions contain the public address.
  await composition.startJobs();
  if (config.role !== 'server') composition.startSweeping();
  // Runs first on shutdown: the load balancer needs time to notice before the port closes.
  onStop(async (hurry) => {
    composition.shutdown.startDraining();
    const lastMs = Math.min(MAX_TURNING_AWAY_MS, config.drainMs / 3);
    const wait = (ms: number) => sleep(ms, undefined, { signal: hurry }).catch(() => {});
    if (config.drainMs > 0) await wait(config.drainMs - lastMs);
    composition.shutdown.refuseReads();
    if (config.drainMs > 0) await wait(lastMs);
  });
  return { url: publicUrl(), demoAccounts, hasAdmin: await hasAdmin(composition.deps) };
}

/** Each connection of a caller or to the database is an open file. */
const MIN_OPEN_FILES = 1_024;

function warnOfFewOpenFiles(log: Log): void {
  const maxOpenFiles = process.platform === 'linux' ? hostSystem().maxOpenFiles() : null;
  if (maxOpenFiles !== null && maxOpenFiles < MIN_OPEN_FILES)
    log.warn(
      { event: 'config.few_open_files', maxOpenFiles },
      `This process can open only ${maxOpenFiles} files and connections; raise the limit (ulimit -n, or LimitNOFILE in the unit) to at least ${MIN_OPEN_FILES}, preferably 65536`,
    );
}

async function createFirstAdmin({ firstAdmin }: Config, { deps }: Composition, log: Log): Promise<void> {
  if (!firstAdmin) return;
  const outcome = await ensureFirstAdmin(deps, firstAdmin);
  if (outcome === 'staff-removed') {
    log.warn(
      { event: 'admin.not_created' },
      'No account has the address in ADMIN_EMAIL, but staff accounts were removed earlier, and this may be one of them, so no admin was created; run "npm run admin:create" to create it',
    );
  }
  if (outcome === 'created-before') {
    log.warn(
      { event: 'admin.not_created' },
      'No account has the address in ADMIN_EMAIL, but this setting has already created an admin, so no admin was created; run "npm run admin:create" to create another one',
    );
  }
  if (outcome === 'taken-by-client') {
    log.warn(
      { event: 'admin.email_taken' },
      'ADMIN_EMAIL belongs to a client account, so no admin was created; run "npm run admin:create" to make it an admin',
    );
  }
}

/**
 * Uses separate connections that do not wait for the disk: demo data may be lost, and the startup waits for
 * it.
 */
async function fillDemo(config: Config, appUrl: string, log: Log, step: Step): Promise<DemoAccount[]> {
  const { deps, close } = await compose(
    config,
    withOptions(appUrl, { synchronous_commit: 'off' }),
    log,
    () => '',
  );
  try {
    return await fillDemoData(deps, config.dataDir, (work) => step('Filling in demo data', work));
  } finally {
    await close();
  }
}

/** Gives the application's login its settings, and warns if the login is not restricted. */
async function checkLogin({ sessionUrl, replicaUrl }: Config, appUrl: string, log: Log): Promise<void> {
  const { isRestricted } = await prepareAppLogin(appUrl, sessionUrl ?? appUrl);
  // Not awaited: a standby that is down must not delay the start.
  if (replicaUrl !== null) void checkReplica(replicaUrl, appUrl, log);
  if (isRestricted) return;
  log.warn(
    { event: 'database.login_unrestricted' },
    'The database login of the application also owns the tables, so a flaw in the application could change the audit log; use DATABASE_URL for a restricted login and DATABASE_OWNER_URL for the owner',
  );
}
