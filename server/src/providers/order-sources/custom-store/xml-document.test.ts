import { describe, expect, it } from 'vitest';
import { escapeXml, parseXml, XmlError } from './xml-document.ts';

const parse = (text: string) => parseXml(Buffer.from(text));

describe('XML', () => {
  it('is read with attributes, text, CDATA, comments and references', () => {
    const root = parse(
      `\ufeff\n<?xml version="1.0" encoding="UTF-8"?><!-- a --><a x="1 &amp; 2" y='"'>t<b/><b >&lt;<![CDATA[<&]]>&#65;&#x42;</b><!-- c -->u</a>\n<!-- end -->`,
    );
    expect(root.name).toBe('a');
    expect([...root.attributes]).toEqual([
      ['x', '1 & 2'],
      ['y', '"'],
    ]);
    expect(root.text).toBe('tu');
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['b', ''],
      ['b', '<<&AB'],
    ]);
  });

  it('keeps emoji and right-to-left text', () => {
    expect(parse('<a>עדה 👩‍🚀 كوب</a>').text).toBe('עדה 👩‍🚀 كوب');
  });

  it('is read in the encoding that it names', () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Café</a>';
    expect(parseXml(Buffer.from(text, 'latin1')).text).toBe('Café');
    expect(() => parseXml(Buffer.from('<a>Café</a>', 'latin1'))).toThrow(XmlError);
    expect(() => parse('<?xml version="1.0" encoding="utf-7"?><a/>')).toThrow(XmlError);
  });

  it.each([
    ['nothing', ''],
    ['text', 'Service unavailable'],
    ['JSON', '{"orders": []}'],
    ['a document type', '<!DOCTYPE html><html></html>'],
    ['an entity that grows', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ['an entity that reads a file', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'],
    [
      'a parameter entity',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY % p SYSTEM "http://x.example/">%p;]><a/>',
    ],
    ['a document type inside', '<a><!DOCTYPE a></a>'],
    ['a processing instruction', '<?xml-stylesheet href="x"?><a/>'],
    ['a processing instruction inside', '<a><?php x ?></a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a bare ampersand', '<a>R & D</a>'],
    ['an invalid character reference', '<a>&#xD800;</a>'],
    ['no end', '<a><b></b>'],
    ['a wrong end', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text after the end', '<a/>x'],
    ['an open comment', '<a><!-- </a>'],
    ['open CDATA', '<a><![CDATA[ </a>'],
    ['a duplicate attribute', '<a x="1" x="2"/>'],
    ['an attribute without quotes', '<a x=1/>'],
    ['an invalid name', '<1/>'],
  ])('is refused: %s', (_, text) => {
    expect(() => parse(text)).toThrow(XmlError);
  });

  it('is refused when it is nested more than 20 levels deep, even a million', () => {
    for (const depth of [21, 1_000_000])
      expect(() => parse('<a>'.repeat(depth))).toThrow('nested too deeply');
    expect(parse(`${'<a>'.repeat(20)}${'</a>'.repeat(20)}`).name).toBe('a');
  });

  it('is refused with too many elements', () => {
    expect(() => parse(`<a>${'<b/>'.repeat(200_001)}</a>`)).toThrow('too many elements');
  });

  it('reads the same after it was escaped', () => {
    for (const text of ['<&>"\'', 'Ben & Jerry </Name><Evil/>', ']]>', '👩‍🚀 עדה', 'a\tb\nc'])
      expect(parse(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)).toMatchObject({ text });
    expect(escapeXml('a\u0000b\u001fc\ufffed\ud800')).toBe('abcd\ufffd');
  });
});
