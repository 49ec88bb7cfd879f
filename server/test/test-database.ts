import { inject } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { databaseUrl, onServer } from './database-server.ts';

export interface TestDatabase {
  /** Connects as the owner, like `main`. */
  ownerUrl: string;
  drop(): Promise<void>;
}

async function createDatabase(source: string): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `lading_t_${newId().replaceAll('-', '')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  return {
    ownerUrl: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A migrated database for one test file. */
export const createTestDatabase = () => createDatabase(inject('templateDatabase'));

export const createEmptyDatabase = () => createDatabase('template0');
