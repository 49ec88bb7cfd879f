import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from './config.ts';
import { StartError } from './platform/app-error.ts';
import { findRunningServer } from './platform/db/embedded-postgres.ts';
import { copyRunningCluster } from './platform/db/online-backup.ts';
import { noteBackup } from './restored-backup.ts';

/**
 * `npm run backup -- <folder>`: a copy of the data folder, whether Lading is running or not. The copy is itself a data folder, so
 * restoring means starting Lading on it.
 */
async function main(): Promise<void> {
  const [given] = process.argv.slice(2);
  if (!given)
    throw new StartError('Please name the folder of the backup: npm run backup -- /backups/2026-11-15');
  const config = readConfig(process.env);
  if (config.databaseUrl !== null) {
    throw new StartError(
      'The database of DATABASE_URL is backed up with its own tools, for example pg_dump.',
    );
  }
  const target = resolve(given);
  if (existsSync(target)) throw new StartError(`${target} exists already; please name a new folder.`);
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`There are no data in ${config.dataDir}.`);

  const begunAt = new Date();
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const running = findRunningServer(config.dataDir);
  for (const entry of readdirSync(config.dataDir)) {
    if (entry === 'postgres' && running) continue;
    cpSync(join(config.dataDir, entry), join(unfinished, entry), { recursive: true });
  }
  if (running)
    await copyRunningCluster(running.url('postgres'), running.clusterDir, join(unfinished, 'postgres'));
  noteBackup(unfinished, begunAt);
  renameSync(unfinished, target);
  console.log(`The backup is complete. To use it: LADING_DATA_DIR=${target} npm start`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
