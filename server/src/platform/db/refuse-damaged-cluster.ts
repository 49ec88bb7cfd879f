import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { anchorFile } from '../anchor-file.ts';
import { StartError } from '../app-error.ts';

/**
 * Before a new cluster replaces the folder: what looks like no database may be one whose disk is missing, or whose copy was
 * interrupted.
 */
export function refuseDamagedCluster(dataDir: string, clusterDir: string): void {
  const found = lstatSync(clusterDir, { throwIfNoEntry: false });
  if (found && (!found.isDirectory() || readdirSync(clusterDir).length > 0))
    throw new StartError(
      `${clusterDir} is not a complete database: PG_VERSION is missing. Is its disk mounted, and was a restore interrupted? Nothing was changed.`,
    );
  if (existsSync(anchorFile(dataDir)))
    throw new StartError(
      `${dataDir} has been in use, but its database (${clusterDir}) is missing. Is its disk mounted? Nothing was changed. To start with an empty database, use another data folder.`,
    );
}
