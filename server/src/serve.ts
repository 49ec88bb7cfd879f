import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Composition, checkDatabase, compose, prepareDatabase } from './compose.ts';
import type { Config } from './config.ts';
import { type DemoAccount, fillDemoData } from './demo/fill-demo-data.ts';
import { ensureFirstAdmin, hasAdmin } from './domains/identity/create-admin.ts';
import { StartError } from './platform/app-error.ts';
import type { Log } from './platform/log.ts';
import { refuseTestRecords } from './refuse-test-records.ts';
import { refuseUnreconciled } from './restored-backup.ts';
import { buildWorkerApp } from './worker-app.ts';

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
  ownerUrl: string,
  log: Log,
  step: Step,
  onStop: (close: Close) => void,
): Promise<Serving> {
  for (const { event, text } of config.warnings) log.warn({ event }, text);
  if (config.migrates)
    await step('Bringing the database up to date', () => prepareDatabase(ownerUrl, config));
  else await checkDatabase(ownerUrl, config);
  let listeningOn = '';
  const publicUrl = () => config.publicUrl ?? listeningOn;
  if (config.role === 'worker' && config.publicUrl === null)
    log.warn(
      { event: 'config.public_url_missing' },
      'PUBLIC_URL is not set, so links in emails point to this worker, which serves no pages',
    );
  const composition = await compose(config, ownerUrl, log, publicUrl);
  onStop(() => composition.close());
  refuseUnreconciled(config, composition.deps);
  await refuseTestRecords(config, composition.deps.db);
  await createFirstAdmin(config, composition, log);
  const demoAccounts = config.demo ? await fillDemo(config, ownerUrl, log, step) : [];

  const build = config.role === 'worker' ? buildWorkerApp : buildApp;
  const app = await build(config, composition.deps);
  onStop(() => app.close());
  await composition.startJobs();
  if (config.role !== 'server') composition.startSweeping();
  await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${config.port} is already in use; set PORT to another one.`);
  });
  listeningOn = addressOf(config, app.server.address() as AddressInfo);
  // Runs first on shutdown: the load balancer needs time to notice before the port closes.
  onStop(async (hurry) => {
    composition.leave();
    if (config.drainMs > 0) await sleep(config.drainMs, undefined, { signal: hurry }).catch(() => {});
  });
  return { url: publicUrl(), demoAccounts, hasAdmin: await hasAdmin(composition.deps) };
}

async function createFirstAdmin({ firstAdmin }: Config, { deps }: Composition, log: Log): Promise<void> {
  if (!firstAdmin) return;
  const outcome = await ensureFirstAdmin(deps, firstAdmin);
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
async function fillDemo(config: Config, ownerUrl: string, log: Log, step: Step): Promise<DemoAccount[]> {
  const { deps, close } = await compose(config, withoutWaiting(ownerUrl), log, () => '');
  try {
    return await fillDemoData(deps, config.dataDir, (work) => step('Filling in demo data', work));
  } finally {
    await close();
  }
}

function withoutWaiting(ownerUrl: string): string {
  const address = new URL(ownerUrl);
  const options = [address.searchParams.get('options') ?? '', '-c synchronous_commit=off'].join(' ').trim();
  address.searchParams.set('options', options);
  return address.href;
}

const addressOf = ({ host }: Config, { port }: AddressInfo) =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
