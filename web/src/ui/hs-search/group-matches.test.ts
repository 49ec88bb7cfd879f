import { expect, it } from 'vitest';
import { groupMatches } from './group-matches.ts';

const match = (code: string) => ({
  code,
  text: `Text of ${code}`,
  heading: code.slice(0, 4),
  headingText: `Heading ${code.slice(0, 4)}`,
  chapter: code.slice(0, 2),
  chapterText: `Chapter ${code.slice(0, 2)}`,
});

it('groups codes by chapter and heading, the best match first', () => {
  const groups = groupMatches(['940550', '340600', '940510', '940190'].map(match));
  expect(groups.map(({ chapter, headings }) => [chapter, headings.map(({ heading }) => heading)])).toEqual([
    ['94', ['9405', '9401']],
    ['34', ['3406']],
  ]);
  expect(groups[0]?.headings[0]?.matches.map(({ code }) => code)).toEqual(['940550', '940510']);
});
