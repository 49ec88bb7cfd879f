import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { LabelEngine } from '../label-engine.ts';
import type { LabelSheet } from '../port.ts';
import { anExport, NUMBERS, someItems } from './customs-order.fixture.ts';
import { wordsOf } from './document-texts.fixture.ts';
import { rowsOfPages } from './invoice-pages.ts';
import { makeDocument } from './make-document.ts';

const invoiceOf = (count: number) => makeDocument(anExport('UPS', { items: someItems(count) }), NUMBERS.UPS);

describe('the commercial invoice', () => {
  it.each([
    [1, 1],
    [5, 1],
    [6, 1],
    [30, 2],
    [100, 5],
  ])('with %i items has %i pages in each of three copies, with every item once', (count, pagesPerCopy) => {
    const pages = wordsOf(invoiceOf(count));
    expect(pages).toHaveLength(3 * pagesPerCopy);
    const names = pages.map((words) => /ORIGINAL|COPY\d/.exec(words)?.[0]);
    expect(names).toEqual(['ORIGINAL', 'COPY1', 'COPY2'].flatMap((name) => Array(pagesPerCopy).fill(name)));
    for (let copy = 0; copy < 3; copy++) {
      const words = pages.slice(copy * pagesPerCopy, (copy + 1) * pagesPerCopy).join('|');
      for (const { description } of someItems(count))
        expect(words.split(`|${description.replace(/\s/g, '')}|`)).toHaveLength(2);
      expect(words.split('Invoicetotal')).toHaveLength(2);
    }
  });

  it('shows what customs asks for', () => {
    const [words] = wordsOf(invoiceOf(2));
    for (const text of [
      'COMMERCIALINVOICE',
      'Waybillnumber|1Z12345E0300000127',
      'Invoicenumber|INV-2026-1048',
      'Invoicedate|16Nov2026',
      'Orderreference|Order10482',
      'Exporter(shipper)|DANAWHITFIELD|HARBOR&PINEOUTFITTERS',
      'Phone:+493012345678Email:jw@example.de',
      'Countryofexport|UnitedStates',
      'Countryofultimatedestination|Germany',
      'Reasonforexport|Saleofgoods',
      'DDUBerlin',
      'Currency|USD',
      'NOEEI30.37(a)',
      '1package,2lb8oz',
      '|1|Soywaxcandleinglassjar1|SKU:SKU-100|3406.00|UnitedStates|1pc|2.5oz|0.071kg|12.99|12.99|',
      '6109.10.00.12|Honduras|2pcs|5.2oz|0.147kg|13.99|27.98',
      'Freightandinsurance|Notincluded',
      'USD40.97',
      'Nameofsigner|DanaWhitfield',
    ])
      expect(words).toContain(text);
  });

  it.each<[LabelSheet, string]>([
    [{ paper: '4x6' }, '612 792'],
    [{ paper: 'letter', perPage: 2 }, '612 792'],
    [{ paper: 'a4', perPage: 1 }, '595.28 841.89'],
  ])('on %o has pages of %s points', async (sheet, size) => {
    const document = invoiceOf(1);
    if (!document) throw new Error('No invoice');
    const pdf = (await buffer(new LabelEngine().pdf([document], sheet, () => expect.fail()))).toString(
      'latin1',
    );
    const pages = [...pdf.matchAll(/\/Type\/Page\/.*?\/MediaBox\[0 0 (\S+ [\d.]+)\]/g)];
    expect(pages.map(([, found]) => found)).toEqual(Array(3).fill(size));
    expect(new LabelEngine().pageCount(document)).toBe(3);
  });
});

describe('the pages of a table', () => {
  const room = { first: 100, next: 200, end: 60 };
  it.each([
    [[40], [[0]]],
    [[50], [[0]]],
    [
      [20, 30],
      [[0], [1]],
    ],
    [
      [50, 50, 50],
      [[0, 1], [2]],
    ],
    [
      [50, 50, 100, 100],
      [[0, 1], [2], [3]],
    ],
  ])('rows of %j are on pages %j', (heights, pages) => {
    expect(rowsOfPages(heights, room)).toEqual(pages);
  });
});
