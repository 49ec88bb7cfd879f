import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { type Composition, compose, prepareDatabase } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { type DemoAccount, fillDemoData } from './demo/fill-demo-data.ts';
import { ensureFirstAdmin } from './domains/identity/create-admin.ts';
import { StartError } from './platform/app-error.ts';
import { type DatabaseServer, openDatabaseServer } from './platform/db/open-server.ts';
import { createLog, type Log } from './platform/log.ts';

const STOP_DEADLINE_MS = 45_000;

/** Things to undo at the end, last opened first. */
const opened: (() => Promise<void>)[] = [];
let stopping = false;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  stopOnSignals(log);

  const server = await step('Starting the database', () =>
    openDatabaseServer(config.dataDir, config.databaseUrl, log),
  );
  opened.push(() => server.stop());
  await step('Bringing the database up to date', () => prepareDatabase(server.ownerUrl, config));

  let listeningOn = '';
  const publicUrl = () => config.publicUrl ?? listeningOn;
  const composition = compose(config, server.ownerUrl, log, publicUrl);
  opened.push(() => composition.close());
  const demoAccounts = await fillAccounts(config, composition, log);

  const app = await buildApp(config, composition.deps);
  opened.push(() => app.close());
  await composition.startJobs();
  await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${config.port} is already in use; set PORT to another one.`);
  });
  listeningOn = addressOf(config, app.server.address() as AddressInfo);
  announce(publicUrl(), config, server, demoAccounts);
}

async function fillAccounts(config: Config, { deps }: Composition, log: Log): Promise<DemoAccount[]> {
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

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  process.stdout.write(`  ${what} …`);
  const result = await work();
  process.stdout.write(` ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  return result;
}

const addressOf = ({ host }: Config, { port }: AddressInfo) =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

function announce(url: string, config: Config, server: DatabaseServer, accounts: DemoAccount[]): void {
  const lines = [`Lading is ready at ${url}`, ''];
  for (const { role, email, password } of accounts) lines.push(`  ${role.padEnd(6)}  ${email}  ${password}`);
  if (accounts.length > 0) lines.push('');
  lines.push(
    `  Data      ${config.dataDir}`,
    `  Database  ${server.description}`,
    `  API       ${url}/api/docs`,
  );
  lines.push('', 'Press Ctrl-C to stop.', '');
  process.stdout.write(`\n${lines.join('\n')}`);
}

function stopOnSignals(log: Log): void {
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    if (signal === 'SIGINT') process.stdout.write('\nStopping …\n');
    void closeAll(log).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

async function closeAll(log: Log): Promise<void> {
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  for (const close of opened.reverse())
    await close().catch((error) => log.error({ err: error }, 'stopping met an error'));
}

start().catch(async (error: unknown) => {
  process.stdout.write('\n');
  if (error instanceof StartError) process.stderr.write(`Lading did not start: ${error.message}\n`);
  else console.error('Lading did not start:', error);
  if (!stopping) await closeAll(createLog('error'));
  process.exit(1);
});
