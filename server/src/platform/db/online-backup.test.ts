import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

/** As a server that stops would. Waits until the files are being copied. */
async function endConnectionOfBackup(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres', 'superuser') });
  await client.connect();
  const end = async () => {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'lading-backup' AND state = 'idle' AND query LIKE '%pg_backup_start%'`,
    );
    return rowCount === 1;
  };
  try {
    while (!(await end())) await sleep(5);
  } finally {
    await client.end();
  }
}

it('a copy ends with one sentence when its connection is lost', async () => {
  const slow = join(folder, 'slow');
  mkdirSync(join(slow, 'base'), { recursive: true });
  for (let number = 0; number < 4_000; number += 1) writeFileSync(join(slow, 'base', String(number)), '');
  const copied = expect(
    copyRunningCluster(server.url('postgres', 'superuser'), slow, join(folder, 'cut')),
  ).rejects.toThrow(/^The database stopped during the backup: .+\. Start the backup again\.$/);
  await endConnectionOfBackup();
  await copied;
});
