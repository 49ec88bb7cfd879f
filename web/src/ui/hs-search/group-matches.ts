import type { HsMatch } from '@lading/contract/products.ts';

interface HeadingGroup {
  heading: string;
  text: string;
  matches: HsMatch[];
}
interface ChapterGroup {
  chapter: string;
  text: string;
  headings: HeadingGroup[];
}

/** Chapter, heading, subheading. The best match stays first. */
export const groupMatches = (matches: readonly HsMatch[]): ChapterGroup[] =>
  [...Map.groupBy(matches, ({ chapter }) => chapter)].map(([chapter, ofChapter]) => ({
    chapter,
    text: ofChapter[0]?.chapterText ?? '',
    headings: [...Map.groupBy(ofChapter, ({ heading }) => heading)].map(([heading, ofHeading]) => ({
      heading,
      text: ofHeading[0]?.headingText ?? '',
      matches: ofHeading,
    })),
  }));
