import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { onServer, prepareTemplate } from '../../../test/database-server.ts';
import { createLog } from '../log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster, isAlive } from './postmaster.ts';
import { transferOwnership } from './roles.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lading-roles-'));
const start = () => startEmbeddedPostgres(dataDir, createLog('silent'));
let server: EmbeddedPostgres;

beforeAll(async () => {
  server = await start();
  await server.ensureDatabase('lading');
  await prepareTemplate(server.url('lading'));
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const rowsOf = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
};

/** A server that recovers from an archive can already be read. */
const recovered = () =>
  expect
    .poll(() => rowsOf(server.url('lading'), 'SELECT pg_is_in_recovery() AS recovering'), { timeout: 30_000 })
    .toEqual([{ recovering: false }]);

/** The roles of earlier versions: the owner was the superuser, and the application could not log in. */
async function makeOldCluster(): Promise<void> {
  const superuser = server.url('lading', 'superuser');
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  await client.query('ALTER DATABASE lading OWNER TO lading_superuser');
  await transferOwnership(client, ['lading_owner'], 'lading_superuser');
  await client.query(
    'GRANT CREATE ON SCHEMA jobs TO lading_app; ALTER TABLE jobs.version OWNER TO lading_app',
  );
  await client.query('ALTER ROLE lading_owner RENAME TO former; ALTER ROLE lading_app NOLOGIN');
  await client.query('CREATE ROLE other SUPERUSER LOGIN');
  await client.end();
  const other = new URL(superuser);
  other.username = 'other';
  await onServer(other.href, 'ALTER ROLE lading_superuser RENAME TO lading_owner');
  await onServer(server.url('lading'), 'DROP ROLE other');
}

it('only the users that run Lading and its PostgreSQL can connect', async () => {
  const rules = await rowsOf(
    server.url('postgres', 'superuser'),
    'SELECT DISTINCT type, auth_method FROM pg_hba_file_rules',
  );
  expect(rules).toEqual([{ type: 'local', auth_method: 'peer' }]);
  expect(statSync(join(server.clusterDir, 'pg_hba.conf')).mode & 0o777).toBe(0o600);
});

it('a stopped server removes the folder of its socket', async () => {
  const socketFolder = decodeURIComponent(new URL(server.url('lading')).hostname);
  expect(existsSync(socketFolder)).toBe(true);
  await server.stop();
  expect(existsSync(socketFolder)).toBe(false);
  server = await start();
});

it('a data folder of an earlier version gets its own roles at the next start, and keeps its data', async () => {
  await onServer(server.url('lading'), "INSERT INTO login_failures VALUES ('kept', 1, now())");
  await makeOldCluster();
  await server.stop();

  server = await start();
  await server.ensureDatabase('lading');
  expect(
    await rowsOf(
      server.url('postgres', 'superuser'),
      "SELECT rolname, rolsuper, rolcanlogin FROM pg_roles WHERE rolname ~ '^lading' ORDER BY rolname",
    ),
  ).toEqual([
    { rolname: 'lading_app', rolsuper: false, rolcanlogin: true },
    { rolname: 'lading_owner', rolsuper: false, rolcanlogin: true },
    { rolname: 'lading_superuser', rolsuper: true, rolcanlogin: true },
  ]);
  await prepareTemplate(server.url('lading'));
  expect(
    await rowsOf(
      server.url('lading'),
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname IN ('public', 'jobs', 'sandbox')
       UNION SELECT DISTINCT pg_get_userbyid(proowner) FROM pg_proc WHERE prosecdef`,
    ),
  ).toEqual([{ owner: 'lading_owner' }]);
  const app = server.url('lading', 'app');
  expect(await rowsOf(app, "SELECT key AS name FROM login_failures WHERE key = 'kept'")).toHaveLength(1);
  expect(await rowsOf(app, 'SELECT count(*) > 0 AS has_queues FROM jobs.queue')).toEqual([
    { has_queues: true },
  ]);
});

it('waits for a recovery that takes long', async () => {
  await onServer(server.url('lading'), "INSERT INTO login_failures VALUES ('recovered', 1, now())");
  await server.stop();
  // Recovery asks for archived files first, which takes a second each.
  writeFileSync(join(server.clusterDir, 'recovery.signal'), '');
  appendFileSync(join(server.clusterDir, 'postgresql.auto.conf'), "restore_command = 'sleep 1; false'\n");
  const reported = vi.fn();
  const log = Object.assign(createLog('silent'), { warn: reported });
  server = await startEmbeddedPostgres(dataDir, log, { reportWaitingMs: 100 });
  expect(reported).toHaveBeenCalledWith(
    { event: 'postgres.waiting', reason: expect.any(String) },
    expect.any(String),
  );
  expect(
    await rowsOf(server.url('lading'), "SELECT failures FROM login_failures WHERE key = 'recovered'"),
  ).toHaveLength(1);
  await recovered();
});

it('retries while PostgreSQL cannot be run', async () => {
  await server.stop();
  const reported = vi.fn();
  server = await startEmbeddedPostgres(dataDir, Object.assign(createLog('silent'), { error: reported }));
  const pid = findPostmaster(server.clusterDir)?.pid ?? 0;
  const away = `${server.clusterDir}.away`;
  renameSync(server.clusterDir, away);
  process.kill(pid, 'SIGQUIT');
  await expect
    .poll(() => reported.mock.calls)
    .toContainEqual([
      { event: 'postgres.restart_failed', reason: expect.stringMatching(/^spawn .*ENOENT/) },
      expect.any(String),
    ]);
  renameSync(away, server.clusterDir);
  await expect.poll(() => findPostmaster(server.clusterDir)?.ready).toBe(true);
  await expect.poll(() => rowsOf(server.url('lading'), 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
});

it('a stop during a restart also ends the new process', async () => {
  // Recovery asks for an archived file first, which takes a second.
  appendFileSync(join(server.clusterDir, 'postgresql.auto.conf'), "restore_command = 'sleep 1; false'\n");
  writeFileSync(join(server.clusterDir, 'recovery.signal'), '');
  const crashed = findPostmaster(server.clusterDir)?.pid ?? 0;
  process.kill(crashed, 'SIGQUIT');
  const restarted = () => findPostmaster(server.clusterDir)?.pid ?? crashed;
  await expect.poll(restarted).not.toBe(crashed);
  const pid = restarted();
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  server = await start();
  await recovered();
}, 60_000);
