import { expect, it } from 'vitest';
import { readSourceTree, type SourceFile } from './source-tree.ts';

/** Words that docs/GLOSSARY.md has replaced (decision 0016). */
const RETIRED =
  /\b(?:[Ss]tor(?:y|ies)|[Nn]ews(?!\.\w)|[Tt]wins?(?:Of)?|[Gg][ia]ve ?[Bb]ack|[Gg]iven back|(?:MOST|LONGEST)_\w+|AT_ONCE\w*)\b/g;
/** The files that name a database column with an older name. */
const KEPT: Record<string, RegExp> = {
  twin: /^server\/src\/domains\/bulk\/|\/personal-data\.ts$/,
  news: /^server\/src\/domains\/payments\/|\/stripe\.routes\.test\.ts$|\/personal-data\.ts$/,
};
const THIS_FILE = 'server/test/architecture/vocabulary.test.ts';

const retiredWords = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path !== THIS_FILE)
    .flatMap(({ path, text }) =>
      [...new Set(text.match(RETIRED))]
        .filter((word) => !KEPT[word]?.test(path))
        .map((word) => `${path}: ${word}`),
    );

it('no retired word is in the code', () => {
  expect(retiredWords(readSourceTree())).toEqual([]);
});

it.each([
  'const MOST_ROWS = 5;',
  'const LONGEST_TEXT = 5;',
  '// Gave back the money',
  'twinOf: 3',
  'give back',
  'the news of a batch',
  'its story',
])('"%s" is refused', (text) => {
  expect(retiredWords([{ path: 'web/src/a.ts', text }])).toHaveLength(1);
});
