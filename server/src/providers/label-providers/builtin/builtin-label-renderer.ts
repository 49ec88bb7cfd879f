import type { LabelRenderer, LabelSheet, LeftOutLabel, PrinterDpi, Rendering, StoredLabel } from '../port.ts';
import type { Drawing } from './labels/drawing/drawing.ts';
import { drawLabel } from './labels/layout/draw-label.ts';
import { drawTestPage } from './labels/layout/test-page.ts';
import { ownPiece } from './labels/pdf/label-pieces.ts';
import { mergeLabels } from './labels/pdf/merge-labels.ts';
import { type MergeOptions, mergePieces } from './labels/pdf/merge-pieces.ts';
import { pageStream } from './labels/pdf/page-stream.ts';
import { readStoredPage } from './labels/pdf/stored-page.ts';
import { renderPng } from './labels/png/render-png.ts';
import { renderZpl } from './labels/zpl/render-zpl.ts';

/** Labels that were drawn here in every form, those of others as the PDF that they are. */
export class BuiltinLabelRenderer implements LabelRenderer {
  pdf(
    labels: Iterable<StoredLabel> | AsyncIterable<StoredLabel>,
    sheet: LabelSheet,
    leftOut: (label: LeftOutLabel) => void,
  ): AsyncIterable<Uint8Array> {
    return mergeLabels(labels, leftOut, optionsOf(sheet));
  }

  testPdf(sheet: LabelSheet): AsyncIterable<Uint8Array> {
    return mergePieces([ownPiece(pageStream(drawTestPage()))], optionsOf(sheet));
  }

  png(label: StoredLabel, dpi: PrinterDpi): Rendering<Uint8Array> {
    return rendered(label, dpi, renderPng);
  }

  zpl(label: StoredLabel, dpi: PrinterDpi): Rendering<string> {
    return rendered(label, dpi, renderZpl);
  }
}

const optionsOf = (sheet: LabelSheet): MergeOptions =>
  sheet.paper === '4x6' ? { paper: 'label', perSheet: 1 } : { paper: sheet.paper, perSheet: sheet.perPage };

function rendered<T>(
  { format, bytes }: StoredLabel,
  dpi: PrinterDpi,
  render: (drawing: Drawing) => T,
): Rendering<T> {
  if (format === 'pdf')
    return { outcome: 'refused', text: 'This label came as a PDF and can be printed as a PDF only.' };
  return { outcome: 'rendered', content: render(drawLabel(readStoredPage(bytes).content, dpi)) };
}
