import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

describe('npm test', () => {
  it('fails for a part that does not exist', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/test.ts', 'lint', 'browsers'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain(
      'Unknown part "browsers". The parts are: types, lint, unit and integration, browser.',
    );
  });
});
