import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { StartError } from '../app-error.ts';

/**
 * One Lading per data folder. The lock is a socket in Linux's abstract name space: the kernel frees it the moment the process
 * is gone, however it went, so there is no stale lock to clean up.
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
