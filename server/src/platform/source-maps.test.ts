import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../build.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-maps-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HELPER = new URL('./source-maps.ts', import.meta.url).href;

/** The stack of an error in the third line of a built file. */
function stackWith(map: string | null): string {
  const built = join(folder, 'built.mjs');
  const lines = [
    `import { nameSourcesInStacks } from ${JSON.stringify(HELPER)};`,
    'nameSourcesInStacks(process.argv[1]);',
    "console.log(new TypeError('no reason').stack);",
  ];
  writeFileSync(built, lines.join('\n'));
  rmSync(`${built}.map`, { force: true });
  if (map !== null) writeFileSync(`${built}.map`, map);
  const { stdout, stderr } = spawnSync(process.execPath, [built], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

describe('stacks of errors', () => {
  it('name the source where the built file has a map', () => {
    // The third line of the built file is the seventh of the source.
    const map = { version: 3, sources: ['../src/lost.ts'], names: [], mappings: ';;AAMA' };
    const stack = stackWith(JSON.stringify(map));
    expect(stack).toContain('TypeError: no reason\n    at file://');
    expect(stack).toContain('/src/lost.ts:7:1');
    expect(stack).not.toContain('built.mjs');
  });

  it.each([null, 'not JSON', '{}'])('stay as they are with the map %j', (map) => {
    expect(stackWith(map)).toMatch(/TypeError: no reason\n {4}at file:.*\/built\.mjs:3:13/);
  });

  it('name the sources of the bundle, including files that read import.meta.url', async () => {
    const source = join(folder, 'source.ts');
    writeFileSync(
      source,
      `import { nameSourcesInStacks } from ${JSON.stringify(HELPER.replace('file://', ''))};
interface Unused {
  name: string;
}
nameSourcesInStacks(process.argv[1]);
console.log(import.meta.url);
console.log(new TypeError('no reason').stack);`,
    );
    await buildServer(join(folder, 'dist'), { program: source });
    const { stdout } = spawnSync(process.execPath, [join(folder, 'dist/program.js')], { encoding: 'utf8' });
    const [place, , at] = stdout.split('\n');
    expect(place).toBe(`file://${source}`);
    expect(at).toMatch(/\/source\.ts:7:\d+\)?$/);
  });
});
