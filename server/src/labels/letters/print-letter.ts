import { plain } from '../drawing/readable-text.ts';
import { LETTER, ownPiece, type Piece } from '../pdf/label-pieces.ts';
import { mergePieces } from '../pdf/merge-pieces.ts';
import { pageStream } from '../pdf/page-stream.ts';
import type { LetterDocument, LetterPrinter } from '../port.ts';
import { drawLetter } from './draw-letter.ts';

/** Prints business letters as PDF. */
export class LetterEngine implements LetterPrinter {
  print(document: LetterDocument): AsyncIterable<Uint8Array> {
    return mergePieces(piecesOf(readable(document)));
  }
}

async function* piecesOf(document: LetterDocument): AsyncGenerator<Piece> {
  for await (const drawing of drawLetter(document)) yield ownPiece(pageStream(drawing), LETTER);
}

const plainText = (text: string) => text.split('\n').map(plain).join('\n');

/**
 * The fonts have Western letters only, so other scripts are transliterated as on customs documents. Table rows
 * are transliterated later, when each row is laid out.
 */
const readable = (document: LetterDocument): LetterDocument => ({
  ...document,
  title: plain(document.title),
  number: plain(document.number),
  sender: { name: plain(document.sender.name), lines: document.sender.lines.map(plain) },
  recipient: { caption: plain(document.recipient.caption), lines: document.recipient.lines.map(plain) },
  facts: document.facts.map(([caption, value]) => [plain(caption), plain(value)] as const),
  tables: document.tables.map((table) => ({
    ...table,
    title: plain(table.title),
    ...(table.sum === undefined ? {} : { sum: plain(table.sum) }),
  })),
  totals: document.totals.map((total) => ({
    ...total,
    name: plain(total.name),
    amount: plain(total.amount),
  })),
  notes: document.notes.map(({ caption, text }) => ({ caption: plain(caption), text: plainText(text) })),
});
