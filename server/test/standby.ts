import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { copyRunningCluster } from '../src/platform/db/online-backup.ts';
import type { Log } from '../src/platform/log.ts';

/** A hot standby that follows a running server over its socket, made from an online backup of it. */
export async function startStandby(
  primary: EmbeddedPostgres,
  dataDir: string,
  log: Log,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true });
  const address = new URL(primary.url('postgres', 'superuser'));
  await copyRunningCluster(address.href, primary.clusterDir, cluster);
  writeFileSync(join(cluster, 'standby.signal'), '');
  const connection = `host=${decodeURIComponent(address.hostname)} user=${address.username}`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  return startEmbeddedPostgres(dataDir, log);
}
