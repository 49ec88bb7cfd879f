import type { SkippedLabel, StoredLabel } from '../port.ts';
import { readForeignPdf } from './foreign/read-foreign-pdf.ts';
import { foreignPieces, ownPiece, type Piece } from './label-pieces.ts';
import { type MergeOptions, mergePieces } from './merge-pieces.ts';
import { documentPagesOf } from './stored-document.ts';
import { storedPageOf } from './stored-page.ts';

/** Receives a label that cannot be placed, and returns a page to print in its place, or null. */
type OnSkipped = (label: SkippedLabel) => StoredLabel | null;

/** Merges stored labels into one PDF, in order, including labels that arrived as a PDF. It reports labels that it cannot place. */
export function mergeLabels(
  labels: AsyncIterable<StoredLabel> | Iterable<StoredLabel>,
  onSkipped: OnSkipped,
  options?: MergeOptions,
): AsyncGenerator<Uint8Array, void> {
  return mergePieces(piecesOf(labels, onSkipped), options);
}

async function* piecesOf(
  labels: AsyncIterable<StoredLabel> | Iterable<StoredLabel>,
  onSkipped: OnSkipped,
): AsyncGenerator<Piece> {
  let index = 0;
  for await (const { format, bytes } of labels) {
    const read = format === 'pdf' ? readPieces(bytes) : (ownPieces(bytes) ?? DAMAGED);
    if (typeof read === 'string') {
      const page = onSkipped({ index, text: read });
      if (page) yield* ownPieces(page.bytes) ?? [];
    } else yield* read;
    index += 1;
  }
}

const DAMAGED = 'This file cannot be merged: it is damaged.';

function readPieces(bytes: Uint8Array): Piece[] | string {
  const reading = readForeignPdf(bytes);
  return reading.outcome === 'read' ? foreignPieces(reading) : `This PDF cannot be merged: ${reading.text}.`;
}

function ownPieces(bytes: Uint8Array): Piece[] | null {
  const page = storedPageOf(bytes);
  if (page) return [ownPiece(page)];
  return documentPagesOf(bytes)?.map(({ page: drawn, size }) => ownPiece(drawn, size)) ?? null;
}
