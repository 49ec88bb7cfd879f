import { encodePdf417 } from '../barcodes/pdf417.ts';
import { addressLines } from '../content/address-lines.ts';
import { fedExBars, fedExMessage, isFedExGround } from '../content/carrier-symbols.ts';
import { inFours, pounds, shortDate, weekday } from '../content/figures.ts';
import type { LabelContent } from '../content/label-content.ts';
import { capitals } from '../content/plain-letters.ts';
import { Canvas, EDGE, MIDDLE, templateOf } from './canvas.ts';
import { drawSampleBand } from './sample-band.ts';

const COLUMNS = 10;
const CORRECTION_LEVEL = 4;
/** PDF417 needs three modules; higher rows tolerate a skewed scan. */
const ROW_HEIGHT = { least: 9, most: 15 } as const;
const MESSAGE_HEIGHT = 204;

const TEMPLATE = templateOf((canvas) => {
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 3);
  canvas.box(478, EDGE.top, 3, 164);
  factLine(canvas, 2, 'CAD: 0000000/LADING');
  factLine(canvas, 4, 'BILL SENDER');
  canvas.rule(178, 3);
  canvas.text('TO', 32, 222, { size: 30, bold: true });
  canvas.rule(456, 3);
  canvas.rule(694, 6);
  canvas.text('TRK#', 32, 744, { size: 26, bold: true });
  canvas.frame(32, 760, 86, 36, 3);
  canvas.text('1 OF 1', 136, 787, { size: 26 });
  canvas.rule(806, 3);
  canvas.rule(956, 3);
  drawSampleBand(canvas);
});

export function drawFedEx(content: LabelContent): Canvas {
  const canvas = new Canvas(TEMPLATE);
  drawSender(canvas, content);
  drawRecipient(canvas, content);
  drawMessage(canvas, content);
  drawService(canvas, content);
  canvas.bars(fedExBars(content), { center: MIDDLE, y: 978, height: 132, width: 780 });
  return canvas;
}

function drawSender(canvas: Canvas, { from, to, parcel, shipDate }: LabelContent) {
  const lines = [...addressLines(from, to.country), capitals(from.phone)].filter(Boolean);
  canvas.block(lines, { x: 32, y: 30, width: 430, height: 140, size: 22 });
  const size = [parcel.lengthIn, parcel.widthIn, parcel.heightIn].map((side) => Math.ceil(side)).join('x');
  factLine(canvas, 0, `SHIP DATE: ${shortDate(shipDate)}`);
  factLine(canvas, 1, `ACTWGT: ${pounds(parcel.weightLb)} LB`);
  factLine(canvas, 3, `DIMS: ${size} IN`);
}

/** The last line is bold. */
function factLine(canvas: Canvas, index: number, text: string) {
  canvas.line(text, 494, 50 + index * 28, 290, { size: 23, bold: index === 4 });
}

function drawRecipient(canvas: Canvas, content: LabelContent) {
  const { to, from, reference } = content;
  canvas.block(addressLines(to, from.country), {
    x: 96,
    y: 192,
    width: 680,
    height: 218,
    size: 40,
    smallest: 22,
    bold: true,
  });
  const phone = capitals(to.phone);
  canvas.text(phone, 96, 444, { size: 22 });
  canvas.line(capitals(reference && `REF: ${reference}`), 776, 444, 440, { size: 22, align: 'right' });
}

function drawMessage(canvas: Canvas, content: LabelContent) {
  const text = fedExMessage(content);
  const symbol = encodePdf417(text, COLUMNS, CORRECTION_LEVEL);
  canvas.marks.push({
    kind: 'stacked',
    symbol,
    text,
    center: MIDDLE,
    y: 474,
    module: 3,
    rowHeight: Math.min(
      ROW_HEIGHT.most,
      Math.max(ROW_HEIGHT.least, Math.floor(MESSAGE_HEIGHT / symbol.rows)),
    ),
  });
}

function drawService(canvas: Canvas, content: LabelContent) {
  const { routing, serviceName, deliveryDate, to } = content;
  canvas.line(inFours(content.trackingNumber), 112, 746, 326, { size: 44, bold: true });
  canvas.text(isFedExGround(content) ? '0019' : '0201', 75, 787, { size: 26, bold: true, align: 'center' });
  const name = capitals(serviceName).replace(/^FEDEX /, '');
  if (deliveryDate) {
    canvas.text(weekday(deliveryDate), 776, 744, { size: 40, bold: true, align: 'right' });
    canvas.line(`FEDEX ${name}`, 776, 790, 500, { size: 38, bold: true, align: 'right' });
  } else canvas.line(`FEDEX ${name}`, 776, 766, 330, { size: 44, bold: true, align: 'right' });
  canvas.line(routing.code, 32, 902, 400, { size: 100, bold: true });
  canvas.line(capitals(to.zip), 776, 884, 330, { size: 76, bold: true, align: 'right' });
  canvas.text(routing.detail, 776, 936, { size: 40, bold: true, align: 'right' });
  canvas.line(`ZONE ${capitals(content.zone)}`, 32, 944, 300, { size: 26 });
}
