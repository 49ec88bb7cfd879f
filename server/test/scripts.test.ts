import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

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
