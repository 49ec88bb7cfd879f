import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { LabelEngine } from './label-engine.ts';
import { anOrder, SERVICES } from './label-order.fixture.ts';
import { makeLabel } from './make-label.ts';
import { pageOf } from './pdf/stored-page.ts';
import type { LabelSheet, SkippedLabel, StoredLabel } from './port.ts';

const renderer = new LabelEngine();
const labels = CARRIERS.map((carrier) => makeLabel(anOrder(carrier), SERVICES[carrier].number));
const unreadable: StoredLabel = { format: 'pdf', bytes: Buffer.from('%PDF-1.7 and no more') };

async function pdfOf(given: Iterable<StoredLabel> | AsyncIterable<StoredLabel>, sheet: LabelSheet) {
  const leftOut: SkippedLabel[] = [];
  const chunks: Uint8Array[] = [];
  const keep = (label: SkippedLabel) => {
    leftOut.push(label);
    return null;
  };
  for await (const chunk of renderer.pdf(given, sheet, keep)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const sizes = [...bytes.toString('latin1').matchAll(/\/MediaBox\[0 0 (\S+) (\S+)\]/g)];
  return { bytes, leftOut, pages: sizes.map(([, width, height]) => `${width}x${height}`) };
}

describe('stored labels', () => {
  it.each<[LabelSheet, string[]]>([
    [{ paper: '4x6' }, Array(4).fill('288x432')],
    [{ paper: 'letter', perPage: 1 }, Array(4).fill('612x792')],
    [{ paper: 'letter', perPage: 2 }, Array(2).fill('612x792')],
    [{ paper: 'a4', perPage: 2 }, Array(2).fill('595.28x841.89')],
  ])('become one PDF on %o, in their order', async (sheet, expected) => {
    const { bytes, pages, leftOut } = await pdfOf(labels, sheet);
    expect(pages).toEqual(expected);
    expect(leftOut).toEqual([]);
    const places = labels.map((label) => bytes.indexOf(pageOf(label.bytes)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('are merged one by one as they arrive', async () => {
    async function* arriving() {
      yield* labels;
    }
    expect((await pdfOf(arriving(), { paper: '4x6' })).pages).toHaveLength(4);
  });

  it('that cannot be read are skipped and reported by position, and the others are printed', async () => {
    const { pages, leftOut } = await pdfOf([...labels, unreadable, ...labels], { paper: '4x6' });
    expect(pages).toHaveLength(8);
    expect(leftOut).toEqual([{ index: 4, text: expect.stringMatching(/\S.*\.$/) }]);
  });

  it('that arrived as a PDF are merged with the others', async () => {
    const foreign: StoredLabel = { format: 'pdf', bytes: (await pdfOf(labels, { paper: '4x6' })).bytes };
    const { pages, leftOut } = await pdfOf([...labels, foreign], { paper: '4x6' });
    expect(pages).toHaveLength(8);
    expect(leftOut).toEqual([]);
  });

  it.each([
    [203, 812, 1218],
    [300, 1200, 1800],
  ] as const)('become PNG and ZPL for %i dpi', (dpi, width, height) => {
    for (const [index, label] of labels.entries()) {
      const png = renderer.png(label, dpi);
      if (png.outcome !== 'rendered') throw new Error(png.text);
      const header = Buffer.from(png.content);
      expect([header.toString('latin1', 1, 4), header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([
        'PNG',
        width,
        height,
      ]);
      const zpl = renderer.zpl(label, dpi);
      if (zpl.outcome !== 'rendered') throw new Error(zpl.text);
      expect(zpl.content).toMatch(new RegExp(`^\\^XA[^]*\\^PW${width}\\^LL${height}[^]*\\^XZ\\s*$`));
      expect(zpl.content.replaceAll(' ', '')).toContain(SERVICES[CARRIERS[index] ?? 'USPS'].number);
    }
  });

  it('that arrived as a PDF are refused as PNG and ZPL, with a message', () => {
    const refused = { outcome: 'refused', text: expect.stringMatching(/\S.*\.$/) };
    expect(renderer.png(unreadable, 203)).toEqual(refused);
    expect(renderer.zpl(unreadable, 300)).toEqual(refused);
  });
});
