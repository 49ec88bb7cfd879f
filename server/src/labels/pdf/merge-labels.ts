import type { SkippedLabel, StoredLabel } from '../port.ts';
import { readForeignPdf } from './foreign/read-foreign-pdf.ts';
import { foreignPieces, ownPiece, type Piece } from './label-pieces.ts';
import { type MergeOptions, mergePieces } from './merge-pieces.ts';
import { documentPagesOf } from './stored-document.ts';
import { storedPageOf } from './stored-page.ts';

/** Merges stored labels into one PDF, in order, including labels that arrived as a PDF. It skips and reports labels that it cannot place. */
export function mergeLabels(
  labels: AsyncIterable<StoredLabel> | Iterable<StoredLabel>,
  onSkipped: (label: SkippedLabel) => void,
  options?: MergeOptions,
): AsyncGenerator<Uint8Array, void> {
  return mergePieces(piecesOf(labels, onSkipped), options);
}

async function* piecesOf(
  labels: AsyncIterable<StoredLabel> | Iterable<StoredLabel>,
  onSkipped: (label: SkippedLabel) => void,
): AsyncGenerator<Piece> {
  let index = 0;
  for await (const { format, bytes } of labels) {
    if (format === 'pdf') {
      const reading = readForeignPdf(bytes);
      if (reading.outcome === 'read') yield* foreignPieces(reading);
      else onSkipped({ index, text: `The PDF of this label cannot be merged: ${reading.text}.` });
    } else {
      const pieces = ownPieces(bytes);
      if (pieces) yield* pieces;
      else onSkipped({ index, text: 'This label cannot be merged: it is damaged.' });
    }
    index += 1;
  }
}

function ownPieces(bytes: Uint8Array): Piece[] | null {
  const page = storedPageOf(bytes);
  if (page) return [ownPiece(page)];
  return documentPagesOf(bytes)?.map(({ page: drawn, size }) => ownPiece(drawn, size)) ?? null;
}
