import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { type Composition, compose, prepareDatabase } from './compose.ts';
import type { Config } from './config.ts';
import { type DemoAccount, fillDemoData } from './demo/fill-demo-data.ts';
import { ensureFirstAdmin, hasAdmin } from './domains/identity/create-admin.ts';
import { StartError } from './platform/app-error.ts';
import type { Log } from './platform/log.ts';

/** Runs a step of the start and tells how long it took. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

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
  onStop: (close: () => Promise<void>) => void,
): Promise<Serving> {
  await step('Bringing the database up to date', () => prepareDatabase(ownerUrl, config));
  let listeningOn = '';
  const publicUrl = () => config.publicUrl ?? listeningOn;
  const composition = compose(config, ownerUrl, log, publicUrl);
  onStop(() => composition.close());
  const demoAccounts = await fillAccounts(config, composition, log, step);

  const app = await buildApp(config, composition.deps);
  onStop(() => app.close());
  await composition.startJobs();
  composition.startSweeping();
  await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${config.port} is already in use; set PORT to another one.`);
  });
  listeningOn = addressOf(config, app.server.address() as AddressInfo);
  return { url: publicUrl(), demoAccounts, hasAdmin: await hasAdmin(composition.deps) };
}

async function fillAccounts(
  config: Config,
  { deps }: Composition,
  log: Log,
  step: Step,
): Promise<DemoAccount[]> {
  if (config.firstAdmin) {
    const outcome = await ensureFirstAdmin(deps, config.firstAdmin);
    if (outcome === 'taken-by-client') {
      log.warn(
        'ADMIN_EMAIL belongs to a client account, so no admin was made; "npm run admin:create" can promote it',
      );
    }
  }
  return config.demo ? fillDemoData(deps, config.dataDir, (work) => step('Filling in demo data', work)) : [];
}

const addressOf = ({ host }: Config, { port }: AddressInfo) =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
