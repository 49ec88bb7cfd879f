import { buffer } from 'node:stream/consumers';
import { CARRIERS } from '@lading/contract/parcel.ts';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTier } from '../../../test/tier.ts';
import { anOrder, SERVICES } from '../label-order.fixture.ts';
import { makeLabel } from '../make-label.ts';
import type { SkippedLabel, StoredLabel } from '../port.ts';
import { decodeStream } from './foreign/decode-stream.ts';
import { kitPdf, LABEL_SIZE, packedPdf, plainPdf } from './foreign/foreign-pdfs.fixture.ts';
import { readForeignPdf } from './foreign/read-foreign-pdf.ts';
import { mergeLabels } from './merge-labels.ts';
import type { MergeOptions } from './merge-pieces.ts';

const own = CARRIERS.map((carrier) => makeLabel(anOrder(carrier), SERVICES[carrier].number));
const asLabel = (bytes: Uint8Array): StoredLabel => ({ format: 'pdf', bytes });

async function merge(labels: StoredLabel[], options?: MergeOptions) {
  const leftOut: SkippedLabel[] = [];
  const keep = (label: SkippedLabel) => {
    leftOut.push(label);
    return null;
  };
  const bytes = await buffer(mergeLabels(labels, keep, options));
  const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true });
  const sizes = document.getPages().map((page) => [page.getWidth(), page.getHeight()]);
  return { bytes, leftOut, sizes };
}

/** The operators of each page of a PDF. */
function contentsOf(bytes: Uint8Array): string[] {
  const reading = readForeignPdf(bytes);
  if (reading.outcome !== 'read') throw new Error(reading.text);
  return reading.pages.map(({ contents }) =>
    contents.map((part) => decodeStream(part, 1_000_000).toString('latin1')).join('\n'),
  );
}

describe('merging labels that arrived as a PDF', () => {
  it('keeps every page unchanged and in order', async () => {
    const [usps, ups] = own;
    const foreign = [await packedPdf({ pages: 2 }), await plainPdf({ size: [432, 288] }), await kitPdf()];
    const [packed, plain, kit] = foreign.map(asLabel);
    const labels = [usps, packed, plain, ups, kit].filter((label) => !!label);
    const { bytes, leftOut, sizes } = await merge(labels);
    expect(leftOut).toEqual([]);
    expect(sizes).toEqual([LABEL_SIZE, LABEL_SIZE, LABEL_SIZE, [432, 288], LABEL_SIZE, LABEL_SIZE]);
    const [one, two, three, , five, six] = contentsOf(bytes);
    expect([one, five].map((content) => content?.includes('(SAMPLE \x97 NOT VALID FOR POSTAGE)'))).toEqual([
      true,
      true,
    ]);
    const [packedContents, kitContents] = [contentsOf(foreign[0] ?? bytes), contentsOf(foreign[2] ?? bytes)];
    expect([two, three]).toEqual(packedContents);
    expect([six]).toEqual(kitContents);
  });

  it('copies fonts once for all pages of a file', async () => {
    const { bytes } = await merge([asLabel(await packedPdf({ pages: 30 }))]);
    expect(bytes.toString('latin1').match(/\/BaseFont \/Courier-Bold/g)).toHaveLength(1);
  });

  it('places labels on sheets, and gives a larger page its own sheet without changing the order', async () => {
    const small = asLabel(await plainPdf());
    const lying = asLabel(await plainPdf({ size: [432, 288] }));
    const large = asLabel(await plainPdf({ size: [500, 700] }));
    const { sizes, leftOut } = await merge(
      [...own.slice(0, 1), small, small, large, lying, ...own.slice(1, 2)],
      {
        paper: 'letter',
        perSheet: 2,
      },
    );
    expect(leftOut).toEqual([]);
    expect(sizes).toEqual([
      [612, 792],
      [612, 792],
      [500, 700],
      [612, 792],
    ]);
  });

  it('skips unusable labels with a reason, and merges the rest', async () => {
    const sound = await packedPdf();
    const locked = await kitPdf({ password: 'secret', version: '1.7' });
    const labels = [sound, locked, sound.subarray(0, 400), Buffer.from('junk'), sound].map(asLabel);
    const { sizes, leftOut } = await merge(labels);
    expect(sizes).toHaveLength(2);
    expect(leftOut).toEqual([
      { index: 1, text: 'This PDF cannot be merged: it is encrypted.' },
      { index: 2, text: 'This PDF cannot be merged: it is incomplete.' },
      { index: 3, text: 'This PDF cannot be merged: it is not a PDF.' },
    ]);
  });

  it('requests the next label only after the previous chunk was consumed', async () => {
    const label = asLabel(await kitPdf());
    let asked = 0;
    let longest = 0;
    async function* source() {
      for (; asked < 2000; asked++) yield label;
    }
    for await (const chunk of mergeLabels(source(), () => null)) {
      longest = Math.max(longest, asked < 2000 ? chunk.length : 0);
    }
    expect(asked).toBe(2000);
    expect(longest).toBeLessThan(80_000);
  });
});

describe('merging a corrupted PDF', () => {
  let samples: Uint8Array[] = [];
  beforeAll(async () => {
    samples = [await packedPdf({ pages: 2 }), await plainPdf({ pages: 2 }), await kitPdf({ pages: 2 })];
  });

  it('produces a valid document, on labels and on sheets', async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    const change = fc.tuple(place, fc.constantFrom(...Buffer.from('<>[]()/ 0129R%\\endobjstream\n')));
    let merged = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.array(change, { maxLength: 4 }), async (which, changes) => {
        const bytes = Uint8Array.from(samples[which] ?? []);
        for (const [share, value] of changes) bytes[Math.floor(share * bytes.length)] = value;
        for (const options of [undefined, { paper: 'a4', perSheet: 2 } as const]) {
          const { sizes, leftOut } = await merge([...own.slice(0, 1), asLabel(bytes)], options);
          expect(sizes.length).toBeGreaterThanOrEqual(1);
          if (leftOut.length === 0) merged += 1;
        }
      }),
      // Unchanged files are always merged; for the others it is random.
      {
        numRuns: inTier(50, 150),
        examples: [
          [0, []],
          [1, []],
          [2, []],
        ],
      },
    );
    expect(merged).toBeGreaterThanOrEqual(6);
  });
});
