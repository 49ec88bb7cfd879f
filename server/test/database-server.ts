import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../src/compose.ts';
import { prepareAppLogin } from '../src/platform/db/app-login.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { APP_ROLE } from '../src/platform/db/roles.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateDatabase: string;
  }
}

/** Enough for several test files with several processes each. */
const CONNECTIONS_OF_MANY = 250;

/** One PostgreSQL for the run (DATABASE_URL or an embedded one) and one migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `lading_template_${newId().slice(0, 8)}`;
  await onServer(server.url, `CREATE DATABASE ${template}`);
  await prepareTemplate(databaseUrl(server.url, template));
  project.provide('serverUrl', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    await onServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
}

async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const external = process.env.DATABASE_URL;
  if (external) return { url: external, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'));
  const server = await startTestServer(dataDir);
  await saveWork(server.url('postgres', 'superuser'));
  return {
    url: server.url('postgres'),
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Nothing in this server has to survive a crash of the machine. Vacuuming would cost processor time, and would
 * hold on to a database that its owner is about to drop.
 */
async function saveWork(superuserUrl: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await onServer(superuserUrl, `ALTER SYSTEM SET ${setting} = off`);
  // Otherwise the first five executions of a prepared statement plan it again, on each connection to each database.
  await onServer(superuserUrl, 'ALTER SYSTEM SET plan_cache_mode = force_generic_plan');
  await onServer(superuserUrl, 'SELECT pg_reload_conf()');
}

/** An embedded server whose owner may create databases and, as an attacker would, switch triggers off. */
export async function startTestServer(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(dataDir, createLog('error'), {
    maxConnections: CONNECTIONS_OF_MANY,
  });
  await onServer(
    server.url('postgres', 'superuser'),
    'ALTER ROLE lading_owner CREATEDB; GRANT SET ON PARAMETER session_replication_role TO lading_owner',
  );
  return server;
}

/** Migrates a database to copy others from, and lets the application log in to it. */
export async function prepareTemplate(ownerUrl: string): Promise<void> {
  await prepareDatabase(ownerUrl, {
    migrationsDir: resolve(import.meta.dirname, '../migrations'),
    timeZone: 'UTC',
  });
  if (!isOnSocket(ownerUrl))
    await onServer(ownerUrl, `ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '${APP_PASSWORD}'`);
  await prepareAppLogin(appUrlOf(ownerUrl));
}

/** Only for a server in DATABASE_URL; the embedded one recognizes its user. */
const APP_PASSWORD = 'lading-test';
const isOnSocket = (url: string) => new URL(url).hostname.startsWith('%2F');

/** The application's login to the database of this owner. */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = isOnSocket(ownerUrl) ? '' : APP_PASSWORD;
  return url.href;
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  // Otherwise a connection that is lost between two statements ends the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
