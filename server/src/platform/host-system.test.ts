import { describe, expect, it } from 'vitest';
import { type HostAccess, hostSystem } from './host-system.ts';

const missing = () => {
  throw new Error('missing');
};
const access = (changes: Partial<HostAccess>): HostAccess => ({
  readFile: missing,
  readLink: missing,
  run: missing,
  temporaryFolder: '/tmp',
  ...changes,
});

describe('Linux', () => {
  it.each([
    ['S', true],
    ['R', true],
    ['Z', false],
    ['X', false],
  ])('treats a process in state %s as alive: %s', (state, alive) => {
    const readFile = () => `12 (a) Z name) ${state} 1 12`;
    expect(hostSystem('linux', access({ readFile })).isAlive(12)).toBe(alive);
  });

  it('treats a process without an entry as ended', () => {
    const { isAlive, workingFolderOf } = hostSystem('linux', access({}));
    expect([isAlive(12), workingFolderOf(12)]).toEqual([false, null]);
  });

  it('reads the arguments of a process', () => {
    const readFile = (path: string) => (path === '/proc/12/cmdline' ? 'postgres\0-k\0/run/a b\0' : missing());
    expect(hostSystem('linux', access({ readFile })).argumentsOf(12)).toEqual([
      'postgres',
      '-k',
      '/run/a b',
      '',
    ]);
    expect(hostSystem('linux', access({})).argumentsOf(12)).toEqual([]);
  });

  it('reads how many files may be open', () => {
    const limits = 'Limit  Soft Limit  Hard Limit  Units\nMax open files            64      64     files\n';
    expect(hostSystem('linux', access({ readFile: () => limits })).maxOpenFiles()).toBe(64);
    const unlimited = 'Max open files            unlimited      unlimited     files\n';
    expect(hostSystem('linux', access({ readFile: () => unlimited })).maxOpenFiles()).toBeNull();
    expect(hostSystem('linux', access({})).maxOpenFiles()).toBeNull();
  });

  it('locks with an abstract socket, which leaves no file', () => {
    expect(hostSystem('linux', access({})).lockSocket('a')).toEqual({ path: '\0a', isFile: false });
  });
});

describe('macOS', () => {
  it.each([
    ['Ss\n', true],
    ['R+\n', true],
    ['Z\n', false],
    ['\n', false],
  ])('treats a process in state %j as alive: %s', (state, alive) => {
    const commands: unknown[] = [];
    const run = (program: string, args: string[]) => {
      commands.push([program, ...args]);
      return state;
    };
    expect(hostSystem('darwin', access({ run })).isAlive(12)).toBe(alive);
    expect(commands).toEqual([['/bin/ps', '-o', 'stat=', '-p', '12']]);
  });

  it('treats a process that ps does not list as ended', () => {
    expect(hostSystem('darwin', access({})).isAlive(12)).toBe(false);
  });

  it('reads the working folder from lsof', () => {
    const run = () => 'p12\nfcwd\nn/Users/ada/My data/postgres\n';
    expect(hostSystem('darwin', access({ run })).workingFolderOf(12)).toBe('/Users/ada/My data/postgres');
    expect(hostSystem('darwin', access({})).workingFolderOf(12)).toBeNull();
  });

  it('locks with a socket file in the temporary folder', () => {
    expect(hostSystem('darwin', access({})).lockSocket('a')).toEqual({ path: '/tmp/a.lock', isFile: true });
  });
});

describe('an unsupported system', () => {
  it('fails with an error that names the alternatives', () => {
    expect(() => hostSystem('win32')).toThrow(
      'Lading has no embedded PostgreSQL for win32. Set DATABASE_URL to your own PostgreSQL, or use the container (deploy/Containerfile).',
    );
  });
});
