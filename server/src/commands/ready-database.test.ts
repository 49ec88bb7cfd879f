import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { readyDatabase } from './ready-database.ts';

const CURRENT = resolve(import.meta.dirname, '../../migrations');
let newer: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  newer = mkdtempSync(join(tmpdir(), 'lading-newer-'));
  cpSync(CURRENT, newer, { recursive: true });
  writeFileSync(join(newer, '9999_newer.sql'), 'CREATE TABLE newer ();');
});
afterAll(async () => {
  await database.drop();
  rmSync(newer, { recursive: true, force: true });
});

const settings = (migrates: boolean, migrationsDir: string) => ({
  migrates,
  migrationsDir,
  timeZone: 'UTC',
});
const isMigrated = async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client
    .query("SELECT to_regclass('newer') IS NOT NULL AS found")
    .finally(() => client.end());
  return rows[0].found;
};

describe('the database of a command', { shuffle: false }, () => {
  it('needs only the login of the application with LADING_MIGRATE=off', async () => {
    const server = { ownerUrl: null, appUrl: database.appUrl, joined: false };
    await readyDatabase(server, settings(false, CURRENT));
    await expect(readyDatabase(server, settings(false, newer))).rejects.toThrow(
      'The database lacks migration 9999_newer.sql; run "npm run migrate" first, or leave LADING_MIGRATE on.',
    );
    await expect(readyDatabase(server, settings(true, CURRENT))).rejects.toThrow('cannot migrate');
  });

  it('is not migrated under a running Lading', async () => {
    const server = { ownerUrl: database.ownerUrl, appUrl: database.appUrl, joined: true };
    await readyDatabase(server, settings(true, CURRENT));
    await expect(readyDatabase(server, settings(true, newer))).rejects.toThrow(
      'The database lacks migration 9999_newer.sql; restart Lading to migrate it, then run this command again.',
    );
    expect(await isMigrated()).toBe(false);
  });

  it('is migrated otherwise', async () => {
    const server = { ownerUrl: database.ownerUrl, appUrl: database.appUrl, joined: false };
    await readyDatabase(server, settings(true, newer));
    expect(await isMigrated()).toBe(true);
  });
});
