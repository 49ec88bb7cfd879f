import { labelContent } from './content/label-content.ts';
import { drawLabel } from './layout/draw-label.ts';
import { pageStream } from './pdf/page-stream.ts';
import { storePage } from './pdf/stored-page.ts';
import type { LabelRequest, StoredLabel } from './port.ts';

/** The label of a purchase, as stored. */
export function makeLabel(order: LabelRequest, trackingNumber: string): StoredLabel {
  const content = labelContent(order, trackingNumber);
  return storePage({ page: pageStream(drawLabel(content)), content });
}
