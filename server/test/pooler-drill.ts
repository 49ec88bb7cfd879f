import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../src/platform/db/database.ts';
import { chooseServerUser } from '../src/platform/db/server-user.ts';
import { hostSystem } from '../src/platform/host-system.ts';
import { createLog } from '../src/platform/log.ts';
import { onServer } from './database-server.ts';
import { findMoneyFaults, waitForQuiet } from './money-checks.ts';
import { inTurn, RestartableProcess } from './restartable-process.ts';
import { ShoppingCrowd, withdrawOffers } from './shopping-crowd.ts';

/**
 * `node server/test/pooler-drill.ts`: buys labels through PgBouncer in transaction mode on the machine's own
 * PostgreSQL, with the logins of docs/NODES.md and unusual defaults of the server, then restores a pg_dump of it as
 * the owner and starts on that. Needs the packages postgresql and pgbouncer. Exits with 1 if anything went wrong.
 */
const PG_PORT = 55_432;
const POOLER_PORT = 56_432;
const ROUNDS = Number(process.argv[2] ?? 4);
const OWNER = 'lading_owner:owner-password';
const APP = 'lading_app:lading-test';

const folder = mkdtempSync(join(tmpdir(), 'lading-pooler-'));
chmodSync(folder, 0o755);
const user = chooseServerUser(join(folder, 'data'), hostSystem());
const closing: (() => unknown)[] = [];

function newestPostgres(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  if (!versions[0]) throw new Error('PostgreSQL is not installed: apt-get install postgresql pgbouncer');
  return join(root, versions[0], 'bin');
}
const bin = newestPostgres();
const directUrl = (login: string, database = 'lading') =>
  `postgresql://${login}@127.0.0.1:${PG_PORT}/${database}`;

async function isListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`nothing listens on port ${port}`);
}

function run(program: string, args: string[]) {
  const child = spawn(program, args, { stdio: 'ignore', ...(user ?? {}) });
  closing.unshift(async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  });
}

async function startPostgres(): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], {
    stdio: 'ignore',
    ...(user ?? {}),
  });
  run(join(bin, 'postgres'), [
    '-D',
    data,
    '-p',
    String(PG_PORT),
    '-k',
    data,
    '-c',
    'listen_addresses=127.0.0.1',
  ]);
  await isListening(PG_PORT);
  const admin = directUrl('postgres', 'postgres');
  await onServer(admin, "CREATE ROLE lading_owner LOGIN PASSWORD 'owner-password'");
  await onServer(admin, "CREATE ROLE lading_app LOGIN PASSWORD 'lading-test'");
  await onServer(admin, 'CREATE DATABASE lading OWNER lading_owner');
  // The application must not depend on the defaults of the server.
  await onServer(admin, "ALTER DATABASE lading SET datestyle = 'SQL, DMY'");
  await onServer(admin, "ALTER DATABASE lading SET default_transaction_isolation = 'serializable'");
}

async function startPooler(): Promise<void> {
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), '"lading_app" "lading-test"\n', { mode: 0o644 });
  writeFileSync(
    file,
    `[databases]
lading = host=127.0.0.1 port=${PG_PORT} dbname=lading
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${POOLER_PORT}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
`,
    { mode: 0o644 },
  );
  run('/usr/sbin/pgbouncer', [file]);
  await isListening(POOLER_PORT);
}

async function shop(env: Record<string, string>, database: string): Promise<string[]> {
  const owner = directUrl(OWNER, database);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-pooler-data-'));
  const migrating = { ...env, LADING_MIGRATE: 'on' };
  const processes = [
    new RestartableProcess(dataDir, owner, { role: 'server', env: migrating }),
    new RestartableProcess(dataDir, owner, { role: 'server', env }),
    new RestartableProcess(dataDir, owner, { role: 'worker', env }),
  ];
  const { db, close } = openDatabase(directUrl(APP, database), createLog('error'), 2);
  try {
    for (const lading of processes) await lading.start();
    const crowd = new ShoppingCrowd([inTurn(processes.slice(0, 2))], withdrawOffers(owner, 'service'));
    await crowd.signUp();
    await crowd.shopWhile((round) => round < ROUNDS);
    await waitForQuiet(db);
    const log = processes.map((lading) => lading.log).join('');
    const troubles = log.match(/prepared statement[^"]*|"level":"error"[^\n]{0,300}/g) ?? [];
    const faults = [...(await findMoneyFaults(db)), ...(await crowd.findChangedAnswers())];
    const labels = await db.selectFrom('shipment_labels').select('shipment_id').execute();
    console.log(`${database}: ${crowd.rounds()} rounds, ${labels.length} labels, ${faults.length} faults`);
    return [...faults, ...troubles];
  } finally {
    await close();
    for (const lading of processes) await lading.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function restoreDump(): Promise<void> {
  const dump = join(folder, 'lading.dump');
  execFileSync(join(bin, 'pg_dump'), ['-Fc', '-f', dump, '-d', directUrl(OWNER)]);
  await onServer(directUrl('postgres', 'postgres'), 'CREATE DATABASE restored OWNER lading_owner');
  execFileSync(join(bin, 'pg_restore'), ['--exit-on-error', '-d', directUrl(OWNER, 'restored'), dump]);
}

try {
  await startPostgres();
  await startPooler();
  const pooled = {
    DATABASE_URL: `postgresql://${APP}@127.0.0.1:${POOLER_PORT}/lading`,
    DATABASE_SESSION_URL: directUrl(APP),
    DATABASE_PREPARED_STATEMENTS: 'off',
  };
  const problems = await shop(pooled, 'lading');
  await restoreDump();
  problems.push(...(await shop({}, 'restored')));
  for (const problem of problems.slice(0, 20)) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
}
