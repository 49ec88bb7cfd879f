import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';

/** Folders that a server fills anew; it only needs them to be there. The same list that PostgreSQL's own base backup leaves out. */
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
const LEFT_OUT = new Set([...EMPTIED, 'postmaster.pid', 'postmaster.opts']);

/**
 * Copies the cluster of a running server without stopping it, by PostgreSQL's low-level backup procedure: mark the start, copy the
 * files as they are, mark the end, and add the log written in between, from which the copy recovers at its first start.
 */
export async function copyRunningCluster(
  serverUrl: string,
  clusterDir: string,
  target: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: 'lading-backup' });
  await client.connect();
  try {
    // Held by this session alone: keeps the log of the backup from being recycled while the files are copied.
    await client.query(
      `SELECT pg_create_physical_replication_slot('lading_backup_${process.pid}', true, true)`,
    );
    const { rows: begun } = await client.query(
      "SELECT pg_walfile_name(pg_backup_start('lading', true)) AS first_wal",
    );
    copyFiles(clusterDir, target);
    const { rows: ended } = await client.query(
      'SELECT labelfile, pg_walfile_name(lsn) AS last_wal FROM pg_backup_stop(false)',
    );
    const { labelfile, last_wal } = ended[0];
    copyLog(join(clusterDir, 'pg_wal'), join(target, 'pg_wal'), begun[0].first_wal, last_wal);
    writeFileSync(join(target, 'backup_label'), labelfile);
  } finally {
    await client.end();
  }
}

function copyFiles(clusterDir: string, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(clusterDir)) {
    if (LEFT_OUT.has(entry)) continue;
    cpSync(join(clusterDir, entry), join(target, entry), {
      recursive: true,
      // A file may vanish while the server goes on working; the log knows of its end.
      filter: (source) => existsSync(source) && !basename(source).startsWith('pgsql_tmp'),
    });
  }
  for (const folder of EMPTIED) mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
}

/** Names of log files sort in the order in which they were written. */
function copyLog(from: string, to: string, first: string, last: string): void {
  for (const file of readdirSync(from)) {
    if (/^[0-9A-F]{24}$/.test(file) && file >= first && file <= last)
      cpSync(join(from, file), join(to, file));
  }
}
