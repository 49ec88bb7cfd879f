import { addressLines } from '../content/address-lines.ts';
import { dhlPieceBars, dhlRoutingBars, dhlWaybillBars } from '../content/carrier-symbols.ts';
import { shortDate, weightText } from '../content/figures.ts';
import type { LabelContent } from '../content/label-content.ts';
import { capitals } from '../content/plain-letters.ts';
import { Canvas, EDGE, MIDDLE, templateOf } from './canvas.ts';
import { drawSampleBand } from './sample-band.ts';

const TEMPLATE = templateOf((canvas) => {
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 3);
  canvas.box(692, EDGE.top, EDGE.right - 692, 84);
  canvas.rule(100, 3);
  canvas.text('FROM:', 32, 132, { size: 20, bold: true });
  canvas.text('ORIGIN', 776, 134, { size: 20, align: 'right' });
  canvas.rule(258, 3);
  canvas.text('TO:', 32, 296, { size: 24, bold: true });
  canvas.rule(490, 6);
  canvas.rule(576, 3);
  canvas.text('DATE', 430, 600, { size: 18, align: 'center' });
  canvas.text('WEIGHT', 610, 600, { size: 18, align: 'center' });
  canvas.text('PIECE', 776, 600, { size: 18, align: 'right' });
  canvas.text('1/1', 776, 634, { size: 30, bold: true, align: 'right' });
  canvas.rule(644, 3);
  drawSampleBand(canvas);
});

export function drawDhl(content: LabelContent): Canvas {
  const canvas = new Canvas(TEMPLATE);
  drawProduct(canvas, content);
  drawAddresses(canvas, content);
  drawStations(canvas, content);
  drawBars(canvas, content);
  return canvas;
}

function drawProduct(canvas: Canvas, content: LabelContent) {
  const name = capitals(content.serviceName).replace(/^DHL /, '');
  canvas.line(`DHL ${name}`, 32, 76, 640, { size: 52, bold: true });
  // D is documents, P is dutiable goods. An older label is drawn again as it was printed.
  const letter = (content.documents ?? content.parcel.type === 'envelope') ? 'D' : 'P';
  canvas.text(letter, 744, 84, { size: 76, bold: true, white: true, align: 'center' });
}

function drawAddresses(canvas: Canvas, content: LabelContent) {
  const { from, to, routing } = content;
  canvas.block(addressLines(from, ''), { x: 112, y: 112, width: 470, height: 142, size: 22 });
  canvas.line(capitals(from.phone), 776, 240, 180, { size: 20, align: 'right' });
  canvas.text(routing.detail, 776, 180, { size: 44, bold: true, align: 'right' });
  canvas.block(addressLines(to, ''), {
    x: 112,
    y: 268,
    width: 664,
    height: 190,
    size: 36,
    smallest: 20,
    bold: true,
  });
  canvas.line(capitals(to.phone), 776, 480, 400, { size: 20, align: 'right' });
}

function drawStations(canvas: Canvas, content: LabelContent) {
  const { routing, to, parcel, shipDate, reference } = content;
  canvas.line(`${routing.code}-${capitals(to.zip).replace(/\s/g, '')}`, MIDDLE, 556, 740, {
    size: 66,
    bold: true,
    align: 'center',
  });
  canvas.line(capitals(reference && `REF: ${reference}`), 32, 606, 310, { size: 22 });
  canvas.line(`ZONE ${capitals(content.zone)}`, 32, 634, 310, { size: 22 });
  canvas.text(shortDate(shipDate), 430, 634, { size: 30, bold: true, align: 'center' });
  canvas.text(weightText(parcel.weightLb), 610, 634, { size: 30, bold: true, align: 'center' });
}

function drawBars(canvas: Canvas, content: LabelContent) {
  const waybill = capitals(content.trackingNumber).replace(/^(\d{2})(\d{4})(\d{4})$/, '$1 $2 $3');
  const [routing, piece] = [dhlRoutingBars(content), dhlPieceBars(content)];
  const codes: [string, string][] = [
    [dhlWaybillBars(content), `WAYBILL ${waybill}`],
    [routing, `(2L)${routing.slice(2)}`],
    [piece, `(J)${piece.slice(1)}`],
  ];
  codes.forEach(([text, shown], index) => {
    const top = 660 + index * 156;
    canvas.bars(text, { center: MIDDLE, y: top, height: 112, width: 780, maxModule: index === 0 ? 4 : 3 });
    canvas.line(shown, MIDDLE, top + 138, 740, { size: 26, bold: index === 0, align: 'center' });
  });
}
