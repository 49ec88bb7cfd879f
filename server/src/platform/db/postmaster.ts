import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  socketDir: string;
  ready: boolean;
}

/** What the running server wrote about itself, if it is alive and truly the server of this cluster. */
export function findPostmaster(clusterDir: string): Postmaster | null {
  const lines = readPidFile(clusterDir);
  if (lines === null) return null;
  const pid = Number(lines[0]);
  if (!isServerOf(clusterDir, pid)) return null;
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** A pid file whose number now belongs to some other process: PostgreSQL itself would refuse to start over it. */
export function hasReusedPid(clusterDir: string): boolean {
  const lines = readPidFile(clusterDir);
  return lines !== null && isAlive(Number(lines[0])) && !isServerOf(clusterDir, Number(lines[0]));
}

/** A process that has ended but was not collected by its parent (in a container perhaps never) counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** A PostgreSQL server works inside its cluster's folder, so this tells it from a process that only got its number. */
function isServerOf(clusterDir: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch {
    return false;
  }
}

function readPidFile(clusterDir: string): string[] | null {
  try {
    return readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}
