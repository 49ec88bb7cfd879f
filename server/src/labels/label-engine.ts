import { atResolution, type Drawing } from './drawing/drawing.ts';
import { drawLabel } from './layout/draw-label.ts';
import { drawMissing } from './layout/missing-page.ts';
import { drawTestPage } from './layout/test-page.ts';
import { readForeignPdf } from './pdf/foreign/read-foreign-pdf.ts';
import { LABEL, ownPiece } from './pdf/label-pieces.ts';
import { mergeLabels } from './pdf/merge-labels.ts';
import { type MergeOptions, mergePieces } from './pdf/merge-pieces.ts';
import { pageStream } from './pdf/page-stream.ts';
import { documentPagesOf, storeDocument } from './pdf/stored-document.ts';
import { readStoredPage } from './pdf/stored-page.ts';
import { renderPng } from './png/render-png.ts';
import type {
  LabelRenderer,
  LabelSheet,
  MissingPart,
  PackingSlip,
  PrinterDpi,
  Rendering,
  SkippedLabel,
  StoredDocument,
  StoredLabel,
} from './port.ts';
import { makePackingSlip } from './slips/packing-slip.ts';
import { renderZpl } from './zpl/render-zpl.ts';

/** Renders labels that we drew in every format, and labels that arrived as a PDF only as PDF. */
export class LabelEngine implements LabelRenderer {
  pdf(
    labels: Iterable<StoredLabel> | AsyncIterable<StoredLabel>,
    sheet: LabelSheet,
    onSkipped: (label: SkippedLabel) => StoredLabel | null,
  ): AsyncIterable<Uint8Array> {
    return mergeLabels(labels, onSkipped, optionsOf(sheet));
  }

  packingSlip(slip: PackingSlip): StoredLabel {
    return makePackingSlip(slip);
  }

  missingPage(missing: MissingPart): StoredLabel {
    return storeDocument([{ size: LABEL, page: pageStream(drawMissing(missing)) }]);
  }

  missingZpl(missing: MissingPart, dpi: PrinterDpi): string {
    return renderZpl(atResolution(drawMissing(missing), dpi));
  }

  testPdf(sheet: LabelSheet): AsyncIterable<Uint8Array> {
    return mergePieces([ownPiece(pageStream(drawTestPage()))], optionsOf(sheet));
  }

  pageCount({ format, bytes }: StoredDocument): number {
    if (format === 'lading-page') return documentPagesOf(bytes)?.length ?? 1;
    const reading = readForeignPdf(bytes);
    return reading.outcome === 'read' ? reading.pages.length : 1;
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
    return {
      outcome: 'refused',
      text: 'This label came from the label provider as a PDF and can only be printed as a PDF.',
    };
  return { outcome: 'rendered', content: render(drawLabel(readStoredPage(bytes).content, dpi)) };
}
