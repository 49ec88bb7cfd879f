import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../app-error.ts';

/** Written beside the cluster once Lading has run for a while. */
const ANCHORS_FILE = 'audit-anchors.jsonl';

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
  if (existsSync(join(dataDir, ANCHORS_FILE)))
    throw new StartError(
      `${dataDir} has been in use, but its database (${clusterDir}) is missing. Is its disk mounted? Nothing was changed. To start with an empty database, use another data folder.`,
    );
}
