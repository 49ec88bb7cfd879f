import { expect, it } from 'vitest';
import { readSourceTree, type SourceFile } from './source-tree.ts';

/** Paths that lead out of the repository, and tests that skip themselves where a file is missing. */
const OUTSIDE = /\.\.\/shared\/|\bcontext\.skip\(|\b(?:it|test|describe)\.skip\b|\.skipIf\(/;

const reachesOutside = (files: readonly SourceFile[]) =>
  files
    .filter(({ path, text }) => /\.(test|fixture)\.tsx?$/.test(path) && OUTSIDE.test(text))
    .map(({ path }) => path)
    .filter((path) => path !== 'server/test/architecture/self-contained.test.ts');

it('every test runs from the repository alone and skips nothing', () => {
  expect(reachesOutside(readSourceTree())).toEqual([]);
});

it.each(["readFileSync('../../shared/spec.md')", 'context.skip()', 'it.skip("later")', 'it.skipIf(slow)'])(
  'a test with %s is refused',
  (text) => {
    expect(reachesOutside([{ path: 'web/src/a.test.ts', text }])).toEqual(['web/src/a.test.ts']);
  },
);
