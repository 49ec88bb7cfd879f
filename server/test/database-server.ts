import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../src/compose.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateDatabase: string;
  }
}

/** Enough for several test files with several processes each. */
export const CONNECTIONS_OF_MANY = 250;

/** One PostgreSQL for the run (DATABASE_URL or an embedded one) and one migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `lading_template_${newId().slice(0, 8)}`;
  await onServer(server.url, `CREATE DATABASE ${template}`);
  await prepareDatabase(databaseUrl(server.url, template), {
    migrationsDir: resolve(import.meta.dirname, '../migrations'),
    timeZone: 'UTC',
  });
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
  const server = await startEmbeddedPostgres(dataDir, createLog('error'), CONNECTIONS_OF_MANY);
  return {
    url: server.url('postgres'),
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
