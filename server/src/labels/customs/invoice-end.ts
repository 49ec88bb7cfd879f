import type { Canvas } from '../layout/canvas.ts';
import type { CustomsContent } from './customs-content.ts';
import { kilograms, money, poundsAndOunces } from './customs-figures.ts';
import { drawField } from './fields.ts';
import { FIELD, LEFT, RIGHT, WIDTH } from './letter-page.ts';

/** Totals and the signature, at the end of the last page. */
export const END_HEIGHT = 380;

const TOTALS_WIDTH = 640;
const TOTALS_LEFT = RIGHT - TOTALS_WIDTH;
const LINE = 42;

const STATEMENT =
  'I declare that all the information on this invoice is true and correct, and that the value of the goods is their full value for customs.';

export function drawEnd(canvas: Canvas, content: CustomsContent, y: number) {
  drawTotals(canvas, content, y);
  const width = WIDTH - TOTALS_WIDTH - 24;
  canvas.text('Declaration', LEFT, y + 26, { size: 26, bold: true });
  canvas.block([STATEMENT], { x: LEFT, y: y + 42, width, height: 130, size: 26 });
  const fields = [
    ['Name of signer', content.signer],
    ['Date', content.date],
    ['Signature', ''],
  ] as const;
  const [name, date, signature] = fields;
  const nameWidth = width - 240;
  drawField(canvas, { x: LEFT, y: y + 180, width: nameWidth, height: 76 }, name[0], name[1], FIELD);
  drawField(canvas, { x: LEFT + nameWidth, y: y + 180, width: 240, height: 76 }, date[0], date[1], FIELD);
  drawField(
    canvas,
    { x: LEFT, y: y + 256, width, height: END_HEIGHT - 256 },
    signature[0],
    signature[1],
    FIELD,
  );
}

function drawTotals(canvas: Canvas, content: CustomsContent, y: number) {
  const { netOz, grossOz, quantity, valueCents, items } = content;
  const lines = [
    [
      'Total quantity',
      `${quantity} ${quantity === 1 ? 'pc' : 'pcs'} in ${items.length} ${items.length === 1 ? 'line' : 'lines'}`,
    ],
    ['Total net weight', `${poundsAndOunces(netOz)} (${kilograms(netOz)})`],
    ['Total gross weight, 1 package', `${poundsAndOunces(grossOz)} (${kilograms(grossOz)})`],
    ['Value of goods', money(valueCents)],
    ['Freight and insurance', 'Not included'],
    ['Other charges', 'None'],
    ['Discount', 'None'],
  ] as const;
  canvas.frame(TOTALS_LEFT, y, TOTALS_WIDTH, END_HEIGHT, 2);
  lines.forEach(([name, text], index) => {
    const baseline = y + 40 + index * LINE;
    canvas.text(name, TOTALS_LEFT + 16, baseline, { size: 26 });
    canvas.line(text, RIGHT - 16, baseline, 300, { size: 26, align: 'right', smallest: 8 });
  });
  const top = y + END_HEIGHT - 60;
  canvas.box(TOTALS_LEFT, top, TOTALS_WIDTH, 60);
  canvas.text('Invoice total', TOTALS_LEFT + 16, top + 42, { size: 32, bold: true, white: true });
  canvas.line(`USD ${money(valueCents)}`, RIGHT - 16, top + 42, 380, {
    size: 34,
    bold: true,
    white: true,
    align: 'right',
    smallest: 8,
  });
}
