import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Composition, checkDatabase, compose, prepareDatabase } from './compose.ts';
import type { Config } from './config.ts';
import { type DemoAccount, fillDemoData } from './demo/fill-demo-data.ts';
import { ensureFirstAdmin, hasAdmin } from './domains/identity/create-admin.ts';
import { StartError } from './platform/app-error.ts';
import type { Log } from './platform/log.ts';
import { refuseMixedBooks } from './refuse-mixed-books.ts';
import { refuseUnreconciled } from './restored-backup.ts';
import { buildWorkerApp } from './worker-app.ts';

/** Runs a step of the start and tells how long it took. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** Undoes something at the end; nobody waits for others once the signal is aborted. */
export type Close = (hurry: AbortSignal) => Promise<void>;

export interface Serving {
  url: string;
  demoAccounts: DemoAccount[];
  hasAdmin: boolean;
}

/** Everything between a running database and an open port. What is opened is handed to `onStop`, to be closed in reverse. */
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
    log.warn('PUBLIC_URL is not set, so links in mails lead to this worker, which answers no people');
  const composition = await compose(config, ownerUrl, log, publicUrl);
  onStop(() => composition.close());
  refuseUnreconciled(config, composition.deps);
  await refuseMixedBooks(config, composition.deps.db);
  await makeFirstAdmin(config, composition, log);
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
  // The load balancer is told first, and gets the time to hear it, before the port closes.
  onStop(async (hurry) => {
    composition.leave();
    if (config.drainMs > 0) await sleep(config.drainMs, undefined, { signal: hurry }).catch(() => {});
  });
  return { url: publicUrl(), demoAccounts, hasAdmin: await hasAdmin(composition.deps) };
}

async function makeFirstAdmin({ firstAdmin }: Config, { deps }: Composition, log: Log): Promise<void> {
  if (!firstAdmin) return;
  const outcome = await ensureFirstAdmin(deps, firstAdmin);
  if (outcome === 'taken-by-client') {
    log.warn(
      'ADMIN_EMAIL belongs to a client account, so no admin was made; "npm run admin:create" can promote it',
    );
  }
}

/** Over connections of its own that do not wait for the disk: nobody depends on demo data, and everybody waits for it. */
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
