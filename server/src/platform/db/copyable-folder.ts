import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../app-error.ts';
import { joinRunningServer } from './embedded-postgres.ts';
import { closeLock, lockUnlessTaken } from './instance-lock.ts';
import { findPostmaster } from './postmaster.ts';

/** A start may have to recover first, and a shutdown waits for running work. */
const WAIT_MS = 120_000;
const RETRY_MS = 100;

interface CopyableFolder {
  /** Null when PostgreSQL is stopped. Then nothing can start it until `release` is called. */
  running: Awaited<ReturnType<typeof joinRunningServer>>;
  release(): Promise<void>;
}

/**
 * For a copy of the data folder. A server that is starting or stopping writes its files and accepts no connections, so
 * this waits until it is either running or stopped.
 */
export async function whenCopyable(dataDir: string, waitMs = WAIT_MS): Promise<CopyableFolder> {
  const clusterDir = join(dataDir, 'postgres');
  const deadline = Date.now() + waitMs;
  for (;;) {
    const running = await joinRunningServer(dataDir);
    if (running) return { running, release: async () => {} };
    const lock = findPostmaster(clusterDir) ? null : await lockUnlessTaken(dataDir);
    if (lock && !findPostmaster(clusterDir)) return { running: null, release: () => closeLock(lock) };
    if (lock) await closeLock(lock);
    if (Date.now() > deadline)
      throw new StartError(
        `The database in ${dataDir} is still starting or stopping. Try again when it is running or stopped.`,
      );
    await sleep(RETRY_MS);
  }
}
