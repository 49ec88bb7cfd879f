import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyFolder } from './copy-folder.ts';

let folder: string;
let source: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-copy-'));
  source = join(folder, 'source');
  target = join(folder, 'target');
  mkdirSync(join(source, 'deleted-folder'), { recursive: true });
  for (const name of ['a-kept', 'deleted', 'deleted-folder/file', 'z-kept'])
    writeFileSync(join(source, name), name);
  symlinkSync(join(folder, 'nowhere'), join(source, 'deleted-link'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a copy of a folder in use', () => {
  it('leaves out what is deleted after the copy began', async () => {
    const copying = copyFolder(source, target, () => true);
    for (const name of ['deleted', 'deleted-folder', 'deleted-link'])
      rmSync(join(source, name), { recursive: true });
    await copying;
    expect(readdirSync(target).filter((name) => name.endsWith('kept'))).toEqual(['a-kept', 'z-kept']);
  });

  it('fails if a file cannot be written', async () => {
    rmSync(join(source, 'deleted-link'));
    const copying = copyFolder(source, target, () => true);
    rmSync(target, { recursive: true, maxRetries: 3 });
    await expect(copying).rejects.toThrow('ENOENT');
  });
});
