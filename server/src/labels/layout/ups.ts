import { encodeMaxiCode } from '../barcodes/maxicode.ts';
import { addressLines } from '../content/address-lines.ts';
import { upsBars, upsMaxiCode, upsPostalBars } from '../content/carrier-symbols.ts';
import { shortDate, weightText } from '../content/figures.ts';
import type { LabelContent } from '../content/label-content.ts';
import { capitals } from '../content/plain-letters.ts';
import { Canvas, EDGE, MIDDLE, SMALLEST, templateOf } from './canvas.ts';
import { drawSampleBand } from './sample-band.ts';

/** The mark next to the service name; ground has none. */
const ICONS = [
  [/saver/i, '1P'],
  [/early/i, '1+'],
  [/next day|next_day|express|1st/i, '1'],
  [/2nd|expedited|2_day|2 day/i, '2'],
  [/3 day|3_day/i, '3'],
  [/standard/i, 'ST'],
] as const;

const TEMPLATE = templateOf((canvas) => {
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 3);
  canvas.text('1 OF 1', 780, 64, { size: 42, bold: true, align: 'right' });
  canvas.text('SHIP TO:', 32, 216, { size: 28, bold: true });
  canvas.rule(444, 6);
  canvas.box(288, 444, 4, 252);
  canvas.rule(696, 14);
  canvas.rule(822, 4);
  canvas.rule(1036, 14);
  canvas.text('BILLING: P/P', 32, 1080, { size: 26 });
  drawSampleBand(canvas);
});

export function drawUps(content: LabelContent): Canvas {
  const canvas = new Canvas(TEMPLATE);
  const { from, to } = content;
  canvas.block(
    [...addressLines(from, to.country), from.phone && `PHONE ${capitals(from.phone)}`].filter(Boolean),
    {
      x: 32,
      y: 26,
      width: 440,
      height: 160,
      size: 24,
    },
  );
  canvas.text(weightText(content.parcel.weightLb), 600, 64, { size: 42, bold: true, align: 'right' });
  canvas.text(`SHIP DATE: ${shortDate(content.shipDate)}`, 780, 104, { size: 24, align: 'right' });
  canvas.line(`ZONE: ${capitals(content.zone)}`, 780, 134, 260, { size: 24, align: 'right' });
  canvas.block(addressLines(to, from.country), {
    x: 100,
    y: 226,
    width: 670,
    height: 210,
    size: 38,
    smallest: 22,
  });
  drawRouting(canvas, content);
  drawService(canvas, content);
  canvas.line(capitals(content.reference && `REF 1: ${content.reference}`), 32, 1112, 700, {
    size: 26,
    smallest: SMALLEST,
  });
  return canvas;
}

function drawRouting(canvas: Canvas, content: LabelContent) {
  const { routing, text } = upsMaxiCode(content);
  const symbol = encodeMaxiCode(routing, text);
  const three = (value: number) => String(value).padStart(3, '0');
  const primary = three(routing.serviceClass) + three(routing.country) + routing.postalCode;
  canvas.marks.push({ kind: 'hexagons', symbol, primary, text, x: 38, y: 466 });
  canvas.line(content.routing.code, 316, 524, 464, { size: 68, bold: true });
  canvas.bars(upsPostalBars(content), { center: 544, y: 552, height: 122, width: 490 });
}

function drawService(canvas: Canvas, content: LabelContent) {
  const name = capitals(content.serviceName).replace(/^UPS /, '');
  const icon = ICONS.find(([pattern]) => pattern.test(`${content.service} ${content.serviceName}`))?.[1];
  canvas.line(`UPS ${name}`, 32, 764, icon ? 610 : 740, { size: 56, bold: true });
  canvas.text(`TRACKING #: ${grouped(content.trackingNumber)}`, 32, 806, { size: 30 });
  if (icon) canvas.text(icon, 780, 800, { size: 100, bold: true, align: 'right' });
  canvas.bars(upsBars(content), { center: MIDDLE, y: 842, height: 176, width: 780 });
}

/** 1Z 123 45E 03 0000 0127 */
const grouped = (text: string) =>
  capitals(text).replace(/^(1Z)(.{3})(.{3})(.{2})(.{4})(.{4})$/, '$1 $2 $3 $4 $5 $6');
