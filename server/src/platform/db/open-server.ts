import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { StartError } from '../app-error.ts';
import type { Log } from '../log.ts';
import { asAppRole, cannotConnect } from './app-login.ts';
import { type EmbeddedPostgres, joinRunningServer, startEmbeddedPostgres } from './embedded-postgres.ts';
import { closeLock, lockDataDir, lockUnlessTaken } from './instance-lock.ts';
import { startProblem, unusableDataDir } from './start-problem.ts';

const DATABASE = 'lading';
/** Generous, because the program is still loading and the machine may be busy. */
const REACHED_WITHIN_MS = 30_000;

/** Where the settings say the database is. Null URLs: in the data folder. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | null;
  ownerUrl: string | null;
}

export interface DatabaseServer {
  /** Connects as the owner, who may migrate. Null when only the application's login is known. */
  ownerUrl: string | null;
  /** Connects as the application. */
  appUrl: string;
  /** Connects as the superuser of the embedded server; elsewhere as the owner. */
  adminUrl: string | null;
  description: string;
  /** Whether it is the embedded server of a running Lading. */
  joined: boolean;
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or the data folder's embedded one. */
export async function openDatabaseServer(place: DatabasePlace, log: Log): Promise<DatabaseServer> {
  const { dataDir, databaseUrl } = place;
  makeDataDir(dataDir);
  if (databaseUrl !== null) {
    return {
      ...(await loginsOf(databaseUrl, place.ownerUrl)),
      description: 'the PostgreSQL server in DATABASE_URL',
      joined: false,
      stop: async () => {},
    };
  }
  const lock = await lockDataDir(dataDir);
  const server = await startServer(dataDir, log).catch(async (error: unknown) => {
    await closeLock(lock);
    throw startProblem(dataDir, error);
  });
  return {
    ownerUrl: server.url(DATABASE),
    appUrl: server.url(DATABASE, 'app'),
    adminUrl: server.url(DATABASE, 'superuser'),
    description: `${server.clusterDir}${server.adopted ? ' (reusing a running server)' : ''}`,
    joined: false,
    stop: async () => {
      await server.stop();
      await closeLock(lock);
    },
  };
}

async function startServer(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(dataDir, log);
  try {
    await server.ensureDatabase(DATABASE);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** For commands: uses the server of a running Lading, or starts one for the duration of the command. */
export async function joinDatabaseServer(place: DatabasePlace, log: Log): Promise<DatabaseServer> {
  const running = place.databaseUrl === null ? await joinRunningServer(place.dataDir) : null;
  const lock = running === null ? null : await lockUnlessTaken(place.dataDir);
  // If a killed Lading left the server, this takes it over, and may migrate.
  if (lock) await closeLock(lock);
  if (running === null || lock) return openDatabaseServer(place, log);
  await running.ensureDatabase(DATABASE);
  return {
    ownerUrl: running.url(DATABASE),
    appUrl: running.url(DATABASE, 'app'),
    adminUrl: running.url(DATABASE, 'superuser'),
    description: running.clusterDir,
    joined: true,
    stop: async () => {},
  };
}

/** For commands and processes that migrate. */
export function requireOwner({ ownerUrl }: Pick<DatabaseServer, 'ownerUrl'>): string {
  if (ownerUrl !== null) return ownerUrl;
  throw new StartError(
    'The user in DATABASE_URL does not own the tables, so it cannot migrate: set DATABASE_OWNER_URL, or LADING_MIGRATE=off for a process that does not migrate.',
  );
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new Error(`${dataDir} is not a folder`);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableDataDir(error);
  }
}

/** One level at a time: Node's recursive variant never returns below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

async function loginsOf(
  databaseUrl: string,
  ownerUrl: string | null,
): Promise<Pick<DatabaseServer, 'ownerUrl' | 'appUrl' | 'adminUrl'>> {
  if (ownerUrl !== null) {
    // Before the first migration the application's login may not be allowed to do anything, even to connect.
    await isOwner('DATABASE_OWNER_URL', ownerUrl);
    return { ownerUrl, appUrl: databaseUrl, adminUrl: ownerUrl };
  }
  return (await isOwner('DATABASE_URL', databaseUrl))
    ? { ownerUrl: databaseUrl, appUrl: asAppRole(databaseUrl), adminUrl: databaseUrl }
    : { ownerUrl: null, appUrl: databaseUrl, adminUrl: null };
}

/** Whether the login may migrate: it owns the tables, or there are none yet. */
async function isOwner(setting: string, url: string): Promise<boolean> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: REACHED_WITHIN_MS });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query(
        `SELECT coalesce((SELECT pg_has_role(session_user, relowner, 'MEMBER') FROM pg_class
           WHERE oid = to_regclass('schema_migrations')), true) AS owns`,
      );
      return rows[0].owns;
    } finally {
      await client.end();
    }
  } catch (error) {
    throw cannotConnect(setting, error);
  }
}
