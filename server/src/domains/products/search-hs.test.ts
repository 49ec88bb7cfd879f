import { describe, expect, it } from 'vitest';
import { EVERYDAY_CODES } from './everyday-goods.ts';
import { hsCodes } from './hs-codes.ts';
import { searchHs } from './search-hs.ts';

const codesOf = async (search: string) => (await searchHs(search)).map(({ code }) => code);

describe('the HS data', () => {
  it('has all chapters, headings and subheadings, each below an existing one', async () => {
    const { texts, subheadings } = await hsCodes();
    const ofLength = (length: number) => [...texts.keys()].filter((code) => code.length === length);
    expect([ofLength(2).length, ofLength(4).length, subheadings.length]).toEqual([97, 1229, 5613]);
    for (const { code, heading, chapter } of subheadings)
      expect([texts.has(heading), texts.has(chapter)], code).toEqual([true, true]);
  });

  it('has every code that everyday words lead to', async () => {
    const { texts } = await hsCodes();
    expect(EVERYDAY_CODES.filter((code) => code.length !== 6 || !texts.has(code))).toEqual([]);
  });
});

describe('the HS search', () => {
  it.each([
    ['candle', '340600'],
    ['Candles', '340600'],
    ['soy wax candle', '340600'],
    ['t-shirt', '610910'],
    ['T shirts', '610910'],
    ['cotton tshirt', '610910'],
    ['phone case', '392690'],
    ['coffee mug', '691110'],
    ['necklace', '711719'],
    ['book', '490199'],
    ['jewelry', '711719'],
    ['coffee', '090121'],
    ['roasted coffee', '090121'],
    ['stuffed animals', '950300'],
    ['umbrellas', '660191'],
    ['honey', '040900'],
    ['pianos', '920110'],
    ['hand cream', '330499'],
    ['leather wallet', '420231'],
    ['aluminum foil', '760711'],
  ])('finds %j', async (search, first) => {
    expect((await codesOf(search)).slice(0, 3)).toContain(first);
  });

  it.each(['cand', 'neckl', 'backp', 'batter', 'porcel'])(
    'finds the beginning of a word: %j',
    async (search) => {
      expect(await codesOf(search)).not.toEqual([]);
    },
  );

  it('returns chapter, heading and subheading', async () => {
    expect((await searchHs('candle'))[0]).toEqual({
      code: '340600',
      text: 'Candles, tapers and the like',
      heading: '3406',
      headingText: 'Candles, tapers and the like',
      chapter: '34',
      chapterText: expect.stringMatching(/^Soap/),
    });
  });

  it('ranks what a text excludes below what it names', async () => {
    const codes = await codesOf('cotton t-shirt');
    expect(codes.indexOf('610910')).toBeLessThan(codes.indexOf('610990'));
  });

  it.each([
    ['6109', ['610910', '610990']],
    ['6109.90', ['610990']],
    ['6109.90.1090', ['610990']],
    ['77', []],
  ])('finds codes by their first digits: %s', async (search, codes) => {
    expect(await codesOf(search)).toEqual(codes);
  });

  it('returns at most 20, and none for nonsense', async () => {
    expect(await codesOf('of')).toEqual([]);
    expect(await codesOf('')).toEqual([]);
    expect(await codesOf('qqxyz')).toEqual([]);
    expect(await codesOf('8')).toHaveLength(20);
    expect(await codesOf('machine')).toHaveLength(20);
  });
});
