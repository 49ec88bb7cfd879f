import { describe, expect, it } from 'vitest';
import { anExport, NUMBERS, someItems } from './customs-order.fixture.ts';
import { wordsOf } from './document-texts.fixture.ts';
import { makeDocument } from './make-document.ts';

const formOf = (...given: Parameters<typeof anExport> extends [unknown, ...infer Rest] ? Rest : never) =>
  wordsOf(makeDocument(anExport('USPS', ...given), NUMBERS.USPS));

describe('the customs form', () => {
  it.each([
    [1, [1]],
    [5, [5]],
    [6, [5, 1]],
    [30, [5, 13, 12]],
  ])('puts %i items on pages of %j', (count, expected) => {
    const items = someItems(count);
    const pages = formOf({ items });
    const onPages = pages.map(
      (words) =>
        items.filter(({ description }) => words.includes(`|${description.replace(/\s/g, '')}|`)).length,
    );
    expect(onPages).toEqual(expected);
    if (count > 5) expect(pages[0]).toContain(`Page1of${expected.length}`);
  });

  it('shows both parties, the items, their totals and the declaration', () => {
    const [words] = formOf({
      recipientTaxId: { kind: 'BR-CPF', number: '123.456.789-09' },
      senderTaxId: { kind: 'other', number: '12-3456789' },
    });
    for (const text of [
      'CN22',
      'DANAWHITFIELD',
      'TEL:5035550142',
      'GERMANY',
      'TEL:+493012345678',
      'Soywaxcandleinglassjar1',
      '2.5oz|0.071kg|12.99|3406.00|US',
      '2|5.2oz|0.147kg|27.98|6109.10.00.12|HN',
      'Totals|3|7.7oz|0.218kg|40.97|Gross2lb8oz|1.134kg',
      'Returntosender',
      'NOEEI30.37(a)',
      'INV-2026-1048',
      'CPF123.456.789-09',
      '12-3456789',
      'DanaWhitfield',
      '16Nov2026',
      'X|Saleofgoods',
    ])
      expect(words).toContain(text);
  });

  it('names CN 23 for priority mail, and prints what differs', () => {
    const order = anExport('USPS', {
      itn: 'X20261116123456',
      nonDelivery: 'abandon',
      contentsType: 'other',
      contentsExplanation: 'Museum loan',
    });
    const rate = { ...order.rate, service: 'usps_priority_international' };
    const [words] = wordsOf(makeDocument({ ...order, rate }, NUMBERS.USPS));
    for (const text of ['CN23', 'AESX20261116123456', 'Treatasabandoned', 'X|Other:Museumloan'])
      expect(words).toContain(text);
  });
});
