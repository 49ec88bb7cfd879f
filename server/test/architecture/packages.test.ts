import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bomOf } from '../../../scripts/bom.ts';
import {
  findPackageProblems,
  installedLicense,
  type LockFile,
  type Manifest,
  readJson,
  readManifests,
} from '../../../scripts/packages.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const lock: LockFile = readJson(join(ROOT, 'package-lock.json'));
const manifests = readManifests(ROOT);

describe('the packages (FI11)', () => {
  it('match the lock file, have checksums, run no scripts and have permissive licenses', () => {
    expect(findPackageProblems(lock, manifests, installedLicense(ROOT))).toEqual([]);
  });

  it('run no install scripts, because .npmrc disables them', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  const GOOD = { version: '1.0.0', integrity: 'sha512-aa', license: 'MIT' };
  const problemsWith = (changed: object, manifest: Manifest = {}) =>
    findPackageProblems(
      { packages: { '': {}, 'node_modules/new': { ...GOOD, ...changed } } },
      { '': manifest },
    );
  it.each([
    [{}, []],
    [{ integrity: undefined }, ['new: no sha512 integrity']],
    [{ integrity: 'sha1-aa' }, ['new: no sha512 integrity']],
    [
      { resolved: 'https://registry.example/new.tgz' },
      ['new: names a registry (https://registry.example/new.tgz)'],
    ],
    [{ hasInstallScript: true }, ['new: has an install script']],
    [{ license: 'AGPL-3.0' }, ['new: license AGPL-3.0']],
    [{ license: 'MPL-2.0' }, ['new: license MPL-2.0']],
    [{ license: 'MPL-2.0', dev: true }, []],
    [{ license: '(GPL-2.0 OR MIT)' }, []],
    [{ license: 'MIT AND GPL-2.0' }, ['new: license MIT AND GPL-2.0']],
    [{ license: undefined }, ['new: license not declared']],
  ])('are checked: %j', (changed, problems) => {
    expect(problemsWith(changed)).toEqual(problems);
  });

  it('are refused when package.json and lock file differ, or a version is not exact', () => {
    expect(problemsWith({}, { dependencies: { new: '1.0.0' } })).toEqual([
      'package.json: new is 1.0.0, but not listed in the lock file',
    ]);
    expect(problemsWith({}, { dependencies: { new: '^1.0.0' } })).toContain(
      'package.json: new has no exact version (^1.0.0)',
    );
  });

  it('are listed in a bill of materials, with or without development tools', () => {
    const { components } = bomOf(lock, '0.0.0', false);
    expect(components.find(({ name }) => name === 'fastify')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
      licenses: [{ expression: 'MIT' }],
    });
    expect(components.some(({ name }) => name === 'vitest')).toBe(false);
    expect(bomOf(lock, '0.0.0', true).components.some(({ name }) => name === 'vitest')).toBe(true);
  });
});
