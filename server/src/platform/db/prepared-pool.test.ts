import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onServer } from '../../../test/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { longTransaction, type OpenDatabase, openDatabase } from './database.ts';
import { fromNow } from './database-time.ts';
import { preparedPool } from './prepared-pool.ts';
import { withStatementLimit } from './statement-limit.ts';

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  open = openDatabase(database.appUrl, createLog('silent'), 1);
});
afterEach(() => open.close());
afterAll(() => database.drop());

const remembered = async () => {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(
    open.db,
  );
  return rows.map((row) => row.statement);
};

describe('the pool', () => {
  it('prepares statements, except those with SELECT *', async () => {
    const byEmail = () => open.db.selectFrom('users').select('id').where('email_key', '=', 'x').execute();
    await byEmail();
    await byEmail();
    await open.db.selectFrom('users').selectAll().where('email_key', '=', 'x').execute();
    await open.db.selectFrom('users').selectAll('users').where('email_key', '=', 'x').execute();
    await sql`UPDATE users SET status = status WHERE email_key = ${'x'} RETURNING *`.execute(open.db);
    await sql`SELECT id, users.* FROM users WHERE email_key = ${'x'}`.execute(open.db);
    expect(await remembered()).toEqual(['select "id" from "users" where "email_key" = $1']);
  });

  it('prepares statements with a lease', async () => {
    await sql`SELECT id FROM users WHERE created_at < ${fromNow(5)}`.execute(open.db);
    expect(await remembered()).toContain(
      "SELECT id FROM users WHERE created_at < now() + $1 * interval '1 millisecond'",
    );
  });

  it('prepares the statement that queues a job, whose asterisk names no table', async () => {
    const insert = `INSERT INTO jobs.job_common (name, data)
    SELECT x.name, x.data FROM (SELECT * FROM json_to_recordset($1::json) AS x (name text, data jsonb)) x`;
    await open.db.executeQuery(CompiledQuery.raw(insert, ['[]']));
    expect(await remembered()).toContain(insert);
  });

  it('keeps a prepared statement usable after a migration that adds a column', async () => {
    const find = () => open.db.selectFrom('users').selectAll().where('email_key', '=', 'y').execute();
    await find();
    await onServer(database.ownerUrl, 'ALTER TABLE users ADD COLUMN shoe_size int');
    expect(await find()).toEqual([]);
  });

  it('fails only the running statement when a connection is lost', async () => {
    const cut = expect(sql`SELECT pg_sleep(20)`.execute(open.db)).rejects.toThrow(
      'terminating connection due to administrator command',
    );
    let isCut = false;
    void cut.then(() => {
      isCut = true;
    });
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND datname = current_database()`;
    // The statement may not have started at the first try.
    const isKilled = async () => {
      if (!isCut) await onServer(database.ownerUrl, kill);
      return isCut;
    };
    await expect.poll(isKilled).toBe(true);
    await cut;
    expect(await open.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  it('waits longer than usual for the statements of a long transaction', async () => {
    const pool = preparedPool(new pg.Pool({ connectionString: database.appUrl, query_timeout: 200 }));
    const sleep = async () => {
      const client = await pool.connect();
      try {
        return await client.query('SELECT pg_sleep(0.5)', []);
      } finally {
        client.release();
      }
    };
    await expect(sleep()).rejects.toThrow('timeout');
    expect(await withStatementLimit(0, sleep)).toMatchObject({ rowCount: 1 });
    await pool.end();
  });

  it('lets the server end the statements of a long transaction after its own limit', async () => {
    const limits = await longTransaction(open.db, 600_000, (trx) =>
      sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(trx),
    );
    expect(limits.rows).toEqual([{ statement_timeout: '10min' }]);
    const usual = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(open.db);
    expect(usual.rows).toEqual([{ statement_timeout: '30s' }]);
  });
});
