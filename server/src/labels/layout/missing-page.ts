import type { Drawing } from '../drawing/drawing.ts';
import { plain } from '../drawing/readable-text.ts';
import type { MissingPart } from '../port.ts';
import { Canvas, EDGE, MIDDLE } from './canvas.ts';

const LEFT = 40;
const WIDTH = EDGE.right - 24 - LEFT;

/** Printed in place of the label, so that the gap is noticed. It has no bar code, so it cannot be scanned as a label. */
export function drawMissing({ what, trackingNumber, text }: MissingPart): Drawing {
  const canvas = new Canvas();
  canvas.frame(EDGE.left, EDGE.top, EDGE.right - EDGE.left, EDGE.bottom - EDGE.top, 3);
  canvas.text(what === 'label' ? 'Label missing' : 'Document missing', LEFT, 92, { size: 60, bold: true });
  canvas.rule(120, 6);
  canvas.text('Tracking number', LEFT, 172, { size: 28 });
  canvas.line(plain(trackingNumber), LEFT, 224, WIDTH, { size: 44, bold: true });
  canvas.block([text], { x: LEFT, y: 272, width: WIDTH, height: 400, size: 32 });
  canvas.box(EDGE.left, 1128, EDGE.right - EDGE.left, EDGE.bottom - 1128);
  canvas.text('NOT A SHIPPING LABEL', MIDDLE, 1179, { size: 40, bold: true, white: true, align: 'center' });
  return canvas.drawing();
}
