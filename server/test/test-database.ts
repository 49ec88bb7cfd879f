import { inject } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { appUrlOf, databaseUrl, onServer } from './database-server.ts';

export interface TestDatabase {
  /** Connects as the owner, like migrations. */
  ownerUrl: string;
  /** Connects as the application. */
  appUrl: string;
  drop(): Promise<void>;
}

async function createDatabase(source: string): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `lading_t_${newId().replaceAll('-', '')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  const ownerUrl = databaseUrl(serverUrl, name);
  return {
    ownerUrl,
    appUrl: appUrlOf(ownerUrl),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A migrated database for one test file. */
export const createTestDatabase = () => createDatabase(inject('templateDatabase'));

export const createEmptyDatabase = () => createDatabase('template0');
