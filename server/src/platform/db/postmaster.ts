import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HostSystem, hostSystem } from '../host-system.ts';
import { isSocketFolderOf } from './socket-folder.ts';

export interface Postmaster {
  pid: number;
  socketDir: string;
  ready: boolean;
}

/** The running server of this cluster, from its pid file. `startedPid` is known to be the server. */
export function findPostmaster(
  clusterDir: string,
  startedPid?: number,
  host: HostSystem = hostSystem(),
): Postmaster | null {
  const lines = readPidFile(clusterDir);
  if (lines === null) return null;
  const pid = Number(lines[0]);
  if (pid !== startedPid && !isServerOf(clusterDir, pid, host)) return null;
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** The pid in the pid file now belongs to another process, which would keep PostgreSQL from starting. */
export function hasReusedPid(clusterDir: string, host: HostSystem = hostSystem()): boolean {
  const lines = readPidFile(clusterDir);
  return lines !== null && host.isAlive(Number(lines[0])) && !isServerOf(clusterDir, Number(lines[0]), host);
}

export const isAlive = (pid: number): boolean => hostSystem().isAlive(pid);

/**
 * The server's working directory is its cluster, which distinguishes it from a process that reuses its pid. Where the
 * server runs as another user and the system hides the directory, the socket folder identifies it.
 */
function isServerOf(clusterDir: string, pid: number, host: HostSystem): boolean {
  const folder = host.workingFolderOf(pid);
  if (folder !== null) return folder === realpathSync(clusterDir);
  const args = host.argumentsOf(pid);
  return isSocketFolderOf(dirname(clusterDir), args[args.indexOf('-k') + 1] ?? '');
}

function readPidFile(clusterDir: string): string[] | null {
  try {
    return readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}
