import { describe, expect, it } from 'vitest';
import { lineList, readingNote, tableTitle } from './reading-note.ts';
import { readFile } from './testdata.fixture.ts';

describe('the description of a file', () => {
  it.each([
    ['utf8-bom.csv', null],
    ['semicolon.csv', 'Read with columns separated by semicolons'],
    ['windows-1252.csv', 'Read as Windows-1252'],
    ['utf16le-bom.csv', 'Read as UTF-16, columns separated by tabs'],
  ])('%s: %s', async (name, note) => {
    expect(readingNote((await readFile(name)).summary)).toBe(note);
  });

  it('names the export, its orders and its rows', async () => {
    expect(tableTitle((await readFile('shopify.csv')).summary, 'x.csv')).toBe(
      'Shopify orders export · 3 orders in 7 rows',
    );
    expect(tableTitle((await readFile('woocommerce.csv')).summary, 'x.csv')).toBe(
      'WooCommerce orders export · 2 orders',
    );
    expect(tableTitle((await readFile('split-names.csv')).summary, 'x.csv')).toBe('x.csv · 2 rows');
  });

  it('lists a few lines', () => {
    expect(lineList([9])).toBe('line 9');
    expect(lineList([1, 2, 3, 4, 5, 6, 7])).toBe('lines 1, 2, 3, 4, 5 and 2 more');
  });
});
