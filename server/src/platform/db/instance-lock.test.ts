import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostSystem, hostSystem } from '../host-system.ts';
import { lockDataDir } from './instance-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const withFiles = (): HostSystem => ({
  ...hostSystem('linux'),
  lockSocket: () => ({ path: join(folder, 'lock'), isFile: true }),
});

describe.each([
  ['an abstract socket', () => hostSystem('linux')],
  ['a socket file', withFiles],
])('a data folder locked with %s', (_, host) => {
  it('refuses a second process and is free after the first one ends', async () => {
    const lock = await lockDataDir(folder, host());
    await expect(lockDataDir(folder, host())).rejects.toThrow(
      `Another Lading (process ${process.pid}) is already running on the data folder ${folder}.`,
    );
    lock.close();
    await once(lock, 'close');
    (await lockDataDir(folder, host())).close();
  });
});

it('a socket file that a killed process left behind is replaced', async () => {
  const killed = createServer().listen(join(folder, 'left'));
  await once(killed, 'listening');
  // Closing would remove the file under its old name.
  renameSync(join(folder, 'left'), join(folder, 'lock'));
  killed.close();
  await once(killed, 'close');
  (await lockDataDir(folder, withFiles())).close();
});
