import { mkdirSync } from 'node:fs';
import type { Server } from 'node:net';
import pg from 'pg';
import { StartError } from '../app-error.ts';
import type { Log } from '../log.ts';
import { findRunningServer, startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDataDir } from './instance-lock.ts';

const DATABASE = 'lading';
/** Generous, because the program is still loading and the machine may be busy. */
const REACHED_WITHIN_MS = 30_000;

export interface DatabaseServer {
  /** Connects as the owner, who may migrate. */
  ownerUrl: string;
  description: string;
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or the data folder's embedded one. */
export async function openDatabaseServer(
  dataDir: string,
  databaseUrl: string | null,
  log: Log,
): Promise<DatabaseServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (databaseUrl !== null) {
    await checkReachable(databaseUrl);
    return {
      ownerUrl: databaseUrl,
      description: 'the PostgreSQL server in DATABASE_URL',
      stop: async () => {},
    };
  }
  const lock = await lockDataDir(dataDir);
  const server = await startEmbeddedPostgres(dataDir, log);
  await ensureDatabase(server.url('postgres'), DATABASE);
  return {
    ownerUrl: server.url(DATABASE),
    description: `${server.clusterDir}${server.adopted ? ' (reusing a running server)' : ''}`,
    stop: async () => {
      await server.stop();
      await closeLock(lock);
    },
  };
}

/** For commands: uses the server of a running Lading, or starts one for the duration of the command. */
export async function joinDatabaseServer(
  dataDir: string,
  databaseUrl: string | null,
  log: Log,
): Promise<DatabaseServer> {
  const running = databaseUrl === null ? findRunningServer(dataDir) : null;
  if (running === null) return openDatabaseServer(dataDir, databaseUrl, log);
  return { ownerUrl: running.url(DATABASE), description: running.clusterDir, stop: async () => {} };
}

const closeLock = (lock: Server) => new Promise<void>((resolve) => lock.close(() => resolve()));

async function checkReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: REACHED_WITHIN_MS });
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`Cannot connect to the database in DATABASE_URL: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await client.end();
}

async function ensureDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
