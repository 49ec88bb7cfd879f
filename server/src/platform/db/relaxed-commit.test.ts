import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { type Handle, type OpenDatabase, openDatabase, transaction } from './database.ts';
import { relaxedCommit } from './relaxed-commit.ts';

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // A single connection, so that each statement sees what the one before left.
  open = openDatabase(database.appUrl, createLog('silent'), 1);
  await sql`SET synchronous_commit = on`.execute(open.db);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const settingOf = async (db: Handle, value = sql<string | null>`NULL`) => {
  const { rows } = await sql<{ value: string | null; setting: string }>`
    SELECT ${value} AS value, current_setting('synchronous_commit') AS setting`.execute(db);
  return rows[0];
};

describe('a relaxed commit', () => {
  it('is that of its own statement only', async () => {
    expect(await settingOf(open.db, relaxedCommit(open.db))).toEqual({ value: 'off', setting: 'off' });
    expect(await settingOf(open.db)).toEqual({ value: null, setting: 'on' });
  });

  it('is never that of a transaction', async () => {
    await transaction(open.db, async (trx) => {
      expect(await settingOf(trx, relaxedCommit(trx))).toEqual({ value: null, setting: 'on' });
    });
  });
});
