import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { migrate } from './migrate.ts';

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

describe('migrating', () => {
  it('applies each file once, in order', async () => {
    write('0002_b.sql', 'INSERT INTO things VALUES (2)');
    write('0001_a.sql', 'CREATE TABLE things (n int); INSERT INTO things VALUES (1)');
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await migrate(database.ownerUrl, folder)).toEqual([]);
    expect(await query('SELECT n FROM things ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('applies each file once when several processes start together', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int); SELECT pg_sleep(0.2); INSERT INTO things VALUES (1)');
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database.ownerUrl, folder)));
    expect(results.flat()).toEqual(['0001_a.sql']);
    expect(await query('SELECT n FROM things')).toEqual([{ n: 1 }]);
  });

  it('F26: leaves a file whole or undone, at whichever statement it breaks, and finishes at the next start', async () => {
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

  it('F26: rolls back when its connection is killed half-way, and the next start is not blocked', async () => {
    write('0001_a.sql', 'CREATE TABLE things (n int); SELECT pg_sleep(30); INSERT INTO things VALUES (1)');
    const running = migrate(database.ownerUrl, folder);
    const ended = expect(running).rejects.toThrow();
    const killed = () =>
      query(`SELECT pg_terminate_backend(pid) AS ok FROM pg_stat_activity
             WHERE application_name = 'lading-migrate' AND datname = current_database() AND query LIKE 'CREATE TABLE things%'`);
    while ((await killed()).length === 0) await new Promise((done) => setTimeout(done, 20));
    await ended;
    write('0001_a.sql', 'CREATE TABLE things (n int)');
    expect(await migrate(database.ownerUrl, folder)).toEqual(['0001_a.sql']);
  });

  it('refuses a file that was changed after it was applied, and a database from the future', async () => {
    write('0001_a.sql', 'SELECT 1');
    await migrate(database.ownerUrl, folder);
    write('0001_a.sql', 'SELECT 2');
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      '0001_a.sql was changed after it was applied',
    );
    rmSync(join(folder, '0001_a.sql'));
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow('made by a newer Lading');
  });

  it('grants the application no right to change the record of migrations or to create tables', async () => {
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
