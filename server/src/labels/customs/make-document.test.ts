import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { widthOfText } from '../drawing/win-ansi.ts';
import { anOrder, SERVICES } from '../label-order.fixture.ts';
import type { StoredDocument } from '../port.ts';
import { pictureOfPage } from '../read-back/page-picture.fixture.ts';
import { readCodes } from '../read-back/read-codes.fixture.ts';
import { aDeclaration, anExport, BERLIN, NUMBERS, someItems } from './customs-order.fixture.ts';
import { pagesOf, textsOf } from './document-texts.fixture.ts';
import { makeDocument } from './make-document.ts';

const APO = { state: 'AE', city: 'APO', zip: '09012' };
const GUAM = { state: 'GU', city: 'Hagatna', zip: '96910' };
const SAN_JUAN = { state: 'PR', city: 'San Juan', zip: '00901' };
const declared = (carrier: (typeof CARRIERS)[number], to: object) => ({
  ...anOrder(carrier, to),
  customs: aDeclaration(),
});

describe('the documents of a parcel', () => {
  it.each([
    ['USPS', BERLIN, 'customs_form'],
    ['USPS', APO, 'customs_form'],
    ['USPS', GUAM, 'customs_form'],
    ['USPS', SAN_JUAN, undefined],
    ['UPS', SAN_JUAN, 'commercial_invoice'],
    ['UPS', BERLIN, 'commercial_invoice'],
    ['FedEx', BERLIN, 'commercial_invoice'],
    ['DHL', BERLIN, 'commercial_invoice'],
    ['UPS', {}, undefined],
  ] as const)('%s to %o: %s', (carrier, to, kind) => {
    expect(makeDocument(declared(carrier, to), SERVICES[carrier].number)?.kind).toBe(kind);
  });

  it('do not exist without a declaration, and do not include an invoice if the contents are documents', () => {
    expect(makeDocument(anOrder('UPS', BERLIN), SERVICES.UPS.number)).toBeNull();
    expect(makeDocument(anExport('UPS', { contentsType: 'documents' }), NUMBERS.UPS)).toBeNull();
    expect(makeDocument(anExport('USPS', { contentsType: 'documents' }), NUMBERS.USPS)).not.toBeNull();
  });

  it('have the same bytes for the same order', () => {
    for (const carrier of CARRIERS) {
      const [one, other] = [0, 1].map(() => makeDocument(anExport(carrier), NUMBERS[carrier]));
      expect(Buffer.from(one?.bytes ?? []).equals(Buffer.from(other?.bytes ?? []))).toBe(true);
    }
  });

  it.each(CARRIERS.flatMap((carrier) => [1, 5, 6, 30].map((count) => [carrier, count] as const)))(
    'of %s with %i items can be scanned on every page, and every page is a sample',
    async (carrier, count) => {
      const document = makeDocument(anExport(carrier, { items: someItems(count) }), NUMBERS[carrier]);
      for (const { page, size } of pagesOf(document))
        expect(await readCodes(pictureOfPage(page, 203, size), ['Code128'])).toEqual([NUMBERS[carrier]]);
      for (const texts of textsOf(document))
        expect(texts.map(({ text }) => text)).toContain('SAMPLE \x97 NOT VALID FOR CUSTOMS');
    },
  );
});

const WIDE = `${'W'.repeat(30)} ${'wide letters and more words '.repeat(3)}`.slice(0, 100).trim();
const LONGEST = {
  name: WIDE,
  company: WIDE,
  street1: WIDE,
  street2: WIDE,
  city: WIDE,
  state: '',
  zip: '1'.repeat(20),
  country: 'DE',
  phone: '+4930123456789012',
  email: `${'w'.repeat(60)}@example.com`,
};

describe('the longest texts', () => {
  const items = someItems(7).map((item) => ({
    ...item,
    description: WIDE,
    sku: 'S'.repeat(60),
    hsCode: '610910001234',
    quantity: 9999,
    unitValueCents: 10_000,
  }));
  const customs = {
    items,
    signer: 'W'.repeat(70),
    invoiceNumber: 'W'.repeat(35),
    recipientTaxId: { kind: 'other', number: 'W'.repeat(28) },
    contentsType: 'other' as const,
    contentsExplanation: 'W'.repeat(25),
  };

  it.each(CARRIERS)('of a %s document are complete and stay on the page', (carrier) => {
    const document = makeDocument(anExport(carrier, customs, LONGEST), NUMBERS[carrier]);
    expectOnPage(document);
    const words = wordsIn(document);
    for (const field of [
      WIDE,
      customs.signer,
      customs.invoiceNumber,
      customs.contentsExplanation,
      '6109.10.00.12.34',
    ])
      expect(words.toUpperCase()).toContain(field.replace(/\s/g, '').toUpperCase());
    expect(words).not.toContain('\x85');
  });

  it.each(CARRIERS)('in other scripts are transliterated on a %s document', (carrier) => {
    const korean = '서울특별시 강남구 테헤란로 '.repeat(6).slice(0, 100);
    const to = { ...LONGEST, name: korean, company: korean, street1: korean, street2: korean, country: 'KR' };
    const document = makeDocument(
      anExport(carrier, { items: [{ ...items[0], description: '陶瓷杯 чашка' }] as typeof items }, to),
      NUMBERS[carrier],
    );
    expectOnPage(document);
    const words = wordsIn(document);
    expect(words).toContain('[3Chinesecharacters]');
    expect(words).toContain('chashka');
    expect(words).not.toContain('\x85');
  });
});

const wordsIn = (document: StoredDocument | null) =>
  textsOf(document)
    .flat()
    .map(({ text }) => text.replace(/\s/g, ''))
    .join('');

/** No text leaves the page, and no two texts of a page overlap. */
function expectOnPage(document: StoredDocument | null) {
  const pages = pagesOf(document);
  textsOf(document).forEach((texts, index) => {
    const width = ((pages[index]?.size.width ?? 0) / 72) * 203;
    const boxes = texts.map(({ text, size, x, y, bold }) => {
      const characters = Buffer.from(text, 'latin1').toString('latin1').replace(/\x97/g, '—');
      return { text, x, right: x + widthOfText(characters, size, bold), y, top: y + size * 0.6 };
    });
    for (const box of boxes) {
      expect(box.x, box.text).toBeGreaterThan(0);
      expect(box.right, box.text).toBeLessThan(width);
    }
    boxes.forEach((one, at) => {
      for (const other of boxes.slice(at + 1)) {
        const apart =
          one.right <= other.x + 1 || other.right <= one.x + 1 || one.top <= other.y || other.top <= one.y;
        expect(apart, `“${one.text}” and “${other.text}” overlap`).toBe(true);
      }
    });
  });
}
