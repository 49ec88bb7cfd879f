import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  const LEVELS = ['var', 'var/lading', 'var/lading/runtime'];
  /** The folder of the copy. */
  const share = () => {
    const before = process.umask(0o077);
    try {
      return shareBinaries(join(folder, 'package/native'), join(folder, 'var/lading/runtime'));
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
    expect(LEVELS.map(modeOf)).toEqual([0o755, 0o755, 0o755]);
    expect(statSync(join(shared, 'bin/postgres')).mode & 0o777).toBe(0o755);
  });

  it('can be reached after an earlier version created its folders with a strict umask', () => {
    share();
    for (const level of LEVELS.slice(1)) chmodSync(join(folder, level), 0o700);
    share();
    expect(LEVELS.map(modeOf)).toEqual([0o755, 0o755, 0o755]);
  });

  it('leaves a folder as it is that contains other files', () => {
    share();
    writeFileSync(join(folder, 'var/lading/erasures.jsonl'), '');
    chmodSync(join(folder, 'var/lading'), 0o700);
    share();
    expect(modeOf('var/lading')).toBe(0o700);
  });
});
