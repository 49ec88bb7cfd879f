import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { StartError } from '../app-error.ts';

/**
 * Allows one Lading per data folder. The lock is a socket in Linux's abstract namespace: the kernel frees it when the process ends for
 * any reason, so there are no stale locks.
 */
export async function lockDataDir(dataDir: string): Promise<Server> {
  const name = `\0lading-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`;
  const lock = createServer((socket) => socket.end(String(process.pid)));
  lock.listen(name);
  try {
    await once(lock, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const holder = await text(connect(name)).catch(() => 'unknown');
    throw new StartError(
      `Another Lading (process ${holder}) is already running on the data folder ${dataDir}.`,
    );
  }
  lock.unref();
  return lock;
}
