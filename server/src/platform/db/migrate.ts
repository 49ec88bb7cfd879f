import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../app-error.ts';
import { APP_ROLE, allowAppRole, ensureAppRole, transferOwnership } from './roles.ts';

/** Advisory lock, an arbitrary number. Its holder migrates; other processes wait. */
const MIGRATION_LOCK = 724_801_391;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** Processes of the previous version can keep working, and even start, after this migration. */
  rolling: boolean;
  /**
   * One repeatable statement that PostgreSQL runs without blocking writers, and only outside a transaction.
   */
  outsideTransaction: boolean;
}

interface Applied {
  checksum: string;
  rolling: boolean;
}

/** The login may have the limits of the application, but rebuilding a large table takes longer. */
export const NO_TIME_LIMITS = 'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0';

const POLL_LOCK_EVERY_MS = 100;

/**
 * A statement that waits for a table lock makes all later ones wait too. So wait briefly, let the others
 * through, and retry.
 */
const LOCK_WAIT_MS = 2_000;
const RETRY_LOCK_AFTER_MS = 1_000;
const LOCK_TRIES = 60;
/** The lock is not available, or the migration and a purchase wait for each other. */
const LOCK_ERRORS = ['55P03', '40P01'];

/**
 * Applies the missing migrations and returns their names. Each file and its record share a transaction, so a
 * kill leaves it either applied or untouched.
 */
export async function migrate(ownerUrl: string, migrationsDir: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    // Not for other clients: their connection may belong to a pool, which keeps the setting.
    await client.query(NO_TIME_LIMITS);
    await acquireLock(client);
    await checkServer(client);
    await ensureAppRole(client);
    await allowAppRole(client);
    await takeOver(client);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    await client.query(
      'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS rolling boolean NOT NULL DEFAULT false',
    );
    const fresh = await findMissing(client, migrationsDir);
    for (const migration of fresh) await apply(client, migration);
    // Lets a process that does not migrate check that the database is up to date.
    await client.query(`GRANT SELECT ON schema_migrations TO ${APP_ROLE}`);
    return fresh.map((migration) => migration.name);
  });
}

const OLDEST_SERVER = 150_000;
const EXTENSIONS = ['btree_gin', 'pg_trgm'];

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; missing: string[] | null }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       (SELECT array_agg(name) FROM unnest($1::text[]) AS name
        WHERE name NOT IN (SELECT name FROM pg_available_extensions)) AS missing`,
    [EXTENSIONS],
  );
  const [server] = rows;
  if (!server) return;
  if (server.number < OLDEST_SERVER)
    throw new StartError(`Lading needs PostgreSQL 15 or later; the database server is ${server.version}.`);
  if (server.missing)
    throw new StartError(
      `The database server lacks the extensions ${server.missing.join(' and ')}; install PostgreSQL's contrib package.`,
    );
}

/** The application once owned the tables of the job queue. Restoring a dump can't make it their owner again. */
async function takeOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT current_user AS owner');
  await transferOwnership(client, [APP_ROLE], rows[0].owner).catch((error: Error) => {
    throw new StartError(
      `The owner of the database must own all tables (${error.message}). Run as a database administrator: GRANT ${APP_ROLE} TO ${rows[0].owner};`,
    );
  });
}

/** For a process that must not migrate: refuses to start on a database that lacks migrations. */
export async function requireMigrated(
  databaseUrl: string,
  migrationsDir: string,
  remedy = 'run "npm run migrate" first, or leave LADING_MIGRATE on',
): Promise<void> {
  const missing = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS has_history");
    return rows[0].has_history ? findMissing(client, migrationsDir) : readMigrations(migrationsDir);
  });
  const [first] = missing;
  if (first)
    throw new StartError(
      `The database lacks migration ${first.name}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}; ${remedy}.`,
    );
}

async function withClient<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading-migrate' });
  // A lost connection rejects the running statement; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    // The defaults of the server must not decide how migrations read dates.
    await client.query(
      "SET datestyle = 'ISO, MDY'; SET default_transaction_isolation = 'read committed'; SET TIME ZONE 'UTC'",
    );
    return await work(client);
  } finally {
    await client.end();
  }
}

async function findMissing(client: pg.Client, migrationsDir: string): Promise<Migration[]> {
  const { rows } = await client.query('SELECT name, checksum, rolling FROM schema_migrations');
  const applied = new Map<string, Applied>(rows.map((row) => [row.name, row]));
  const known = readMigrations(migrationsDir);
  const differences = checkHistory(applied, known, migrationsDir);
  return [...differences, ...known.filter((migration) => !applied.has(migration.name))];
}

/**
 * Polls, because CREATE INDEX CONCURRENTLY waits for every running statement, including one that waits for
 * this lock.
 */
async function acquireLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK]);
    if (rows[0].mine) return;
    await sleep(POLL_LOCK_EVERY_MS);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (migration.outsideTransaction
        ? applyOutsideTransaction(client, migration)
        : applyInTransaction(client, migration));
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (attempt === LOCK_TRIES || !LOCK_ERRORS.includes((error as pg.DatabaseError).code ?? ''))
        throw new StartError(`Migration ${migration.name} failed: ${(error as Error).message}`, {
          cause: error,
        });
      await sleep(RETRY_LOCK_AFTER_MS);
    }
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  await client.query(migration.sql);
  await record(client, migration);
  await client.query('COMMIT');
}

/** Needs no lock timeout, because it blocks nothing while it waits. */
async function applyOutsideTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await dropInvalidIndexes(client, migration.sql);
  await client.query(migration.sql);
  await record(client, migration);
}

const record = (client: pg.Client, { name, checksum, rolling }: Migration) =>
  client.query(
    `INSERT INTO schema_migrations (name, checksum, rolling) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, rolling = excluded.rolling`,
    [name, checksum, rolling],
  );

/** An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index, which IF NOT EXISTS would accept. */
async function dropInvalidIndexes(client: pg.Client, statement: string): Promise<void> {
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

/**
 * Refuses a history that differs from ours, because continuing could corrupt data silently. If a
 * migration was applied in an earlier form, returns the file that makes up the difference.
 */
function checkHistory(applied: Map<string, Applied>, known: Migration[], migrationsDir: string): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const differences: Migration[] = [];
  for (const [name, { checksum, rolling }] of applied) {
    const ours = byName.get(name);
    if (!ours && rolling) continue;
    if (!ours)
      throw new StartError(
        `The database was created by a newer version of Lading (it has ${name}). Please upgrade.`,
      );
    if (ours.checksum === checksum) continue;
    const file = join(migrationsDir, 'replaced', `${parse(name).name}.${checksum.slice(0, 12)}.sql`);
    if (!existsSync(file))
      throw new StartError(`Migration ${name} was changed after it was applied; add a new file instead.`);
    differences.push({ ...ours, sql: readFileSync(file, 'utf8'), outsideTransaction: false });
  }
  return differences.sort((a, b) => a.name.localeCompare(b.name));
}
