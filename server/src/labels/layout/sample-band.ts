import { type Canvas, EDGE, MIDDLE } from './canvas.ts';

export const SAMPLE_NOTICE = 'SAMPLE — NOT VALID FOR POSTAGE';
export const CUSTOMS_NOTICE = 'SAMPLE — NOT VALID FOR CUSTOMS';

/** White on black at the bottom of every 4 × 6 in page. */
const SAMPLE_BAND = { top: 1128, height: EDGE.bottom - 1128 } as const;

export function drawSampleBand(canvas: Canvas, notice = SAMPLE_NOTICE) {
  canvas.box(EDGE.left, SAMPLE_BAND.top, EDGE.right - EDGE.left, SAMPLE_BAND.height);
  const baseline = SAMPLE_BAND.top + SAMPLE_BAND.height / 2 + 14;
  canvas.text(notice, MIDDLE, baseline, { size: 40, bold: true, white: true, align: 'center' });
}
