import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { StartError } from '../platform/app-error.ts';
import { copyFolder } from '../platform/db/copy-folder.ts';
import { whenCopyable } from '../platform/db/copyable-folder.ts';
import { copyRunningCluster } from '../platform/db/online-backup.ts';
import { SOCKET_FOLDER } from '../platform/db/socket-folder.ts';
import { backupStartedAt, markBackup } from '../restored-backup.ts';
import { onInterrupt, runCommand } from './run-command.ts';

/**
 * `npm run backup -- <folder>`: copies the data folder, whether Lading is running or not. The copy is itself
 * a data folder: to restore it, start Lading on it.
 */
async function main(): Promise<void> {
  const [given] = process.argv.slice(2);
  if (!given) throw new StartError('Specify the backup folder: npm run backup -- /backups/2026-11-15');
  const config = readConfig(process.env);
  if (config.databaseUrl !== null) {
    throw new StartError(
      'This command backs up only the embedded database. Back up the database in DATABASE_URL with its own tools, such as pg_dump.',
    );
  }
  const target = resolve(given);
  if (existsSync(target)) throw new StartError(`${target} already exists. Choose a new folder.`);
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`There is no data in ${config.dataDir}.`);

  const startedAt = new Date();
  const unfinished = `${target}.unfinished`;
  const removeUnfinished = async () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 });
  onInterrupt(removeUnfinished);
  try {
    await copyDataDir(config.dataDir, unfinished);
    // A backup of a restored backup that is not reconciled yet is as old as that one.
    markBackup(unfinished, backupStartedAt(config.dataDir) ?? startedAt);
    makePrivate(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    await removeUnfinished();
    throw error;
  }
  console.log(`Backup complete. To restore it: LADING_DATA_DIR=${target} npm start`);
  console.log('To test it, use a copy, because starting Lading on a backup changes it.');
}

async function copyDataDir(dataDir: string, target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const { running, release } = await whenCopyable(dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const leftOut = [join(dataDir, SOCKET_FOLDER), ...(running ? [clusterDir] : [])];
  await copyFolder(dataDir, target, (path) => !leftOut.includes(path));
  if (running)
    await copyRunningCluster(running.url('postgres', 'superuser'), clusterDir, join(target, 'postgres'));
  await release();
}

/** A backup may be copied elsewhere without its outer folder, so every part is for its owner only. */
function makePrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

runCommand(main);
