import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  socketDir: string;
  ready: boolean;
}

/** The running server of this cluster, from its pid file. */
export function findPostmaster(clusterDir: string): Postmaster | null {
  const lines = readPidFile(clusterDir);
  if (lines === null) return null;
  const pid = Number(lines[0]);
  if (!isServerOf(clusterDir, pid)) return null;
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** The pid in the pid file now belongs to another process, which would keep PostgreSQL from starting. */
export function hasReusedPid(clusterDir: string): boolean {
  const lines = readPidFile(clusterDir);
  return lines !== null && isAlive(Number(lines[0])) && !isServerOf(clusterDir, Number(lines[0]));
}

/** A zombie counts as dead: in a container its parent may never reap it. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** The server's working directory is its cluster, which tells it from a process that reuses its pid. */
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
