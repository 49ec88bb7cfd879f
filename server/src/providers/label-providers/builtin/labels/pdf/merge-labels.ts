import type { StoredLabel } from '../../../port.ts';
import { readForeignPdf } from './foreign/read-foreign-pdf.ts';
import { foreignPieces, ownPiece, type Piece } from './label-pieces.ts';
import { type MergeOptions, mergePieces } from './merge-pieces.ts';
import { storedPageOf } from './stored-page.ts';

/** A label that the document does not have. */
export interface LeftOut {
  /** Its place among the labels, from 0. */
  index: number;
  text: string;
}

/** One PDF of stored labels in their order, also of those that came as a PDF. What cannot be placed is left out and reported. */
export function mergeLabels(
  labels: AsyncIterable<StoredLabel> | Iterable<StoredLabel>,
  leftOut: (label: LeftOut) => void,
  options?: MergeOptions,
): AsyncGenerator<Uint8Array, void> {
  return mergePieces(piecesOf(labels, leftOut), options);
}

async function* piecesOf(
  labels: AsyncIterable<StoredLabel> | Iterable<StoredLabel>,
  leftOut: (label: LeftOut) => void,
): AsyncGenerator<Piece> {
  let index = 0;
  for await (const { format, bytes } of labels) {
    if (format === 'pdf') {
      const reading = readForeignPdf(bytes);
      if (reading.outcome === 'read') yield* foreignPieces(reading);
      else leftOut({ index, text: `The PDF of this label cannot be merged: ${reading.text}.` });
    } else {
      const page = storedPageOf(bytes);
      if (page) yield ownPiece(page);
      else leftOut({ index, text: 'This label cannot be merged: it is damaged.' });
    }
    index += 1;
  }
}
