import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';
import { delimiterOf, readCsv, UnreadableCsvError } from './csv-records.ts';

describe('reading a CSV file', () => {
  it('reads quoted cells with delimiters, quotation marks and line breaks, and counts lines', () => {
    const text = '\ufeffa,b\r\n"x, ""y""","1\n2"\n\n  ,\r\nlast,\rend';
    expect(readCsv(text)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"', '1\n2'] },
      { line: 6, cells: ['last', ''] },
      { line: 7, cells: ['end'] },
    ]);
  });

  it.each([
    [
      'SKU;Name\n1,5;x',
      [
        ['SKU', 'Name'],
        ['1,5', 'x'],
      ],
    ],
    [
      'SKU\tName\n1,5;x\ty',
      [
        ['SKU', 'Name'],
        ['1,5;x', 'y'],
      ],
    ],
    ['SKU\n;', [['SKU'], [';']]],
  ])('finds the delimiter of %j', (text, cells) => {
    expect(readCsv(text).map((record) => record.cells)).toEqual(cells);
  });

  it('prefers commas', () => {
    expect(delimiterOf('a,b;c')).toBe(',');
    expect(delimiterOf('')).toBe(',');
  });

  it('reads what we write', () => {
    const values = ['plain', 'a,b', 'say "hi"', 'two\nlines', ''];
    expect(readCsv(csvLine(['first']) + csvLine(values), ',')[1]?.cells).toEqual(values);
  });

  it('names the line of a quotation mark that is never closed', () => {
    expect(() => readCsv('a\nb\n"c\nd')).toThrow(
      new UnreadableCsvError('Line 3: The closing quotation mark is missing.'),
    );
  });

  it('refuses a file with too many lines', () => {
    expect(readCsv('a\n'.repeat(50_000))).toHaveLength(50_000);
    expect(() => readCsv('a\n'.repeat(50_001))).toThrow(
      new UnreadableCsvError('A file can have up to 50,000 lines. Please split it.'),
    );
  });

  it('reads megabytes of quotation marks in linear time', () => {
    const start = performance.now();
    readCsv(`a\n${`${'"x""y",'.repeat(100)}\n`.repeat(2_000)}`);
    expect(() => readCsv('a,"'.repeat(300_001))).toThrow(UnreadableCsvError);
    expect(() => readCsv(`"${'a""'.repeat(30_001)}`)).toThrow(
      'Line 1: The closing quotation mark is missing.',
    );
    expect(() => readCsv(`"${'a""'.repeat(600_000)}`)).toThrow('Line 1: A cell is too long.');
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
