import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whenCopyable } from './copyable-folder.ts';
import { closeLock, lockDataDir } from './instance-lock.ts';

let dataDir: string;
let server: ChildProcess | null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-still-'));
  mkdirSync(join(dataDir, 'postgres'));
  server = null;
});
afterEach(async () => {
  await endServer();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process that looks like the data folder's PostgreSQL. */
async function pretendServer(status: string): Promise<void> {
  const cwd = join(dataDir, 'postgres');
  server = spawn('sleep', ['60'], { cwd });
  await once(server, 'spawn');
  writeFileSync(
    join(cwd, 'postmaster.pid'),
    `${server.pid}\n${cwd}\n1\n5432\n/nowhere\n\n  1 1\n${status}\n`,
  );
}

async function endServer(): Promise<void> {
  if (server?.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
}

describe('a data folder to copy', () => {
  it('cannot be started until it is released', async () => {
    const { running, release } = await whenCopyable(dataDir, 0);
    expect(running).toBeNull();
    await expect(lockDataDir(dataDir)).rejects.toThrow('is already running on the data folder');
    await release();
    await closeLock(await lockDataDir(dataDir));
  });

  it.each(['starting', 'stopping'])('is not held while its server is %s', async (status) => {
    await pretendServer(status);
    await expect(whenCopyable(dataDir, 0)).rejects.toThrow('is still starting or stopping');
    const held = whenCopyable(dataDir);
    await endServer();
    expect((await held).running).toBeNull();
    await (await held).release();
  });

  it('is not held while another Lading is starting or stopping without a server', async () => {
    const lock = await lockDataDir(dataDir);
    await expect(whenCopyable(dataDir, 0)).rejects.toThrow('is still starting or stopping');
    await closeLock(lock);
    await (await whenCopyable(dataDir, 0)).release();
  });
});
