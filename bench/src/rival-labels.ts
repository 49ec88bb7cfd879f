import bwipJs from 'bwip-js/node';
import PdfKit from 'pdfkit';
import {
  dhlPieceBars,
  dhlRoutingBars,
  dhlWaybillBars,
  fedExBars,
  upsBars,
  upsMaxiCode,
  upsMaxiCodeReading,
  upsPostalBars,
  uspsBars,
} from '../../server/src/labels/content/carrier-symbols.ts';
import type { LabelContent } from '../../server/src/labels/content/label-content.ts';
import { type Drawing, leftOf } from '../../server/src/labels/drawing/drawing.ts';
import { maxiCodeShape } from '../../server/src/labels/drawing/maxicode-shape.ts';
import { drawLabel } from '../../server/src/labels/layout/draw-label.ts';

/** The same labels with common libraries: barcodes by bwip-js, pages by pdfkit. */

type CodeOptions = Parameters<typeof bwipJs.toBuffer>[0];

interface PlacedCode {
  options: CodeOptions;
  x: number;
  y: number;
  width: number;
  height: number;
}

const LINEAR: Record<LabelContent['carrier'], ((content: LabelContent) => string)[]> = {
  USPS: [uspsBars],
  UPS: [upsPostalBars, upsBars],
  FedEx: [fedExBars],
  DHL: [dhlWaybillBars, dhlRoutingBars, dhlPieceBars],
};

const codes128 = (text: string): CodeOptions => ({
  bcid: 'code128',
  text: text.replaceAll('\uE001', '^FNC1'),
  parsefnc: true,
});

const escaped = (text: string) =>
  [...text]
    .map((letter) => (letter < ' ' ? `^${String(letter.charCodeAt(0)).padStart(3, '0')}` : letter))
    .join('');

/** Every barcode of a label, in the positions of our drawing. */
function codesOf(content: LabelContent, drawing: Drawing): PlacedCode[] {
  const linear = LINEAR[content.carrier].map((text) => codes128(text(content)));
  return drawing.marks.flatMap((mark) => {
    if (mark.kind === 'linear') {
      const width = mark.symbol.modules * mark.module;
      const options = linear.shift() ?? codes128(content.trackingNumber);
      return [{ options, x: leftOf(mark), y: mark.y, width, height: mark.height }];
    }
    if (mark.kind === 'stacked') {
      const options = { bcid: 'pdf417', text: escaped(mark.text), parse: true, columns: 10, eclevel: 4 };
      const size = { width: mark.symbol.modules * mark.module, height: mark.symbol.rows * mark.rowHeight };
      return [{ options, x: leftOf(mark), y: mark.y, ...size }];
    }
    if (mark.kind === 'hexagons') {
      const text = escaped(upsMaxiCodeReading(upsMaxiCode(content)));
      const options = { bcid: 'maxicode', text, parse: true, mode: mark.symbol.mode };
      const { width, height } = maxiCodeShape(drawing.resolution);
      return [{ options, x: mark.x, y: mark.y, width, height }];
    }
    return [];
  });
}

/** Only the patterns of the barcodes. */
export function patternsOnly(content: LabelContent): number {
  return codesOf(content, drawLabel(content)).reduce(
    (sum, { options }) => sum + bwipJs.raw(options).length,
    0,
  );
}

type Place = (page: PDFKit.PDFDocument, code: PlacedCode) => void | Promise<void>;

async function rivalLabel(content: LabelContent, place: Place): Promise<Uint8Array> {
  const drawing = drawLabel(content);
  const page = new PdfKit({ size: [288, 432], margin: 0 });
  const chunks: Uint8Array[] = [];
  const ended = new Promise((resolve) => {
    page.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    page.on('end', resolve);
  });
  page.scale(72 / drawing.resolution);
  for (const mark of drawing.marks) {
    if (mark.kind === 'box') page.rect(mark.x, mark.y, mark.width, mark.height).fill('black');
    if (mark.kind !== 'text') continue;
    page.font(mark.bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(mark.size);
    page.fillColor(mark.white ? 'white' : 'black');
    const wide = mark.align === 'left' ? 0 : page.widthOfString(mark.text);
    const x = mark.x - (mark.align === 'right' ? wide : wide / 2);
    page.text(mark.text, x, mark.baseline - 0.72 * mark.size, { lineBreak: false });
  }
  for (const code of codesOf(content, drawing)) await place(page, code);
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Barcodes as images. */
export const rivalPngLabel = (content: LabelContent) =>
  rivalLabel(content, async (page, { options, x, y, width, height }) => {
    page.image(await bwipJs.toBuffer({ ...options, scale: 2 }), x, y, { width, height });
  });

/** Barcodes as filled shapes. */
export const rivalVectorLabel = (content: LabelContent) =>
  rivalLabel(content, (page, { options, x, y, width, height }) => {
    const [pattern] = bwipJs.raw(options);
    if (pattern && 'sbs' in pattern) drawBars(page, pattern.sbs, { x, y, width, height });
    else if (pattern && options.bcid === 'maxicode') drawHexagons(page, pattern.pixs, { x, y });
    else if (pattern) drawMatrix(page, pattern, { x, y, width, height });
    page.fill('black');
  });

interface Space {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawBars(page: PDFKit.PDFDocument, widths: number[], { x, y, width, height }: Space) {
  const module = width / widths.reduce((sum, wide) => sum + wide, 0);
  let at = x;
  widths.forEach((wide, index) => {
    if (index % 2 === 0) page.rect(at, y, wide * module, height);
    at += wide * module;
  });
}

function drawMatrix(
  page: PDFKit.PDFDocument,
  { pixs, pixx, pixy }: { pixs: number[]; pixx: number; pixy: number },
  { x, y, width, height }: Space,
) {
  const [module, rowHeight] = [width / pixx, height / pixy];
  for (let at = 0; at < pixs.length; at++) {
    if (pixs[at] !== 1) continue;
    const from = at;
    while (pixs[at + 1] === 1 && (at + 1) % pixx !== 0) at++;
    const left = x + (from % pixx) * module;
    page.rect(left, y + Math.floor(from / pixx) * rowHeight, (at - from + 1) * module, rowHeight);
  }
}

function drawHexagons(page: PDFKit.PDFDocument, places: number[], { x, y }: { x: number; y: number }) {
  const { centerOf, reach, rings, bullseye } = maxiCodeShape(203);
  for (const place of places) {
    const center = centerOf(place);
    const [left, top] = [x + center.x, y + center.y];
    const half = reach.y / 2;
    page
      .moveTo(left, top - reach.y)
      .lineTo(left + reach.x, top - half)
      .lineTo(left + reach.x, top + half)
      .lineTo(left, top + reach.y)
      .lineTo(left - reach.x, top + half)
      .lineTo(left - reach.x, top - half)
      .closePath();
  }
  page.fill('black');
  for (const { outer, inner } of rings) {
    page.circle(x + bullseye.x, y + bullseye.y, outer).circle(x + bullseye.x, y + bullseye.y, inner);
    page.fill('black', 'even-odd');
  }
  page.rect(x, y, 0, 0);
}
