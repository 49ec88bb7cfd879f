import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { StartError } from '../app-error.ts';
import { copyFolder } from './copy-folder.ts';

/** Folders that the server recreates but needs to exist. PostgreSQL's own base backup skips the same ones. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = [...EMPTIED, 'postmaster.pid', 'postmaster.opts'];

/**
 * Copies the cluster of a running server with PostgreSQL's low-level backup API: mark the start, copy the
 * files, mark the end, and add the WAL written in between, from which the copy recovers at its first start.
 */
export async function copyRunningCluster(
  serverUrl: string,
  clusterDir: string,
  target: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: 'lading-backup' });
  let lost: Error | null = null;
  // Nothing else listens while the files are copied. The next query then fails.
  client.on('error', (error) => {
    lost ??= error;
  });
  await client.connect();
  try {
    // A temporary slot keeps the WAL from being recycled while the files are copied.
    await client.query(
      `SELECT pg_create_physical_replication_slot('lading_backup_${process.pid}', true, true)`,
    );
    const { rows: started } = await client.query(
      "SELECT pg_walfile_name(pg_backup_start('lading', true)) AS first_wal",
    );
    await copyFiles(clusterDir, target);
    const { rows: ended } = await client.query(
      'SELECT labelfile, pg_walfile_name(lsn) AS last_wal FROM pg_backup_stop(false)',
    );
    const { labelfile, last_wal } = ended[0];
    await copyWal(join(clusterDir, 'pg_wal'), join(target, 'pg_wal'), started[0].first_wal, last_wal);
    writeFileSync(join(target, 'backup_label'), labelfile);
  } catch (error) {
    const cause = lost ?? (endsConnection(error) ? error : null);
    throw cause === null ? error : stopped(cause);
  } finally {
    await client.end();
  }
}

/** The server says so in its answer if a query is running at that moment. */
const endsConnection = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'FATAL';

const stopped = (cause: Error) =>
  new StartError(`The database stopped during the backup: ${cause.message}. Start the backup again.`, {
    cause,
  });

async function copyFiles(clusterDir: string, target: string): Promise<void> {
  const leftOut = new Set(LEFT_OUT.map((name) => join(clusterDir, name)));
  const isWanted = (path: string) => !leftOut.has(path) && !basename(path).startsWith('pgsql_tmp');
  await copyFolder(clusterDir, target, isWanted);
  for (const folder of EMPTIED) mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
}

/** Names of WAL files sort in the order they were written. */
async function copyWal(from: string, to: string, first: string, last: string): Promise<void> {
  for (const file of readdirSync(from)) {
    if (/^[0-9A-F]{24}$/.test(file) && file >= first && file <= last)
      await cp(join(from, file), join(to, file));
  }
}
