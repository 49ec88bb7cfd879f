import type { Drawing } from '../drawing/drawing.ts';
import { Canvas, EDGE, MIDDLE } from './canvas.ts';

export const TEST_CODE = 'PRINT TEST';

/** Exact, because layouts use 203 dpi. */
const INCH = 203;
const LEFT = 40;
const WIDTH = EDGE.right - 24 - LEFT;

/** Checks scale, paper size and bar-code quality of a printer without wasting a label. */
export function drawTestPage(): Drawing {
  const canvas = new Canvas();
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 3);
  canvas.text('Test label', LEFT, 92, { size: 60, bold: true });
  canvas.text('4 × 6 in', EDGE.right - 24, 92, { size: 44, align: 'right' });
  canvas.rule(120, 6);

  drawStep(canvas, 140, '1  Measure', [
    'Each line should be exactly one inch (25.4 mm). If not, set the scale to 100% or “Actual size” in the print dialog, and turn off “Fit to page”.',
  ]);
  drawRuler(canvas, { x: 150, y: 410, down: false });
  drawRuler(canvas, { x: 560, y: 330, down: true });
  canvas.text('1 inch', 150 + INCH / 2, 352, { size: 26, align: 'center' });
  canvas.text('25.4 mm', 150 + INCH / 2, 486, { size: 26, align: 'center' });
  canvas.text('1 inch', 500, 440, { size: 26, align: 'right' });
  canvas.text('25.4 mm', 606, 440, { size: 26 });
  canvas.rule(560, 3);

  drawStep(canvas, 576, '2  Look at the edges', [
    'You should see all four sides of the frame. If one is missing, select the correct paper size in the printer settings.',
  ]);
  canvas.rule(724, 3);

  drawStep(canvas, 740, '3  Scan', [
    `The barcode should read ${TEST_CODE}. If not, the print is too light, too dark or not at 100%.`,
  ]);
  canvas.bars(TEST_CODE, { center: MIDDLE, y: 916, height: 160, width: WIDTH });
  canvas.box(EDGE.left, 1128, EDGE.right - EDGE.left, EDGE.bottom - 1128);
  canvas.text('NOT A SHIPPING LABEL', MIDDLE, 1179, { size: 40, bold: true, white: true, align: 'center' });
  return canvas.drawing();
}

function drawStep(canvas: Canvas, y: number, heading: string, lines: string[]) {
  canvas.text(heading, LEFT, y + 40, { size: 36, bold: true });
  canvas.block(lines, { x: LEFT, y: y + 56, width: WIDTH, height: 116, size: 28 });
}

/** A one-inch ruler with eighths of an inch on one side and millimeters on the other. */
function drawRuler(canvas: Canvas, { x, y, down }: { x: number; y: number; down: boolean }) {
  const place = (at: number, off: number, length: number, thick: number) =>
    down ? canvas.box(x + off, y + at, thick, length) : canvas.box(x + at, y + off, length, thick);
  place(0, 0, INCH, 3);
  const tick = (at: number, from: number, to: number) => {
    // The last tick ends with the line.
    const start = Math.min(INCH - 2, Math.max(0, Math.round(at) - 1));
    place(start, from, 2, to - from);
  };
  for (let eighth = 0; eighth <= 8; eighth++) {
    const length = eighth % 8 === 0 ? 44 : eighth % 4 === 0 ? 32 : eighth % 2 === 0 ? 22 : 14;
    tick((eighth * INCH) / 8, -length, 0);
  }
  for (let millimetre = 0; millimetre <= 25; millimetre++) {
    tick((millimetre * INCH) / 25.4, 3, millimetre % 5 === 0 ? 29 : 17);
  }
}
