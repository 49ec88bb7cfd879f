import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { LabelEngine } from '../label-engine.ts';
import { decodeStream } from '../pdf/foreign/decode-stream.ts';
import { readForeignPdf } from '../pdf/foreign/read-foreign-pdf.ts';
import { pageStream } from '../pdf/page-stream.ts';
import type { LabelSheet } from '../port.ts';
import { pictureOfPage } from '../read-back/page-picture.fixture.ts';
import { readCodes } from '../read-back/read-codes.fixture.ts';
import { drawTestPage, TEST_CODE } from './test-page.ts';

const testPdf = (sheet: LabelSheet) => buffer(new LabelEngine().testPdf(sheet));

/** The operators of the only page. */
function contentOf(pdf: Uint8Array): string {
  const reading = readForeignPdf(pdf);
  if (reading.outcome !== 'read') throw new Error(reading.text);
  const [page] = reading.pages;
  expect(reading.pages).toHaveLength(1);
  return (page?.contents ?? []).map((part) => decodeStream(part, 1_000_000).toString('latin1')).join('\n');
}

const numbersBefore = (content: string, operator: string) =>
  [...content.matchAll(new RegExp(`((?:-?[\\d.]+ )+)${operator}\\s`, 'g'))].map(([, numbers = '']) =>
    numbers.trim().split(' ').map(Number),
  );

describe('the printer test page', () => {
  it('is 4 × 6 inches and has one-inch rulers of exactly 72 points, horizontal and vertical', async () => {
    const pdf = await testPdf({ paper: '4x6' });
    const [page] = (await PDFDocument.load(pdf)).getPages();
    expect(page?.getSize()).toEqual({ width: 288, height: 432 });
    const content = contentOf(pdf);
    const [scale] = numbersBefore(content, 'cm')[0] ?? [];
    const inPoints = numbersBefore(content, 're').map(([, , width = 0, height = 0]) =>
      [width, height].map((dots) => dots * (scale ?? 0)),
    );
    const isInch = (points = 0) => Math.abs(points - 72) < 0.001;
    const isThin = (points = 0) => points < 2;
    expect(inPoints.filter(([wide, high]) => isInch(wide) && isThin(high))).toHaveLength(1);
    expect(inPoints.filter(([wide, high]) => isThin(wide) && isInch(high))).toHaveLength(1);
  });

  it.each([
    ['letter', { width: 612, height: 792 }],
    ['a4', { width: 595.28, height: 841.89 }],
  ] as const)('keeps its size on a sheet of %s', async (paper, size) => {
    const pdf = await testPdf({ paper, perPage: 1 });
    const [page] = (await PDFDocument.load(pdf)).getPages();
    expect(page?.getSize()).toEqual(size);
    const [[a = 0, b = 0, c = 0, d = 0] = []] = numbersBefore(contentOf(pdf), 'cm');
    expect([Math.hypot(a, b), Math.hypot(c, d)]).toEqual([1, 1]);
  });

  it('has a readable bar code, and keeps all marks on the paper', async () => {
    const drawing = drawTestPage();
    expect(await readCodes(pictureOfPage(pageStream(drawing), 203), ['Code128'])).toEqual([TEST_CODE]);
    for (const mark of drawing.marks) {
      if (mark.kind !== 'box') continue;
      expect([mark.x >= 0, mark.y >= 0]).toEqual([true, true]);
      expect([mark.x + mark.width <= drawing.width, mark.y + mark.height <= drawing.height]).toEqual([
        true,
        true,
      ]);
    }
  });
});
