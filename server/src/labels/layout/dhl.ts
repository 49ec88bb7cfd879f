import { addressLines } from '../content/address-lines.ts';
import { dhlPieceBars, dhlRoutingBars, dhlWaybillBars } from '../content/carrier-symbols.ts';
import { shortDate, weightText } from '../content/figures.ts';
import type { LabelContent } from '../content/label-content.ts';
import { capitals } from '../content/plain-letters.ts';
import { Canvas, EDGE, MIDDLE } from './canvas.ts';
import { drawSampleBand } from './sample-band.ts';

export function drawDhl(content: LabelContent): Canvas {
  const canvas = new Canvas();
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 3);
  drawProduct(canvas, content);
  drawAddresses(canvas, content);
  drawStations(canvas, content);
  drawBars(canvas, content);
  drawSampleBand(canvas);
  return canvas;
}

function drawProduct(canvas: Canvas, content: LabelContent) {
  const name = capitals(content.serviceName).replace(/^DHL /, '');
  canvas.line(`DHL ${name}`, 32, 76, 640, { size: 52, bold: true });
  canvas.box(692, EDGE.top, EDGE.right - 692, 84);
  // D is documents, P is dutiable goods.
  const letter = content.parcel.type === 'envelope' ? 'D' : 'P';
  canvas.text(letter, 744, 84, { size: 76, bold: true, white: true, align: 'center' });
  canvas.rule(100, 3);
}

function drawAddresses(canvas: Canvas, content: LabelContent) {
  const { from, to, routing } = content;
  canvas.text('FROM:', 32, 132, { size: 20, bold: true });
  canvas.block(addressLines(from, ''), { x: 112, y: 112, width: 470, height: 142, size: 22 });
  canvas.line(capitals(from.phone), 776, 240, 180, { size: 20, align: 'right' });
  canvas.text('ORIGIN', 776, 134, { size: 20, align: 'right' });
  canvas.text(routing.detail, 776, 180, { size: 44, bold: true, align: 'right' });
  canvas.rule(258, 3);
  canvas.text('TO:', 32, 296, { size: 24, bold: true });
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
  canvas.rule(490, 6);
}

function drawStations(canvas: Canvas, content: LabelContent) {
  const { routing, to, parcel, shipDate, reference } = content;
  canvas.line(`${routing.code}-${capitals(to.zip).replace(/\s/g, '')}`, MIDDLE, 556, 740, {
    size: 66,
    bold: true,
    align: 'center',
  });
  canvas.rule(576, 3);
  canvas.line(capitals(reference && `REF: ${reference}`), 32, 606, 310, { size: 22 });
  canvas.line(`ZONE ${capitals(content.zone)}`, 32, 634, 310, { size: 22 });
  const facts = [
    ['DATE', shortDate(shipDate), 430],
    ['WEIGHT', weightText(parcel.weightLb), 610],
    ['PIECE', '1/1', 776],
  ] as const;
  for (const [name, value, x] of facts) {
    const align = x === 776 ? 'right' : 'center';
    canvas.text(name, x, 600, { size: 18, align });
    canvas.text(value, x, 634, { size: 30, bold: true, align });
  }
  canvas.rule(644, 3);
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
