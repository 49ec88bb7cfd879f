import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from './app-error.ts';

/** The differences between the operating systems that the embedded database runs on. */
export interface HostSystem {
  /** A path of the current folder that, where possible, works even if a parent folder is not accessible. */
  currentFolder: string;
  /** The locale of PostgreSQL's processes, which must exist on the machine. */
  locale: string;
  initdbLocale: readonly string[];
  /** Whether root can start PostgreSQL as another user. */
  rootMaySwitchUser: boolean;
  /** False for a zombie process. */
  isAlive(pid: number): boolean;
  /**
   * Null when the process has ended or belongs to another user. A container may hide the working folders of other
   * users even from root.
   */
  workingFolderOf(pid: number): string | null;
  /** Empty when the process has ended or the system does not say. */
  argumentsOf(pid: number): string[];
  /** The address of a local socket that serves as a lock. A file outlives a killed process. */
  lockSocket(name: string): { path: string; isFile: boolean };
  /** How many files and connections the process may have open. Null if the system does not say. */
  maxOpenFiles(): number | null;
}

/** Access to the machine, replaced in tests. */
export interface HostAccess {
  readFile(path: string): string;
  readLink(path: string): string;
  run(program: string, args: string[]): string;
  temporaryFolder: string;
}

const ACCESS: HostAccess = {
  readFile: (path) => readFileSync(path, 'utf8'),
  readLink: (path) => readlinkSync(path),
  run: (program, args) =>
    execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  temporaryFolder: tmpdir(),
};

export function hostSystem(platform: string = process.platform, access: HostAccess = ACCESS): HostSystem {
  if (platform === 'linux') return linux(access);
  if (platform === 'darwin') return macos(access);
  throw new StartError(unsupported(platform));
}

export const unsupported = (platform: string): string =>
  `Lading has no embedded PostgreSQL for ${platform}. Set DATABASE_URL to your own PostgreSQL, or use the container (deploy/Containerfile).`;

const linux = ({ readFile, readLink }: HostAccess): HostSystem => ({
  // The data folder may be inside one that PostgreSQL's user cannot enter, such as /root.
  currentFolder: '/proc/self/cwd',
  locale: 'C.UTF-8',
  initdbLocale: ['--locale-provider=builtin', '--locale=C.UTF-8'],
  rootMaySwitchUser: true,
  isAlive: (pid) => {
    const stat = orNull(() => readFile(`/proc/${pid}/stat`));
    return stat !== null && !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
  },
  workingFolderOf: (pid) => orNull(() => readLink(`/proc/${pid}/cwd`)),
  argumentsOf: (pid) => orNull(() => readFile(`/proc/${pid}/cmdline`).split('\0')) ?? [],
  // A name in the abstract namespace: the kernel frees it when the process ends.
  lockSocket: (name) => ({ path: `\0${name}`, isFile: false }),
  maxOpenFiles: () => {
    const limits = orNull(() => readFile('/proc/self/limits')) ?? '';
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]) || null;
  },
});

const macos = ({ run, temporaryFolder }: HostAccess): HostSystem => ({
  currentFolder: '.',
  // Older versions of macOS have no C.UTF-8.
  locale: 'C',
  initdbLocale: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  rootMaySwitchUser: false,
  isAlive: (pid) => {
    const state = orNull(() => run('/bin/ps', ['-o', 'stat=', '-p', String(pid)]))?.trim();
    return state !== undefined && state !== '' && !state.startsWith('Z');
  },
  workingFolderOf: (pid) => {
    const fields = orNull(() => run('/usr/sbin/lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']));
    return /^n(.+)$/m.exec(fields ?? '')?.[1] ?? null;
  },
  // Not needed: the server runs as the user of Lading.
  argumentsOf: () => [],
  lockSocket: (name) => ({ path: join(temporaryFolder, `${name}.lock`), isFile: true }),
  maxOpenFiles: () => null,
});

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
