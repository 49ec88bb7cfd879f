import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

/** Parses one line of RFC 4180. */
function readLine(line: string): string[] {
  const text = `,${line.slice(0, -2)}`;
  const cells = [...text.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  expect(cells.map(([cell]) => cell).join('')).toBe(text);
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

describe('csvLine', () => {
  it.each([
    '=HYPERLINK("https://evil.example","Click")',
    '+1-512-555-0188',
    '-2+3',
    '@SUM(A1:A9)',
    '\t1+1',
    '\r1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('never starts a cell like a formula: %j (CS07)', (text) => {
    expect(readLine(csvLine(['before', text, 'after']))).toEqual(['before', `'${text}`, 'after']);
  });

  it.each([
    ['Ann;=HYPERLINK("https://evil.example")', 'Ann;\'=HYPERLINK("https://evil.example")'],
    ['Ann;"=1+1"', `Ann;"'=1+1"`],
    ['Ann\t@SUM(A1)', "Ann\t'@SUM(A1)"],
    ['two\nlines\r\n－1', "two\nlines\r\n'－1"],
    ['\t=1', "'\t'=1"],
  ])('starts no cell like a formula where another separator would: %j (CS07)', (text, written) => {
    expect(readLine(csvLine(['before', text]))).toEqual(['before', written]);
  });

  it('keeps our numbers and text that merely contains formula signs (CS07)', () => {
    expect(csvLine([-2.5, 7, null, '', 'a=b', 'x@y.example', 'S; M'])).toBe(
      '-2.5,7,,,a=b,x@y.example,S; M\r\n',
    );
  });

  it('quotes separators and line ends (CS10)', () => {
    expect(csvLine(['Acme, Inc.', 'The "Good" Shop', 'two\r\nlines', "O'Brien"])).toBe(
      '"Acme, Inc.","The ""Good"" Shop","two\r\nlines",O\'Brien\r\n',
    );
  });

  it('round-trips any text, except for the apostrophes before formulas (CS10)', () => {
    const nasty = fc.constantFrom(
      '"',
      ',',
      ';',
      '\r',
      '\n',
      '\t',
      '=',
      '+',
      '-',
      '@',
      "'",
      '＝',
      ' ',
      'ä',
      '😀',
      'x',
    );
    const cell = fc.oneof(fc.string({ unit: nasty }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (values) => {
        const read = readLine(csvLine(values));
        const bare = (text: string) => text.replaceAll("'", '');
        expect(read.map(bare)).toEqual(values.map(bare));
        const starts = /^[=+\-@\t\r＝＋－＠]|[;\t\r\n]"*[=+\-@＝＋－＠]/;
        expect(read.filter((text) => starts.test(text))).toEqual([]);
      }),
    );
  });
});
