import { type Config, readConfig } from './config.ts';
import { StartError } from './platform/app-error.ts';
import { type DatabaseServer, openDatabaseServer } from './platform/db/open-server.ts';
import { createLog, type Log } from './platform/log.ts';
import type { Serving } from './serve.ts';

const STOP_DEADLINE_MS = 45_000;

/** Things to undo at the end, last opened first. */
const opened: (() => Promise<void>)[] = [];
let stopping = false;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  stopOnSignals(log);
  // Loading the application takes as long as starting the database, so both happen at once.
  const loading = import('./serve.ts');
  const server = await step('Starting the database', () =>
    openDatabaseServer(config.dataDir, config.databaseUrl, log),
  );
  opened.push(() => server.stop());
  const { serve } = await loading;
  const serving = await serve(config, server.ownerUrl, log, step, (close) => opened.push(close));
  announce(serving, config, server);
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  process.stdout.write(`  ${what} …`);
  const result = await work();
  process.stdout.write(` ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  return result;
}

function announce({ url, demoAccounts, hasAdmin }: Serving, config: Config, server: DatabaseServer): void {
  const lines = [`Lading is ready at ${url}`, ''];
  for (const { role, email, password } of demoAccounts)
    lines.push(`  ${role.padEnd(6)}  ${email}  ${password}`);
  if (demoAccounts.length > 0) lines.push('');
  lines.push(
    `  Data      ${config.dataDir}`,
    `  Database  ${server.description}`,
    `  API       ${url}/api/docs`,
  );
  if (!hasAdmin) lines.push('  Admin     none yet: npm run admin:create -- --email you@example.com');
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
