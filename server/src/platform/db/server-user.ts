import { readFileSync, statSync } from 'node:fs';
import { StartError } from '../app-error.ts';
import type { HostSystem } from '../host-system.ts';

export interface ServerUser {
  uid: number;
  gid: number;
}

const CANDIDATES = ['lading', 'postgres', 'nobody'];

/**
 * The user that PostgreSQL runs as, null for the current one. Only root needs another, because PostgreSQL
 * refuses root.
 */
export function chooseServerUser(
  clusterDir: string,
  { rootMaySwitchUser }: Pick<HostSystem, 'rootMaySwitchUser'>,
): ServerUser | null {
  const self = process.getuid?.() ?? -1;
  const owner = ownerOf(clusterDir);
  if (self !== 0) {
    if (owner !== null && owner.uid !== self) {
      throw new StartError(
        `The database folder ${clusterDir} belongs to another user (uid ${owner.uid}). Start Lading as that user or as root.`,
      );
    }
    return null;
  }
  if (!rootMaySwitchUser)
    throw new StartError('PostgreSQL does not run as root. Start Lading as another user.');
  if (owner !== null && owner.uid !== 0) return owner;
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }] as const),
  );
  const found = CANDIDATES.map((name) => users.get(name)).find(
    (user) => user !== undefined && user.uid !== 0,
  );
  if (!found)
    throw new StartError(
      `PostgreSQL cannot run as root, and none of these users exists: ${CANDIDATES.join(', ')}.`,
    );
  return found;
}

function ownerOf(path: string): ServerUser | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? { uid: stats.uid, gid: stats.gid } : null;
}
