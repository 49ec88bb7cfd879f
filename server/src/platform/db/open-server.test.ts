import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onServer } from '../../../test/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { prepareDatabase } from '../../compose.ts';
import { createLog } from '../log.ts';
import { asAppRole, checkReplica, prepareAppLogin } from './app-login.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { closeLock, lockDataDir } from './instance-lock.ts';
import { type DatabasePlace, joinDatabaseServer, openDatabaseServer, requireOwner } from './open-server.ts';
import { findPostmaster } from './postmaster.ts';

const log = createLog('silent');
const dataDir = mkdtempSync(join(tmpdir(), 'lading-logins-'));
const settings = { migrationsDir: resolve(import.meta.dirname, '../../../migrations'), timeZone: 'UTC' };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (databaseUrl: string, ownerUrl: string | null = null) =>
  openDatabaseServer({ dataDir, databaseUrl, ownerUrl }, log);
const ask = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
};
const WHO = "SELECT current_user AS who, current_setting('statement_timeout') AS timeout";

describe('the logins of the database', () => {
  it('DATABASE_URL and DATABASE_OWNER_URL: the application cannot bypass its restrictions', async () => {
    const { appUrl, ownerUrl } = await open(database.appUrl, database.ownerUrl);
    expect({ appUrl, ownerUrl }).toEqual({ appUrl: database.appUrl, ownerUrl: database.ownerUrl });
    expect(await prepareAppLogin(appUrl)).toEqual({ isRestricted: true });
    expect(new URL(appUrl).search).toBe('');
  });

  it('DATABASE_URL with the login of the owner: sessions run as the application, and the missing restriction is reported', async () => {
    const { appUrl, ownerUrl } = await open(database.ownerUrl);
    expect(ownerUrl).toBe(database.ownerUrl);
    expect(await ask(appUrl, WHO)).toEqual([{ who: 'lading_app', timeout: '30s' }]);
    expect(await prepareAppLogin(appUrl)).toEqual({ isRestricted: false });
  });

  it('DATABASE_URL with the login of the application: the process runs, but cannot migrate', async () => {
    const server = await open(database.appUrl);
    expect(server.appUrl).toBe(database.appUrl);
    expect(() => requireOwner(server)).toThrow(
      'The user in DATABASE_URL does not own the tables, so it cannot migrate: set DATABASE_OWNER_URL',
    );
  });

  it('are not affected by unusual defaults of the database', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await onServer(database.ownerUrl, `ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
    await onServer(
      database.ownerUrl,
      `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`,
    );
    const { appUrl } = await open(database.ownerUrl);
    for (const url of [database.appUrl, appUrl]) {
      await prepareAppLogin(url);
      expect(
        await ask(
          url,
          "SELECT current_setting('datestyle') AS dates, current_setting('transaction_isolation') AS level",
        ),
      ).toEqual([{ dates: 'ISO, MDY', level: 'read committed' }]);
    }
  });

  it('are refused with one sentence when a setting makes dates unreadable', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await ask(database.appUrl, `ALTER ROLE CURRENT_USER IN DATABASE ${name} SET datestyle = 'German'`);
    await expect(prepareAppLogin(database.appUrl)).rejects.toThrow(
      "Lading's database sessions have datestyle = German, DMY.",
    );
    await ask(database.appUrl, `ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET datestyle`);
  });
});

it('a dump restored by the owner gets the rights on the job queue back', async () => {
  await onServer(
    database.ownerUrl,
    'REVOKE ALL ON ALL TABLES IN SCHEMA jobs FROM lading_app; REVOKE ALL ON SCHEMA jobs FROM lading_app',
  );
  await expect(ask(database.appUrl, 'SELECT FROM jobs.version')).rejects.toThrow('permission denied');
  await prepareDatabase(database.ownerUrl, settings);
  expect(await ask(database.appUrl, 'SELECT version > 0 AS works FROM jobs.version')).toEqual([
    { works: true },
  ]);
});

it('tables of the job queue that the application owned before belong to the owner', async () => {
  await onServer(database.ownerUrl, 'GRANT CREATE ON SCHEMA jobs TO lading_app');
  await onServer(database.ownerUrl, 'ALTER TABLE jobs.version OWNER TO lading_app');
  await prepareDatabase(database.ownerUrl, settings);
  expect(
    await ask(
      database.ownerUrl,
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'jobs'::regnamespace`,
    ),
  ).toEqual([{ owner: 'lading_owner' }]);
});

it.each([
  ['below a file', 'a-file/data', /ENOTDIR/],
  ['that is a file', 'a-file', /is not a folder/],
  ['below /proc', '/proc/lading', /ENOENT/],
])('a data folder %s is reported in one sentence', async (_what, path, reason) => {
  writeFileSync(join(dataDir, 'a-file'), '');
  const opening = openDatabaseServer(
    { dataDir: resolve(dataDir, path), databaseUrl: null, ownerUrl: null },
    log,
  );
  await expect(opening).rejects.toThrow(/^LADING_DATA_DIR cannot be used: /);
  await expect(opening).rejects.toThrow(reason);
});

it('a problem elsewhere than in the data folder is not blamed on its setting', async () => {
  // The path is too long for a socket, whose folder then has to be elsewhere.
  const place = join(mkdtempSync(join(dataDir, 'long-')), 'x'.repeat(80));
  writeFileSync(join(dataDir, 'no-folder'), '');
  vi.stubEnv('TMPDIR', join(dataDir, 'no-folder'));
  const opening = openDatabaseServer({ dataDir: place, databaseUrl: null, ownerUrl: null }, log);
  await expect(opening).rejects.toThrow(/^PostgreSQL cannot be run: ENOTDIR: .*no-folder/);
  vi.unstubAllEnvs();
}, 120_000);

it('a missing certificate file is reported in one sentence', async () => {
  const url = new URL('postgresql://user@127.0.0.1/lading?sslmode=verify-full&sslrootcert=/nowhere/ca.pem');
  await expect(open(url.href)).rejects.toThrow(
    /^Cannot connect to the database in DATABASE_URL: .*\/nowhere\/ca\.pem/,
  );
});

it('an embedded database that cannot be created leaves no server and no lock behind', async () => {
  const place = mkdtempSync(join(dataDir, 'embedded-'));
  const server = await startEmbeddedPostgres(place, log);
  const superuser = server.url('postgres', 'superuser');
  await onServer(superuser, 'ALTER DATABASE template1 IS_TEMPLATE false');
  await onServer(superuser, 'DROP DATABASE template1');
  await server.stop();
  await expect(
    openDatabaseServer({ dataDir: place, databaseUrl: null, ownerUrl: null }, log),
  ).rejects.toThrow('template1');
  expect(findPostmaster(server.clusterDir)).toBeNull();
  await closeLock(await lockDataDir(place));
}, 120_000);

describe('a command beside a running PostgreSQL', () => {
  const beside = async (work: (place: DatabasePlace, pid: () => number | undefined) => Promise<void>) => {
    const place = mkdtempSync(join(dataDir, 'beside-'));
    const server = await startEmbeddedPostgres(place, log);
    try {
      await work(
        { dataDir: place, databaseUrl: null, ownerUrl: null },
        () => findPostmaster(server.clusterDir)?.pid,
      );
    } finally {
      await server.stop();
    }
  };

  it(
    'joins a running Lading and leaves its PostgreSQL running',
    () =>
      beside(async (place, pid) => {
        const before = pid();
        const lock = await lockDataDir(place.dataDir);
        const joined = await joinDatabaseServer(place, log);
        expect(joined.joined).toBe(true);
        await joined.stop();
        expect(pid()).toBe(before);
        await closeLock(lock);
      }),
    120_000,
  );

  it(
    'takes over what a killed Lading left running, so that it can migrate',
    () =>
      beside(async (place, pid) => {
        const before = pid();
        const opened = await joinDatabaseServer(place, log);
        expect(opened.joined).toBe(false);
        expect(pid()).toBe(before);
        await expect(lockDataDir(place.dataDir)).rejects.toThrow('is already running on the data folder');
        await opened.stop();
      }),
    120_000,
  );
});

describe('a database that cannot be reached', () => {
  const NOWHERE = 'postgresql://lading_app@127.0.0.1:1/lading';

  it('is reported by the name of its setting', async () => {
    await expect(prepareAppLogin(NOWHERE)).rejects.toThrow(
      /^Cannot connect to the database in DATABASE_URL: .*ECONNREFUSED/,
    );
    for (const appUrl of [database.appUrl, asAppRole(database.ownerUrl)])
      await expect(prepareAppLogin(appUrl, NOWHERE)).rejects.toThrow(
        /^Cannot connect to the database in DATABASE_SESSION_URL: .*ECONNREFUSED/,
      );
  });

  it('is only a warning if it is the replica', async () => {
    const warned = vi.fn();
    const watched = Object.assign(createLog('silent'), { warn: warned });
    await checkReplica(database.appUrl, database.appUrl, watched);
    expect(warned).not.toHaveBeenCalled();
    await checkReplica(NOWHERE, database.appUrl, watched);
    expect(warned).toHaveBeenCalledWith(
      { event: 'database.replica_unreachable', reason: expect.stringContaining('ECONNREFUSED') },
      expect.stringContaining('DATABASE_REPLICA_URL'),
    );
  });
});
