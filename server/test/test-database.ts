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
    drop: () => dropDatabase(serverUrl, name),
  };
}

/** SQLSTATE object_in_use: PostgreSQL has waited five seconds for the database's last connections to close. */
const IN_USE = '55006';

/**
 * FORCE comes second, because it also terminates a connection that is already closing. Its client then reports an
 * error after its test has ended, which fails the run.
 */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${name}`;
  try {
    await onServer(serverUrl, drop);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === IN_USE)) throw error;
    await onServer(serverUrl, `${drop} WITH (FORCE)`);
  }
}

/** A migrated database for one test file. */
export const createTestDatabase = () => createDatabase(inject('templateDatabase'));

export const createEmptyDatabase = () => createDatabase('template0');
