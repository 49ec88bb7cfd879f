import { describe, expect, it } from 'vitest';
import { oddTexts } from '../label-order.fixture.ts';
import { readableText } from './readable-text.ts';
import { winAnsiByte } from './win-ansi.ts';

describe('text on a label', () => {
  it.each([
    ['Émile Lévesque', 'Émile Lévesque'],
    ['Łódź, Świętokrzyska', 'Lódz, Swietokrzyska'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['Улица Щербакова', 'Ulitsa Shcherbakova'],
    ['Αθήνα', 'Athina'],
    ['서울특별시', 'seoulteukbyeolsi'],
    ['トッキョ', 'tokkyo'],
    ['しゅくだい', 'shukudai'],
    ['e\u0301', 'é'],
    ['a\u200b\tb\nc', 'a b c'],
  ])('shows %j as %j', (original, shown) => {
    expect(readableText(original).text).toBe(shown);
  });

  it('shows a count for characters without a transliteration', () => {
    expect(readableText('北京市 Chaoyang')).toEqual({
      text: '[3 Chinese characters] Chaoyang',
      changed: true,
      unreadable: 3,
    });
    expect(readableText('ถนน').text).toBe('[3 Thai characters]');
    expect(readableText('😀').text).toBe('[1 other character]');
  });

  it('returns only characters that the fonts have, and never turns text into an empty line', () => {
    for (const original of oddTexts(2000, 12)) {
      const { text } = readableText(original);
      for (const character of text) expect(winAnsiByte(character)).toBeDefined();
      if (/\p{L}/u.test(original)) expect(text).not.toBe('');
    }
  });
});
