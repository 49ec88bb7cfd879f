import { addressLines } from '../content/address-lines.ts';
import { uspsBars } from '../content/carrier-symbols.ts';
import { inFours, slashDate, weightText } from '../content/figures.ts';
import type { LabelContent } from '../content/label-content.ts';
import { capitals } from '../content/plain-letters.ts';
import { Canvas, EDGE, MIDDLE, templateOf } from './canvas.ts';
import { drawSampleBand } from './sample-band.ts';

const ICONS = [
  [/express/i, 'E'],
  [/priority/i, 'P'],
  [/ground/i, 'G'],
  [/first|international/i, 'I'],
] as const;

const TEMPLATE = templateOf((canvas) => {
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 4);
  canvas.box(218, EDGE.top, 4, 204);
  canvas.text('SAMPLE', 371, 134, { size: 60, bold: true, align: 'center' });
  canvas.frame(520, 32, 260, 172, 3);
  postageLine(canvas, 0, 'NO POSTAGE PAID');
  postageLine(canvas, 1, 'SAMPLE BY LADING');
  postageLine(canvas, 4, 'COMMERCIAL');
  canvas.rule(220, 4);
  canvas.rule(296, 4);
  canvas.text('SHIP', 36, 552, { size: 26, bold: true });
  canvas.text('TO:', 36, 580, { size: 26, bold: true });
  canvas.rule(760, 10);
  canvas.text('USPS TRACKING #', MIDDLE, 812, { size: 36, bold: true, align: 'center' });
  canvas.rule(1068, 10);
  canvas.text('PACKAGE 1 OF 1', 772, 1108, { size: 26, align: 'right' });
  drawSampleBand(canvas);
});

export function drawUsps(content: LabelContent): Canvas {
  const canvas = new Canvas(TEMPLATE);
  drawPostage(canvas, content);
  drawAddresses(canvas, content);
  drawBars(canvas, content);
  canvas.line(capitals(content.reference && `Ref: ${content.reference}`), 40, 1108, 520, { size: 26 });
  return canvas;
}

/** The first line is bold. */
function postageLine(canvas: Canvas, index: number, text: string) {
  const bold = index === 0;
  canvas.line(text, 650, 64 + index * 32, 244, { size: bold ? 28 : 24, bold, align: 'center' });
}

function drawPostage(canvas: Canvas, content: LabelContent) {
  const name = `${content.service} ${content.serviceName}`;
  const icon = ICONS.find(([pattern]) => pattern.test(name))?.[1] ?? 'U';
  canvas.text(icon, 118, 188, { size: 196, bold: true, align: 'center' });
  postageLine(canvas, 2, slashDate(content.shipDate));
  postageLine(canvas, 3, `${weightText(content.parcel.weightLb)}  ZONE ${capitals(content.zone)}`);
  const service = capitals(content.serviceName).replace(/^USPS /, '');
  canvas.line(`USPS ${service}™`, MIDDLE, 278, 750, { size: 54, bold: true, align: 'center' });
}

function drawAddresses(canvas: Canvas, content: LabelContent) {
  const { from, to, routing } = content;
  canvas.block(addressLines(from, to.country), { x: 36, y: 316, width: 480, height: 150, size: 26 });
  const facts = [
    `SHIP DATE: ${slashDate(content.shipDate)}`,
    `WEIGHT: ${weightText(content.parcel.weightLb)}`,
    `ZONE: ${capitals(content.zone)}`,
  ];
  facts.forEach((fact, index) => {
    canvas.text(fact, 772, 338 + index * 28, { size: 24, align: 'right' });
  });
  // Carrier routes are domestic only.
  if (to.country === from.country) {
    canvas.text(routing.detail, 772, 446, { size: 40, bold: true, align: 'right' });
    canvas.frame(684, 464, 90, 40, 3);
    canvas.text(routing.code, 729, 493, { size: 28, bold: true, align: 'center' });
  }
  canvas.block(addressLines(to, from.country), {
    x: 124,
    y: 526,
    width: 648,
    height: 226,
    size: 40,
    smallest: 22,
  });
}

function drawBars(canvas: Canvas, content: LabelContent) {
  canvas.bars(uspsBars(content), { center: MIDDLE, y: 832, height: 172, width: 780 });
  canvas.line(grouped(content.trackingNumber), MIDDLE, 1050, 740, { size: 38, bold: true, align: 'center' });
}

/** LX 123 456 785 US, or groups of four digits. */
const grouped = (number: string) => {
  const parts = /^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/.exec(number);
  return parts ? parts.slice(1).join(' ') : inFours(number);
};
