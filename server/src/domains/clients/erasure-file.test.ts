import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { ErasureFile } from './erasure-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-erasures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the check of the file of erasures', () => {
  it('creates a missing file that only its owner can read', async () => {
    const path = join(folder, 'disk', 'erasures.jsonl');
    await new ErasureFile(path).check();
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o077]).toEqual(['', 0]);
  });

  it('keeps the lines of an existing file', async () => {
    const file = new ErasureFile(join(folder, 'erasures.jsonl'));
    const erasures = [{ userId: newId(), erasedAt: new Date() }];
    await file.append(erasures);
    await file.check();
    expect(await file.read()).toEqual(erasures);
  });

  it('fails with one sentence for the operator when the file cannot be written', async () => {
    writeFileSync(join(folder, 'disk'), '');
    const checking = new ErasureFile(join(folder, 'disk', 'erasures.jsonl')).check();
    await expect(checking).rejects.toThrow(StartError);
    await expect(checking).rejects.toThrow(/^ERASURES_FILE cannot be written: .*disk.*\.$/);
  });
});
