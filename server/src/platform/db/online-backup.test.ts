import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onServer } from '../../../test/database-server.ts';
import { createLog } from '../log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { copyRunningCluster } from './online-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-online-'));
const log = createLog('silent');
let server: EmbeddedPostgres;
beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  server = await startEmbeddedPostgres(join(folder, 'data'), log);
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsOf(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

/** As a server that stops would. Waits until the files are being copied. */
async function endConnectionOfBackup(client: pg.Client, hasEnded: () => boolean): Promise<void> {
  const end = async () => {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'lading-backup' AND state = 'idle' AND query LIKE '%pg_backup_start%'`,
    );
    return rowCount === 1;
  };
  while (!(await end())) {
    if (hasEnded()) throw new Error('The backup ended before its connection did');
    await sleep(1);
  }
}

it('a copy ends with one sentence when its connection is lost', async () => {
  const slow = join(folder, 'slow');
  mkdirSync(join(slow, 'base'), { recursive: true });
  for (let number = 0; number < 20_000; number += 1) writeFileSync(join(slow, 'base', String(number)), '');
  // Connecting may take longer than the copy.
  const client = new pg.Client({ connectionString: server.url('postgres', 'superuser') });
  await client.connect();
  let hasEnded = false;
  const copying = copyRunningCluster(server.url('postgres', 'superuser'), slow, join(folder, 'cut'));
  const copied = expect(
    copying.finally(() => {
      hasEnded = true;
    }),
  ).rejects.toThrow(/^The database stopped during the backup: .+\. Start the backup again\.$/);
  await endConnectionOfBackup(client, () => hasEnded);
  await copied;
  await client.end();
});

it('a copy contains the files behind symbolic links, but only the WAL that it needs', async () => {
  const { clusterDir } = server;
  await server.stop();
  for (const name of ['base', 'pg_wal']) {
    // In the cluster, because PostgreSQL's user may be unable to enter other folders.
    renameSync(join(clusterDir, name), join(clusterDir, `disk-${name}`));
    symlinkSync(`disk-${name}`, join(clusterDir, name));
  }
  writeFileSync(join(clusterDir, 'pg_wal/other'), '');
  server = await startEmbeddedPostgres(join(folder, 'data'), log);
  await server.ensureDatabase('lading');
  await onServer(server.url('lading'), 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');

  const target = join(folder, 'copy');
  await copyRunningCluster(server.url('postgres', 'superuser'), clusterDir, join(target, 'postgres'));
  const links = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isSymbolicLink(),
  );
  expect(links).toEqual([]);
  expect(readdirSync(join(target, 'postgres/pg_wal'))).not.toContain('other');

  await onServer(server.url('lading'), 'UPDATE kept SET id = 8');
  const copy = await startEmbeddedPostgres(target, log);
  try {
    expect(await rowsOf(copy.url('lading'), 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  } finally {
    await copy.stop();
  }
}, 120_000);
