import { type Config, ROLES, type Role, readConfig } from './config.ts';
import { StartError } from './platform/app-error.ts';
import { compactMemory } from './platform/compact-memory.ts';
import { type DatabaseServer, openDatabaseServer } from './platform/db/open-server.ts';
import { createLog, endLog, type Log } from './platform/log.ts';
import { nameSourcesInStacks } from './platform/source-maps.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import type { Close, Serving } from './serve.ts';

const STOP_DEADLINE_MS = 45_000;

/** Functions to call on shutdown, in the order of opening. */
const opened: Close[] = [];
/** Aborted by Ctrl-C or a second signal: the shutdown no longer waits for the load balancer. */
const hurry = new AbortController();
let stopping = false;

async function start(): Promise<void> {
  nameSourcesInStacks(process.argv[1]);
  // A closed standard output must not end the program.
  process.stdout.on('error', () => {});
  const config = readConfig(process.env, readRole(process.argv[2]));
  const log = createLog(config.logLevel);
  stopOnSignals(config, log);
  if (config.production && process.getuid?.() === 0)
    log.warn(
      { event: 'process.runs_as_root' },
      'Lading is running as root; run it as a dedicated user, as the units in deploy/systemd do',
    );
  if (config.tracing) opened.push(await startTracing(config.tracing));
  // Loading the application takes as long as starting the database, so both run in parallel.
  const loading = import('./serve.ts');
  const starting = step('Starting the database', () => openDatabaseServer(config, log));
  // PostgreSQL has a session of its own, so it would outlive a signal that arrives while it starts.
  opened.push(async () => (await starting.catch(() => null))?.stop());
  const server = await starting;
  const { serve } = await loading;
  if (stopping) return;
  const serving = await serve(config, server, log, step, (close) => opened.push(close));
  compactMemory();
  announce(serving, config, server);
}

function readRole(name = 'both'): Role {
  const role = ROLES.find((known) => known === name);
  if (!role) throw new StartError(`Unknown role "${name}". The roles are ${ROLES.join(', ')}.`);
  return role;
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stdout.write(`  ${what} …`);
  const result = await work();
  process.stdout.write(` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  return result;
}

function announce({ url, demoAccounts, hasAdmin }: Serving, config: Config, server: DatabaseServer): void {
  const isWorker = config.role === 'worker';
  const lines = [`Lading${isWorker ? ' worker' : ''} is ready at ${url}`, ''];
  for (const { role, staffRole, email, password } of demoAccounts)
    lines.push(`  ${(staffRole ?? role).padEnd(9)}  ${email}  ${password}`);
  if (demoAccounts.length > 0) lines.push('');
  lines.push(`  Data      ${config.dataDir}`, `  Database  ${server.description}`);
  if (!isWorker) lines.push(`  API       ${url}/api/docs`);
  if (!hasAdmin) lines.push('  Admin     none yet: npm run admin:create -- --email you@example.com');
  lines.push('', 'Press Ctrl-C to stop.', '');
  process.stdout.write(`\n${lines.join('\n')}`);
}

function stopOnSignals(config: Config, log: Log): void {
  const stop = (signal: NodeJS.Signals) => {
    if (stopping || signal === 'SIGINT') hurry.abort();
    if (stopping) return;
    stopping = true;
    if (signal === 'SIGINT') process.stdout.write('\nStopping …\n');
    setTimeout(() => process.exit(1), config.drainMs + STOP_DEADLINE_MS).unref();
    void closeAll(log)
      .then(() => endLog(log))
      .then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

async function closeAll(log: Log): Promise<void> {
  for (const close of opened.reverse())
    await close(hurry.signal).catch((error) =>
      log.error({ event: 'shutdown.step_failed', err: error }, 'Shutdown step failed'),
    );
}

start().catch(async (error: unknown) => {
  // The shutdown closed what the start was using, and ends the process.
  if (stopping) return;
  process.stdout.write('\n');
  if (error instanceof StartError) process.stderr.write(`Lading did not start: ${error.message}\n`);
  else console.error('Lading did not start:', error);
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  const log = createLog('error');
  await closeAll(log);
  await endLog(log);
  process.exit(1);
});
