import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { startUnresponsiveProxy } from '../../../test/unresponsive-proxy.ts';
import { StartError } from '../app-error.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { keepOperatorCalendar } from './operator-calendar.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lading-migrations-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A connection that stays open, like that of a running process. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client;
}

const isValid = async (index: string) =>
  (await query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('${index}')`))[0]?.indisvalid;

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    write('0002_b.sql', 'INSERT INTO things VALUES (2)');
    write('0001_a.sql', 'CREATE TABLE things (n int); INSERT INTO things VALUES (1)');
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await migrate(database.ownerUrl, folder)).toEqual([]);
    expect(await query('SELECT n FROM things ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('refuses a server that is too old, with one sentence, and changes nothing', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    // Makes the server claim to be an old one, wherever it is asked.
    await query(`CREATE FUNCTION public.current_setting(name text) RETURNS text LANGUAGE sql
      AS $$ SELECT CASE name WHEN 'server_version' THEN '14.19' WHEN 'server_version_num' THEN '140019'
        ELSE pg_catalog.current_setting(name) END $$`);
    await query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
    );
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      new StartError('Lading needs PostgreSQL 15 or later; the database server is 14.19.'),
    );
    expect(await query("SELECT to_regclass('things') AS made")).toEqual([{ made: null }]);
  });

  it('may take longer than the statements of the application, as may the change of the time zone', async () => {
    write(
      '0001_a.sql',
      `SELECT pg_sleep(0.5);
       CREATE FUNCTION keep_operator_calendar(zone text) RETURNS void LANGUAGE sql AS 'SELECT pg_sleep(0.5)'`,
    );
    await query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 250', current_database()); END $$`,
    );
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql']);
    await keepOperatorCalendar(database.ownerUrl, 'UTC');
  });

  it('applies each file once when several processes start together', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int); SELECT pg_sleep(0.2); INSERT INTO things VALUES (1)');
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database.ownerUrl, folder)));
    expect(results.flat()).toEqual(['0001_a.sql']);
    expect(await query('SELECT n FROM things')).toEqual([{ n: 1 }]);
  });

  it('applies a file completely or not at all, whichever statement fails, and finishes at the next start', async () => {
    const statements = [
      'CREATE TABLE things (n int)',
      'INSERT INTO things VALUES (1)',
      'CREATE INDEX ON things (n)',
    ];
    for (let broken = 0; broken <= statements.length; broken += 1) {
      write('0001_a.sql', statements.toSpliced(broken, 0, 'SELECT no_such_function()').join(';\n'));
      await expect(migrate(database.ownerUrl, folder)).rejects.toThrow('Migration 0001_a.sql failed');
      expect(await query("SELECT to_regclass('things') AS t")).toEqual([{ t: null }]);
    }
    write('0001_a.sql', statements.join(';\n'));
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql']);
  });

  it('rolls back when its connection is killed halfway, and does not block the next start', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int); SELECT pg_sleep(30); INSERT INTO things VALUES (1)');
    const running = migrate(database.ownerUrl, folder);
    const ended = expect(running).rejects.toThrow('terminating connection due to administrator command');
    const killed = () =>
      query(`SELECT pg_terminate_backend(pid) AS ok FROM pg_stat_activity
             WHERE application_name = 'lading-migrate' AND datname = current_database() AND query LIKE 'CREATE TABLE things%'`);
    while ((await killed()).length === 0) await new Promise((done) => setTimeout(done, 20));
    await ended;
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql']);
  });

  it('leaves the process running when the connection is lost during a change of the time zone', async () => {
    await query(
      `CREATE FUNCTION keep_operator_calendar(zone text) RETURNS void LANGUAGE sql AS 'SELECT pg_sleep(30)'`,
    );
    const proxy = await startUnresponsiveProxy(database.ownerUrl);
    const ended = expect(keepOperatorCalendar(proxy.url, 'UTC')).rejects.toThrow(
      'Connection terminated unexpectedly',
    );
    const running = () =>
      query(`SELECT pid FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE 'SELECT keep_operator_calendar%'`);
    await expect.poll(running).toHaveLength(1);
    await proxy.close();
    await ended;
  });

  it('applies the differences from an earlier form of a file that was replaced', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    await migrate(database.ownerUrl, folder);
    const [row] = await query('SELECT checksum FROM schema_migrations');
    write('0001_a.sql', 'CREATE TABLE things (n int, m int)');
    mkdirSync(join(folder, 'replaced'));
    write(`replaced/0001_a.${String(row?.checksum).slice(0, 12)}.sql`, 'ALTER TABLE things ADD COLUMN m int');
    await expect(requireMigrated(database.ownerUrl, folder)).rejects.toThrow('lacks migration 0001_a.sql');
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql']);
    await query('SELECT n, m FROM things');
    expect(await migrate(database.ownerUrl, folder)).toEqual([]);
  });

  it('refuses a changed file and a database of a newer version', async () => {
    write('0001_a.sql', 'SELECT 1');
    await migrate(database.ownerUrl, folder);
    write('0001_a.sql', 'SELECT 2');
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      '0001_a.sql was changed after it was applied',
    );
    rmSync(join(folder, '0001_a.sql'));
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow('created by a newer version of Lading');
  });

  it('does not let the application change the migration history or create tables', async () => {
    await migrate(database.ownerUrl, resolve(import.meta.dirname, '../../../migrations'));
    for (const statement of [
      'DELETE FROM schema_migrations',
      'CREATE TABLE mine (n int)',
      'DELETE FROM users',
      'DROP TABLE audit_logs',
    ]) {
      await expect(query(`SET ROLE lading_app; ${statement}`)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('migrate beside running processes', () => {
  it('lets the previous version start after rolling migrations only', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    await migrate(database.ownerUrl, folder);
    write('0002_b.sql', '-- rolling: yes\nALTER TABLE things ADD COLUMN m int');
    await migrate(database.ownerUrl, folder);
    rmSync(join(folder, '0002_b.sql'));
    expect(await migrate(database.ownerUrl, folder)).toEqual([]);
    write('0003_c.sql', 'ALTER TABLE things DROP COLUMN n');
    write('0002_b.sql', '-- rolling: yes\nALTER TABLE things ADD COLUMN m int');
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0003_c.sql']);
    rmSync(join(folder, '0003_c.sql'));
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      'created by a newer version of Lading (it has 0003_c.sql)',
    );
  });

  it('lets a process that does not migrate start only on a migrated database', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    write('0002_b.sql', 'SELECT 1');
    await expect(requireMigrated(database.ownerUrl, folder)).rejects.toThrow(
      'The database lacks migration 0001_a.sql and 1 more; run "npm run migrate" first, or leave LADING_MIGRATE on.',
    );
    await migrate(database.ownerUrl, folder);
    await requireMigrated(database.ownerUrl, folder);
    write('0003_c.sql', 'SELECT 1');
    await expect(requireMigrated(database.ownerUrl, folder)).rejects.toThrow(
      'The database lacks migration 0003_c.sql; run',
    );
  });

  it('does not block other statements while it waits for a table', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    await migrate(database.ownerUrl, folder);
    const slow = await connected();
    await slow.query('BEGIN; SELECT n FROM things');
    write('0002_b.sql', 'ALTER TABLE things ADD COLUMN m int');
    const migrating = migrate(database.ownerUrl, folder);
    const waits = () =>
      query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE things%'",
      );
    await expect.poll(async () => (await waits()).length, { timeout: 20_000 }).toBe(1);
    // This statement queues behind the migration, which queues behind the slow one, and still finishes first.
    expect(await query('SELECT n FROM things')).toEqual([]);
    await slow.query('COMMIT');
    expect(await migrating).toEqual(['0002_b.sql']);
    await slow.end();
  });

  it('tries again after a deadlock', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int); CREATE TABLE others (n int)');
    await migrate(database.ownerUrl, folder);
    const purchase = await connected();
    await purchase.query('BEGIN; LOCK TABLE others');
    write('0002_b.sql', 'LOCK TABLE things; LOCK TABLE others');
    const migrating = migrate(database.ownerUrl, folder);
    const waits = () =>
      query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE things%'",
      );
    await expect.poll(async () => (await waits()).length, { timeout: 20_000 }).toBe(1);
    // PostgreSQL ends the one that has waited for a second, usually the migration.
    await purchase.query('SELECT n FROM things').catch(() => {});
    await purchase.query('ROLLBACK');
    expect(await migrating).toEqual(['0002_b.sql']);
    await purchase.end();
  });

  it('builds an index concurrently, once, when several processes start together', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int); INSERT INTO things SELECT generate_series(1, 1000)');
    write(
      '0002_b.sql',
      '-- rolling: yes\n-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS things_n ON things (n)',
    );
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database.ownerUrl, folder)));
    expect(results.flat()).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await isValid('things_n')).toBe(true);
  });

  it('rebuilds an index whose build was killed', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    await migrate(database.ownerUrl, folder);
    const writer = await connected();
    await writer.query('BEGIN; INSERT INTO things VALUES (1)');
    write(
      '0002_b.sql',
      '-- rolling: yes\n-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS things_n ON things (n)',
    );
    const ended = expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      'terminating connection due to administrator command',
    );
    await expect.poll(() => isValid('things_n'), { timeout: 20_000 }).toBe(false);
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = 'lading-migrate' AND datname = current_database()`);
    await ended;
    await writer.query('COMMIT');
    await writer.end();
    expect(await isValid('things_n')).toBe(false);
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0002_b.sql']);
    expect(await isValid('things_n')).toBe(true);
  });
});
