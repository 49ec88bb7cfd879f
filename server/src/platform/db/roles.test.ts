import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

let database: TestDatabase;
let app: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await database.drop();
});

const DENIED = [
  'SET ROLE lading_owner',
  'SET ROLE lading_superuser',
  'SET SESSION AUTHORIZATION lading_owner',
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "COPY (SELECT 1) TO '/tmp/lading-copy'",
  "SELECT pg_read_file('/etc/passwd')",
  "UPDATE audit_logs SET status = 'x'",
  'DELETE FROM audit_logs',
  'TRUNCATE audit_logs',
  'ALTER TABLE audit_logs DISABLE TRIGGER ALL',
  'ALTER TABLE users ADD COLUMN shoe_size integer',
  'DROP TABLE ledger_entries',
  'DELETE FROM ledger_entries',
  'CREATE TABLE jobs.mine (id integer)',
  'CREATE TABLE public.mine (id integer)',
  'DROP TABLE jobs.version',
  'CREATE ROLE mine SUPERUSER',
  'ALTER ROLE lading_app SUPERUSER',
  'GRANT lading_owner TO lading_app',
  "SET session_replication_role = 'replica'",
];

describe("the application's login (FI05)", () => {
  it.each(DENIED)('is denied %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
    const { rows } = await app.query('SELECT current_user, session_user');
    expect(rows).toEqual([{ current_user: 'lading_app', session_user: 'lading_app' }]);
  });

  it.each(['SET ROLE NONE', 'RESET ROLE', 'RESET SESSION AUTHORIZATION', 'DISCARD ALL'])(
    'stays itself after %s',
    async (statement) => {
      await app.query(statement);
      const { rows } = await app.query(
        'SELECT session_user, rolsuper, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user',
      );
      expect(rows).toEqual([
        { session_user: 'lading_app', rolsuper: false, rolcreaterole: false, rolbypassrls: false },
      ]);
      await expect(app.query("UPDATE audit_logs SET status = 'x'")).rejects.toMatchObject({ code: '42501' });
    },
  );

  it('is a member of no other role, and owns nothing', async () => {
    const { rows } = await app.query(`
      SELECT rolname FROM pg_roles WHERE rolname <> 'lading_app' AND pg_has_role('lading_app', oid, 'MEMBER')
      UNION ALL SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = 'lading_app'`);
    expect(rows).toEqual([]);
  });

  it('has sessions whose settings do not depend on the server', async () => {
    const { rows } = await app.query(`
      SELECT name, setting FROM pg_settings WHERE name IN
        ('DateStyle', 'default_transaction_isolation', 'random_page_cost', 'statement_timeout', 'TimeZone') ORDER BY lower(name)`);
    expect(rows.map(({ setting }) => setting)).toEqual(['ISO, MDY', 'read committed', '1.1', '30000', 'UTC']);
  });
});

it('the owner of the tables is not a superuser', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(`
    SELECT DISTINCT pg_get_userbyid(relowner) AS owner, rolsuper FROM pg_class c
    JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_roles r ON r.oid = relowner
    WHERE nspname IN ('public', 'jobs', 'sandbox')`);
  await expect(owner.query("COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toMatchObject({ code: '42501' });
  await owner.end();
  expect(rows).toEqual([{ owner: 'lading_owner', rolsuper: false }]);
});
