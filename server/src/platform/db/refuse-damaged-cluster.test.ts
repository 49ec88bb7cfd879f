import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { refuseDamagedCluster } from './refuse-damaged-cluster.ts';

let dataDir: string;
let clusterDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-damaged-'));
  clusterDir = join(dataDir, 'postgres');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});
const check = () => refuseDamagedCluster(dataDir, clusterDir);

it('a new data folder gets a database, even if its folder exists already', () => {
  check();
  mkdirSync(clusterDir);
  check();
});

it('what is left of a database is not replaced', () => {
  mkdirSync(join(clusterDir, 'base'), { recursive: true });
  expect(check).toThrow('is not a complete database: PG_VERSION is missing');
});

it('a link to a disk that is not mounted is not replaced', () => {
  symlinkSync(join(dataDir, 'not-mounted'), clusterDir);
  expect(check).toThrow('Is its disk mounted');
});

it('a data folder that was in use gets no empty database', () => {
  writeFileSync(join(dataDir, 'audit-anchors.jsonl'), '');
  expect(check).toThrow('has been in use, but its database');
  mkdirSync(clusterDir);
  expect(check).toThrow('has been in use, but its database');
});
