import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLibraryLinks } from './postgres-binaries.ts';

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
