import { describe, expect, it } from 'vitest';
import { findUnusedExports } from './exports.ts';
import { factsOf, readFacts } from './file-facts.ts';

/** Used by tools instead of by our imports. */
const READ_BY_TOOLS = [
  /^(server\/test\/database-server|e2e\/src\/global-setup)\.ts: setup$/,
  /^web\/src\/landing-server\.tsx: renderLanding$/,
  /^e2e\/src\/chromium\.ts: CHROMIUM_ARGS$/,
  /^scripts\/memory-folder\.ts: memoryFolder$/,
];

describe('exports', () => {
  it('are all imported by another file', () => {
    const unused = findUnusedExports(readFacts());
    expect(unused.filter((each) => !READ_BY_TOOLS.some((pattern) => pattern.test(each)))).toEqual([]);
  });

  const user = {
    path: 'web/src/user.ts',
    text: "import { used } from './made.ts';\nimport * as all from './all.ts';",
  };
  const unusedIn = (text: string, path = 'web/src/made.ts') =>
    findUnusedExports([user, { path, text }].map(factsOf));
  it.each([
    ['a constant', 'export const lost = 1;', ['web/src/made.ts: lost']],
    [
      'a constant that its own file uses',
      'export const lost = 1;\nconst x = lost;',
      ['web/src/made.ts: lost'],
    ],
    ['a function', 'export async function lost() {}', ['web/src/made.ts: lost']],
    ['a class', 'export class Lost {}', ['web/src/made.ts: Lost']],
    ['a type', 'export type Lost = 1;', ['web/src/made.ts: Lost']],
    ['an interface', 'export interface Lost {}', ['web/src/made.ts: Lost']],
    ['part of a pattern', 'export const { used, lost } = made();', ['web/src/made.ts: lost']],
    ['a name in a list', 'const lost = 1;\nexport { lost };', ['web/src/made.ts: lost']],
    ['nothing', 'export const used = 1;', []],
  ])('are reported if no other file imports them: %s', (_, text, unused) => {
    expect(unusedIn(text)).toEqual(unused);
  });

  it('all count as used if another file imports everything', () => {
    expect(unusedIn('export const any = 1;', 'web/src/all.ts')).toEqual([]);
  });
});
