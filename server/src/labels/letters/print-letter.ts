import { setImmediate as nextTurn } from 'node:timers/promises';
import { readableText } from '../drawing/readable-text.ts';
import { ownPiece, type Piece } from '../pdf/label-pieces.ts';
import { mergePieces } from '../pdf/merge-pieces.ts';
import { pageStream } from '../pdf/page-stream.ts';
import type { LetterDocument, LetterPrinter } from '../port.ts';
import { drawLetter } from './draw-letter.ts';

const LETTER = { width: 612, height: 792 } as const;

/** Prints business letters as PDF. */
export class LetterEngine implements LetterPrinter {
  print(document: LetterDocument): AsyncIterable<Uint8Array> {
    return mergePieces(piecesOf(readable(document)));
  }
}

/** A long letter lets other requests run between its pages. */
async function* piecesOf(document: LetterDocument): AsyncGenerator<Piece> {
  for (const drawing of drawLetter(document)) {
    yield ownPiece(pageStream(drawing), LETTER);
    await nextTurn();
  }
}

const plain = (text: string) => readableText(text).text;
const plainText = (text: string) => text.split('\n').map(plain).join('\n');

/** The fonts have Western letters only, so other scripts are transliterated as on customs documents. */
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
    rows: table.rows.map((row) => row.map(plain)),
    ...(table.sum === undefined ? {} : { sum: plain(table.sum) }),
  })),
  totals: document.totals.map((total) => ({
    ...total,
    name: plain(total.name),
    amount: plain(total.amount),
  })),
  notes: document.notes.map(({ caption, text }) => ({ caption: plain(caption), text: plainText(text) })),
});
