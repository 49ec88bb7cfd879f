import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../app-error.ts';

/** The role all requests work under. It owns no table of ours, so it can do only what the migrations grant. */
export const APP_ROLE = 'lading_app';

/** Any fixed number: whoever holds it migrates, everybody else waits. */
const MIGRATION_LOCK = 724_801_391;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** Processes of the version before can go on working, and even start, on the database that it leaves. */
  rolling: boolean;
  /** For what PostgreSQL does without stopping writers, and only so: one statement that can be repeated. */
  outsideTransaction: boolean;
}

interface Applied {
  checksum: string;
  rolling: boolean;
}

const LOOK_FOR_LOCK_EVERY_MS = 100;

/**
 * A statement that waits for a table makes everybody who comes after it wait as well. It therefore waits only shortly, steps back to
 * let them through, and tries again.
 */
const LOCK_WAIT_MS = 2_000;
const STEP_BACK_MS = 1_000;
const LOCK_TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the database forward. Each file is one transaction together with its own record, so a kill leaves it either done or
 * untouched; the lock makes processes that start together take turns. Returns the names of the files that were applied.
 */
export async function migrate(ownerUrl: string, migrationsDir: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    await takeTurn(client);
    await ensureAppRole(client);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    await client.query(
      'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS rolling boolean NOT NULL DEFAULT false',
    );
    const fresh = await findMissing(client, migrationsDir);
    for (const migration of fresh) await apply(client, migration);
    return fresh.map((migration) => migration.name);
  });
}

/** For a process that is not to migrate: it starts on a database that is ready for it, or not at all. */
export async function refuseBehind(ownerUrl: string, migrationsDir: string): Promise<void> {
  const missing = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS begun");
    return rows[0].begun ? findMissing(client, migrationsDir) : readMigrations(migrationsDir);
  });
  const [first] = missing;
  if (first)
    throw new StartError(
      `The database lacks ${first.name}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}; run "npm run migrate" first, or leave LADING_MIGRATE on.`,
    );
}

async function withClient<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading-migrate' });
  // A connection that is cut rejects the statement under way; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function findMissing(client: pg.Client, migrationsDir: string): Promise<Migration[]> {
  const { rows } = await client.query('SELECT name, checksum, rolling FROM schema_migrations');
  const applied = new Map<string, Applied>(rows.map((row) => [row.name, row]));
  const known = readMigrations(migrationsDir);
  refuseStrangers(applied, known);
  return known.filter((migration) => !applied.has(migration.name));
}

/** Asks again and again instead of waiting in one statement: an index that is built beside the traffic waits for every statement under way. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK]);
    if (rows[0].mine) return;
    await sleep(LOOK_FOR_LOCK_EVERY_MS);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (migration.outsideTransaction
        ? applyBesideTraffic(client, migration)
        : applyAtOnce(client, migration));
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (attempt === LOCK_TRIES || (error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE)
        throw new StartError(`Migration ${migration.name} failed: ${(error as Error).message}`, {
          cause: error,
        });
      await sleep(STEP_BACK_MS);
    }
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  await client.query(migration.sql);
  await record(client, migration);
  await client.query('COMMIT');
}

/** It waits for transactions under way without keeping anybody from his own, so it may take its time. */
async function applyBesideTraffic(client: pg.Client, migration: Migration): Promise<void> {
  await dropHalfBuilt(client, migration.sql);
  await client.query(migration.sql);
  await record(client, migration);
}

const record = (client: pg.Client, { name, checksum, rolling }: Migration) =>
  client.query('INSERT INTO schema_migrations (name, checksum, rolling) VALUES ($1, $2, $3)', [
    name,
    checksum,
    rolling,
  ]);

/** An index whose building was cut off stays behind, is of no use, and would count as existing. */
async function dropHalfBuilt(client: pg.Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace AND strpos($1, c.relname) > 0`,
    [statement],
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

function readMigrations(dir: string): Migration[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(dir, file), 'utf8');
      return {
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        rolling: /^-- rolling: yes$/m.test(sql),
        outsideTransaction: /^-- outside a transaction$/m.test(sql),
      };
    });
}

/** Going on over a history that differs from ours would corrupt silently; stopping is the safe answer. */
function refuseStrangers(applied: Map<string, Applied>, known: Migration[]): void {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const [name, { checksum, rolling }] of applied) {
    const ours = byName.get(name);
    if (!ours && rolling) continue;
    if (!ours)
      throw new StartError(
        `The database was made by a newer Lading (it knows ${name}); please upgrade this one.`,
      );
    if (ours.checksum !== checksum) {
      throw new StartError(`Migration ${name} was changed after it was applied; add a new file instead.`);
    }
  }
}

async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (rowCount === 0) {
    await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`).catch((error: pg.DatabaseError) => {
      // Roles belong to the whole server: another database of it may just have made the same one.
      if (error.code === '42710' || error.code === '23505') return;
      throw new StartError(
        `The database user may not create the role ${APP_ROLE}; let an administrator run: CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO the user of DATABASE_URL;`,
      );
    });
  }
  // Creating a role does not always include the right to work under it.
  await client.query(`SET ROLE ${APP_ROLE}`).catch(() => client.query(`GRANT ${APP_ROLE} TO CURRENT_USER`));
  await client.query('RESET ROLE');
}
