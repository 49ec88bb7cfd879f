import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const NAME = /^lading-tests-(\d+)$/;
/** Several times the peak use of a run. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Tests create hundreds of databases, and on a disk most of their time is spent waiting for it. Returns a folder for
 * temporary files in memory, which is removed when this process exits, or null where memory cannot hold the files.
 */
export function memoryFolder(memory: string = SHARED_MEMORY): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < NEEDED_BYTES) return null;
    removeAbandoned(memory);
    const folder = join(memory, `lading-tests-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    // macOS has no such folder, and a container may forbid writing to it.
    return null;
  }
}

/** Folders left by killed runs would fill the memory. */
function removeAbandoned(memory: string): void {
  for (const name of readdirSync(memory)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
