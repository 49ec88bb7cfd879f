import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeLibraryLinks, shareBinaries } from './postgres-binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-binaries-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the links to libraries', () => {
  const LINKS = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }];
  beforeEach(() => {
    mkdirSync(join(folder, 'native'));
    writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(LINKS));
  });

  it('are made where they are missing', () => {
    mkdirSync(join(folder, 'native/lib'));
    writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), '');
    makeLibraryLinks(folder);
    makeLibraryLinks(folder);
    expect(readlinkSync(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18');
  });

  it('are reported in one sentence if they cannot be made', () => {
    writeFileSync(join(folder, 'native/lib'), '');
    expect(() => makeLibraryLinks(folder)).toThrow(
      /^The embedded PostgreSQL is not fully installed: .*ENOTDIR.*\. Run "npm run build" as a user who can write to the installation folder\.$/,
    );
  });
});

describe('the copy that another user runs', () => {
  const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777;
  const RUNTIME = 'var/lading-runtime';
  const LEVELS = ['var', RUNTIME];
  /** The folder of the copy. */
  const share = () => {
    const before = process.umask(0o077);
    try {
      return shareBinaries(join(folder, 'package/native'), join(folder, RUNTIME));
    } finally {
      process.umask(before);
    }
  };
  beforeEach(() => {
    mkdirSync(join(folder, 'package/native/bin'), { recursive: true });
    writeFileSync(join(folder, 'package/package.json'), '{ "version": "18.4.0" }');
    writeFileSync(join(folder, 'package/native/bin/postgres'), '', { mode: 0o700 });
  });

  it('can be reached with any umask', () => {
    const shared = share();
    expect(LEVELS.map(modeOf)).toEqual([0o755, 0o755]);
    expect(statSync(join(shared, 'bin/postgres')).mode & 0o777).toBe(0o755);
  });

  it('can be reached after its folder was made with another mode', () => {
    share();
    for (const mode of [0o700, 0o777]) {
      chmodSync(join(folder, RUNTIME), mode);
      share();
      expect(modeOf(RUNTIME)).toBe(0o755);
    }
  });

  it('leaves the parent folder as it is', () => {
    mkdirSync(join(folder, 'var'), { mode: 0o700 });
    share();
    expect(modeOf('var')).toBe(0o700);
  });

  it('is not made where another user could redirect it', () => {
    const refusal = `${join(folder, RUNTIME)} must be a folder that belongs to root. Remove it and start again.`;
    mkdirSync(join(folder, 'elsewhere'), { mode: 0o700 });
    mkdirSync(join(folder, 'var'));
    symlinkSync('../elsewhere', join(folder, RUNTIME));
    expect(share).toThrow(refusal);
    rmSync(join(folder, RUNTIME));
    symlinkSync('../nowhere', join(folder, RUNTIME));
    expect(share).toThrow(refusal);
    rmSync(join(folder, RUNTIME));
    share();
    const uid = vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1);
    expect(share).toThrow(refusal);
    uid.mockRestore();
    expect([modeOf('elsewhere'), readdirSync(join(folder, 'elsewhere'))]).toEqual([0o700, []]);
  });
});
