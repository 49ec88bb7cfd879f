import { describe, expect, it } from 'vitest';
import { factsOf, readFacts } from './file-facts.ts';
import { findLongFiles, MAX_FILE_LINES, MAX_FUNCTION_LINES } from './sizes.ts';
import { readSourceTree } from './source-tree.ts';

const statements = (count: number) => 'x();\n'.repeat(count);
const rows = (count: number) => '1,\n'.repeat(count);

describe('files', () => {
  it(`have at most ${MAX_FILE_LINES} lines`, () => {
    expect(findLongFiles(readSourceTree())).toEqual([]);
  });

  it('are reported if they are longer', () => {
    const files = [351, 350].map((count) => ({ path: `web/src/${count}.ts`, text: statements(count) }));
    expect(findLongFiles(files)).toEqual(['web/src/351.ts: 351 lines']);
  });
});

describe('functions', () => {
  it(`have at most ${MAX_FUNCTION_LINES} lines`, () => {
    expect(readFacts().flatMap((file) => file.longFunctions)).toEqual([]);
  });

  it.each([
    ['a function', `function long() {\n${statements(79)}}`, 1],
    ['an arrow function', `const long = () => {\n${statements(79)}};`, 1],
    ['a method', `class A {\nlong() {\n${statements(79)}}\n}`, 1],
    ['a test', `it('long', () => {\n${statements(79)}});`, 1],
    ['a callback inside describe', `describe('a', () => {\nbeforeAll(() => {\n${statements(79)}});\n});`, 1],
    ['describe itself', `describe('a', () => {\n${statements(79)}});`, 0],
    ['describe.each', `describe.each([1])('a', () => {\n${statements(79)}});`, 0],
    ['a suite for several implementations', `function suite() {\n${statements(78)}it('a', () => {});\n}`, 0],
    ['a table', `const table = () => [\n${rows(79)}];`, 0],
    ['a function of 80 lines', `function long() {\n${statements(78)}}`, 0],
  ])('are measured without describe blocks and tables: %s', (_, text, count) => {
    expect(factsOf({ path: 'web/src/x.ts', text }).longFunctions).toHaveLength(count);
  });
});
