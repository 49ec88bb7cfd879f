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
 * Brings the database forward. Each file is one transaction together with its own record, so a kill leaves it either done or
 * untouched; the lock makes processes that start together take turns. Returns the names of the files that were applied.
 */
export async function migrate(ownerUrl: string, migrationsDir: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading-migrate' });
  // A connection that is cut rejects the statement under way; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await takeTurn(client);
    await ensureAppRole(client);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
      ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS rolling boolean NOT NULL DEFAULT false`);
    const { rows } = await client.query('SELECT name, checksum, rolling FROM schema_migrations');
    const applied = new Map<string, Applied>(rows.map((row) => [row.name, row]));
    const known = readMigrations(migrationsDir);
    refuseStrangers(applied, known);
    const fresh = known.filter((migration) => !applied.has(migration.name));
    for (const migration of fresh) await apply(client, migration);
    return fresh.map((migration) => migration.name);
  } finally {
    await client.end();
  }
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
  const { name, checksum, rolling, outsideTransaction } = migration;
  try {
    if (outsideTransaction) await client.query(migration.sql);
    await client.query('BEGIN');
    if (!outsideTransaction) await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (name, checksum, rolling) VALUES ($1, $2, $3)', [
      name,
      checksum,
      rolling,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new StartError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
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
