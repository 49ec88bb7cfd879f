import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startProgram } from './programs.ts';

it('writes to the log of a program why it could not be started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-drill-programs-'));
  const log = join(folder, 'program.log');
  startProgram(['/no/such/program'], log);
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('ENOENT');
  rmSync(folder, { recursive: true, force: true });
});
