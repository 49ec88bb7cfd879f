import { describe, expect, it } from 'vitest';
import { findCycles } from './cycles.ts';
import { factsOf, readFacts } from './file-facts.ts';
import { isOurs } from './source-tree.ts';

describe('imports', () => {
  it('form no cycle, type imports included', () => {
    const imports = readFacts().flatMap((file) => file.imports);
    expect(findCycles(imports.filter(({ to }) => isOurs(to)))).toEqual([]);
  });

  const edges = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }));
  it.each([
    ['two files', edges('ab', 'ba'), [['a', 'b']]],
    ['three files, entered from outside', edges('xa', 'ab', 'bc', 'ca', 'cd'), [['a', 'b', 'c']]],
    [
      'two cycles',
      edges('ab', 'ba', 'bc', 'cd', 'dc'),
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['a file that imports itself', edges('aa'), [['a']]],
    ['a diamond', edges('ab', 'ac', 'bd', 'cd'), []],
  ])('are searched for cycles: %s', (_, graph, cycles) => {
    expect(findCycles(graph)).toEqual(cycles);
  });

  it('count as imports when they import only types, re-export or load on demand', () => {
    const text =
      "import type { A } from './a.ts';\nexport { b } from './b.ts';\nvoid import('./c.ts');\nlet d: import('./d.ts').D;";
    expect(factsOf({ path: 'web/src/x.ts', text }).imports.map(({ to, typeOnly }) => [to, typeOnly])).toEqual(
      [
        ['web/src/a.ts', true],
        ['web/src/b.ts', false],
        ['web/src/c.ts', false],
        ['web/src/d.ts', true],
      ],
    );
  });
});
