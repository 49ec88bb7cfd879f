import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    "INSERT INTO audit_logs (log_id, recorded_at, event_type, status) SELECT gen_random_uuid(), now(), 'LOGIN', 'success' FROM generate_series(1, 3)",
  );
  await owner.query('SELECT seal_audit_logs(2)');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe('the application', () => {
  const TABLES = ['audit_seals', 'audit_unsealed', 'audit_totals_by_day', 'audit_totals_by_user'];
  const COLUMN: Record<string, string> = { audit_seals: 'position', audit_unsealed: 'seq' };

  it.each(TABLES)('can only read %s', async (table) => {
    const column = COLUMN[table] ?? 'records';
    await owner.query('SET ROLE lading_app');
    try {
      await owner.query(`SELECT FROM ${table}`);
      for (const statement of [
        `UPDATE ${table} SET ${column} = ${column}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
        `INSERT INTO ${table} SELECT * FROM ${table}`,
        `DROP TABLE ${table}`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      ])
        await expect(owner.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      for (const call of ['rebuild_totals()', "keep_operator_calendar('UTC')"])
        await expect(owner.query(`SELECT ${call}`), call).rejects.toMatchObject({ code: '42501' });
      await expect(owner.query('SET session_replication_role = replica')).rejects.toMatchObject({
        code: '42501',
      });
    } finally {
      await owner.query('RESET ROLE');
    }
  });

  it.each(['UPDATE audit_seals SET hash = hash', 'DELETE FROM audit_seals', 'TRUNCATE audit_seals'])(
    'and the database owner cannot run "%s"',
    async (statement) => {
      await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501' });
    },
  );
});
