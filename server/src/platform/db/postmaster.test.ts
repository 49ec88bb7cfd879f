import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostSystem, hostSystem } from '../host-system.ts';
import { findPostmaster, hasReusedPid, socketFolderName } from './postmaster.ts';

const PID = 4711;
let dataDir: string;
let clusterDir: string;
let socketDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-postmaster-'));
  clusterDir = join(dataDir, 'postgres');
  socketDir = join(tmpdir(), socketFolderName(dataDir));
  mkdirSync(clusterDir);
  writeFileSync(
    join(clusterDir, 'postmaster.pid'),
    `${PID}\n/proc/self/cwd\n1\n5432\n${socketDir}\n\n  1 1\nready\n`,
  );
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

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

  it.each([
    ['another program', ['sleep', '60']],
    ['a program with fewer arguments', ['postgres', '-k']],
    ['the server of another data folder', ['postgres', '-k', join(tmpdir(), socketFolderName('/other'))]],
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
