import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isTracing } from '../tracing/span.ts';
import { traceStatement } from '../tracing/trace-statements.ts';
import { withOptions } from './app-login.ts';
import { preparedPool } from './prepared-pool.ts';
import type { DatabaseMode } from './read-only.ts';
import { readOnlyPool } from './read-only-pool.ts';
import { PrimaryWatch } from './read-only-watch.ts';
import type { Schema } from './schema.ts';
import { withStatementLimit } from './statement-limit.ts';

/**
 * The connection pool. A transaction is not one, so it cannot be passed to code that opens its own
 * transaction.
 */
export type Database = Kysely<Schema> & { readonly isTransaction: false };
/** Inside a transaction, use only this handle and make no network calls. */
export type Trx = Transaction<Schema>;
/** A pool or a transaction. */
export type Handle = Kysely<Schema>;

export interface OpenDatabase {
  db: Database;
  poolState(): { total: number; idle: number; waiting: number };
  mode(): DatabaseMode;
  close(): Promise<void>;
}

/**
 * Cents and counts fit into numbers. Dates stay text, because the driver would turn them into times in the
 * machine's time zone.
 */
const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: String,
};
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** With a replica, reads go there while the primary is unavailable. */
export function openDatabase(
  url: string,
  log: Log,
  maxConnections = 10,
  replicaUrl: string | null = null,
  /** How long to wait for a silent primary; tests wait less. */
  checkTimeoutMs?: number,
  /** Off for poolers that don't follow prepared statements from one connection to another. */
  prepares = true,
): OpenDatabase {
  const pool = openPool(url, maxConnections, log);
  const watch = new PrimaryWatch(url, log, () => primary.cutAll(), checkTimeoutMs);
  const primary = preparedPool(pool, prepares, () => watch.suspect());
  pool.on('error', () => watch.suspect());
  // Read-only even if the URL leads to a primary.
  const replica =
    replicaUrl === null
      ? null
      : openPool(withOptions(replicaUrl, { default_transaction_read_only: 'on' }), maxConnections, log);
  const pools = readOnlyPool(primary, replica && preparedPool(replica, prepares), watch);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: pools }),
    ...(isTracing() ? { log: traceStatement } : {}),
  }) as Database;
  return {
    db,
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    mode: () => {
      if (watch.state === 'available') return 'ready';
      return replica || watch.state === 'read-only' ? 'read-only' : 'unavailable';
    },
    close: () => db.destroy(),
  };
}

function openPool(connectionString: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: 'lading',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // For a server that can no longer report that a statement took longer than its 30 seconds.
    query_timeout: 40_000,
    keepAlive: true,
    types,
  });
  // Without these listeners, a lost connection would end the process.
  pool.on('error', (error) => {
    // A closing pool does not wait for its connections, and PostgreSQL may be stopped before they have ended.
    if (pool.ending) return;
    // The error itself carries the driver's whole connection.
    log.warn(
      { event: 'database.connection_lost', reason: error.message },
      'Lost an idle database connection',
    );
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Serialization failure and deadlock: PostgreSQL asks to retry these. */
const RETRYABLE = new Set(['40001', '40P01']);

/** May run the work more than once, so it must have no effects outside the transaction. */
export const transaction = <T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> =>
  retryConflicts(() => db.transaction().execute(work));

/** The same with statements that may take this long, instead of 30 seconds. */
export const longTransaction = <T>(
  db: Database,
  statementMs: number,
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  withStatementLimit(statementMs, () =>
    transaction(db, async (trx) => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(statementMs)}`.execute(trx);
      return work(trx);
    }),
  );

/** For a statement outside a transaction: retries it when PostgreSQL asks for that. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 3 || !RETRYABLE.has(postgresCode(error) ?? '')) throw error;
    }
  }
}

export const postgresCode = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;

/** A required value is missing, such as the ID of a row that another step of the statement did not find. */
export const isNullViolation = (error: unknown, table: string, column: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23502' &&
  error.table === table &&
  error.column === column;

export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === constraint;

/** The database's error for a write that refers to an erased account. */
export const isOwnerErased = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23503' &&
  /^account \S+ is erased$/.test(error.message);
