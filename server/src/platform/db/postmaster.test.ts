import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostSystem, hostSystem } from '../host-system.ts';
import { findPostmaster, hasReusedPid } from './postmaster.ts';
import { SOCKET_FOLDER, sharedSocketFolder } from './socket-folder.ts';

const PID = 4711;
let dataDir: string;
let clusterDir: string;
let socketDir: string;
/** Another name of the data folder. */
let link: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-postmaster-'));
  clusterDir = join(dataDir, 'postgres');
  socketDir = sharedSocketFolder(dataDir);
  mkdirSync(clusterDir);
  link = `${dataDir}-link`;
  symlinkSync(dataDir, link);
  writeFileSync(
    join(clusterDir, 'postmaster.pid'),
    `${PID}\n/proc/self/cwd\n1\n5432\n${socketDir}\n\n  1 1\nready\n`,
  );
});
afterEach(() => {
  rmSync(link);
  rmSync(dataDir, { recursive: true, force: true });
});

const hostWith = (changes: Partial<HostSystem>): HostSystem => ({
  ...hostSystem('linux'),
  isAlive: () => true,
  workingFolderOf: () => null,
  argumentsOf: () => [],
  ...changes,
});
const foundOn = (host: HostSystem) => findPostmaster(clusterDir, undefined, host);

describe('the server of a data folder', () => {
  it('is recognized by its working folder', () => {
    const workingFolderOf = () => realpathSync(clusterDir);
    expect(foundOn(hostWith({ workingFolderOf }))).toEqual({ pid: PID, socketDir, ready: true });
    expect(hasReusedPid(clusterDir, hostWith({ workingFolderOf }))).toBe(false);
  });

  it('is recognized by its arguments where a container hides the working folder of other users', () => {
    const argumentsOf = () => ['/usr/bin/postgres', '-D', '/proc/self/cwd', '-k', socketDir, '-c', 'jit=off'];
    expect(foundOn(hostWith({ argumentsOf }))).toMatchObject({ pid: PID });
    expect(hasReusedPid(clusterDir, hostWith({ argumentsOf }))).toBe(false);
  });

  it('is recognized by its socket in the data folder, by whatever path', () => {
    const own = join(dataDir, SOCKET_FOLDER);
    mkdirSync(own);
    for (const path of [own, join(link, SOCKET_FOLDER)]) {
      const host = hostWith({ argumentsOf: () => ['postgres', '-k', path] });
      for (const folder of [clusterDir, join(link, 'postgres')])
        expect(findPostmaster(folder, undefined, host)).toMatchObject({ pid: PID });
    }
  });

  it('is recognized when its data folder is now named by a link', () => {
    const host = hostWith({ argumentsOf: () => ['postgres', '-k', socketDir] });
    expect(findPostmaster(join(link, 'postgres'), undefined, host)).toMatchObject({ pid: PID });
    expect(sharedSocketFolder(link)).toBe(sharedSocketFolder(dataDir));
  });

  it('is recognized when an earlier version started it by the name of a link', () => {
    const digest = createHash('sha256').update(link).digest('hex').slice(0, 16);
    const host = hostWith({ argumentsOf: () => ['postgres', '-k', `/tmp/lading-${digest}`] });
    expect(findPostmaster(join(link, 'postgres'), undefined, host)).toMatchObject({ pid: PID });
  });

  it.each([
    ['another program', ['sleep', '60']],
    ['a program with fewer arguments', ['postgres', '-k']],
    ['the server of another data folder', ['postgres', '-k', sharedSocketFolder(tmpdir())]],
    ['the server of another data folder with its socket', ['postgres', '-k', join(tmpdir(), SOCKET_FOLDER)]],
  ])('is not %s that has its pid', (_, args) => {
    const host = hostWith({ argumentsOf: () => args });
    expect(foundOn(host)).toBeNull();
    expect(hasReusedPid(clusterDir, host)).toBe(true);
  });

  it('is not a process with the same arguments in another folder, such as a copy', () => {
    const host = hostWith({ workingFolderOf: () => '/other', argumentsOf: () => ['-k', socketDir] });
    expect(foundOn(host)).toBeNull();
  });

  it('is the process that Lading has just started', () => {
    expect(findPostmaster(clusterDir, PID, hostWith({}))).toMatchObject({ pid: PID, ready: true });
    expect(findPostmaster(clusterDir, PID + 1, hostWith({}))).toBeNull();
  });
});
