import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { StartError } from '../app-error.ts';
import { type HostSystem, hostSystem } from '../host-system.ts';

/**
 * One Lading per data folder. The lock is a listening socket, which closes with the process even if it is
 * killed.
 */
export async function lockDataDir(dataDir: string, host: HostSystem = hostSystem()): Promise<Server> {
  const digest = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32);
  const { path, isFile } = host.lockSocket(`lading-${digest}`);
  const lock = (await listenOn(path)) ?? (await replaceStale(path, isFile));
  if (!lock) {
    const holder = await holderOf(path);
    throw new StartError(
      `Another Lading (process ${holder ?? 'unknown'}) is already running on the data folder ${dataDir}.`,
    );
  }
  lock.unref();
  return lock;
}

/** Null while another Lading is starting, running or stopping. */
export const lockUnlessTaken = (dataDir: string): Promise<Server | null> =>
  lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof StartError) return null;
    throw error;
  });

export const closeLock = (lock: Server) => new Promise<void>((resolve) => lock.close(() => resolve()));

/** Null when the address is taken. */
async function listenOn(path: string): Promise<Server | null> {
  const lock = createServer((socket) => socket.end(String(process.pid)));
  lock.listen(path);
  try {
    await once(lock, 'listening');
    return lock;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return null;
  }
}

/**
 * A killed process leaves its socket file behind. PostgreSQL's own lock guards against two starts at the same
 * time.
 */
async function replaceStale(path: string, isFile: boolean): Promise<Server | null> {
  if (!isFile || (await holderOf(path)) !== null) return null;
  rmSync(path, { force: true });
  return listenOn(path);
}

const holderOf = (path: string): Promise<string | null> => text(connect(path)).catch(() => null);
