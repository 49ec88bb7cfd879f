import { DocumentWriter, type Size } from './document-writer.ts';
import { LABEL, LETTER, type Piece } from './label-pieces.ts';
import {
  followedBy,
  IDENTITY,
  type Matrix,
  moved,
  turnedLeft,
  turnedRight,
  writtenMatrix,
} from './matrix.ts';

type Paper = 'label' | 'letter' | 'a4';

export interface MergeOptions {
  paper: Paper;
  /** Labels on one sheet of Letter or A4. */
  perSheet: 1 | 2;
}

const SHEETS: Record<Exclude<Paper, 'label'>, Size> = {
  letter: LETTER,
  a4: { width: 595.28, height: 841.89 },
};
const CHUNK_BYTES = 65_536;

/**
 * Merges the pieces into one PDF, in order. Memory holds one piece, one chunk and a few bytes per page. Nothing is
 * scaled down, because that damages bar codes: a piece larger than a label gets its own page. That page has the size of
 * the sheet if the piece fits on it.
 */
export async function* mergePieces(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  { paper, perSheet }: MergeOptions = { paper: 'label', perSheet: 1 },
): AsyncGenerator<Uint8Array, void> {
  const document = new DocumentWriter();
  const sheets = paper === 'label' ? null : new SheetFiller(document, SHEETS[paper], perSheet);
  for await (const piece of pieces) {
    if (sheets) sheets.add(piece);
    else piece.addAsPage(document);
    if (document.pendingBytes >= CHUNK_BYTES) yield document.take();
  }
  sheets?.close();
  document.finish();
  yield document.take();
}

/** Slightly more than a label, because PDF libraries round. */
const TOLERANCE = 3;

/** The matrix that puts a page in the place of a label, upright or rotated; null when it is larger. */
function placeInLabel({ width, height }: Size): Matrix | null {
  const fits = (across: number, up: number) =>
    across <= LABEL.width + TOLERANCE && up <= LABEL.height + TOLERANCE;
  const turn = fits(width, height) ? IDENTITY : fits(height, width) ? turnedRight(width) : null;
  if (!turn) return null;
  const [across, up] = turn === IDENTITY ? [width, height] : [height, width];
  return followedBy(turn, moved((LABEL.width - across) / 2, (LABEL.height - up) / 2));
}

/** How much of a Letter page is lost on each side of an A4 sheet: less than printers leave blank. */
const UNUSED_EDGE = 9;

/** The matrix that centers a page of office paper on a sheet of another size; null when it does not fill the sheet. */
function placeOnSheet({ width, height }: Size, sheet: Size): Matrix | null {
  const isSame = width === sheet.width && height === sheet.height;
  const [across, up] = [(sheet.width - width) / 2, (sheet.height - height) / 2];
  return isSame || Math.abs(across) > UNUSED_EDGE || up < -UNUSED_EDGE ? null : moved(across, up);
}

const MARGIN = 36;

/** One label is upright at the top of the sheet; two are rotated, one in each half, as on two-sticker sheets. */
class SheetFiller {
  readonly #document: DocumentWriter;
  readonly #sheet: Size;
  readonly #places: Matrix[];
  #drawn: { id: number; matrix: Matrix }[] = [];

  constructor(document: DocumentWriter, sheet: Size, perSheet: 1 | 2) {
    this.#document = document;
    this.#sheet = sheet;
    const half = sheet.height / 2;
    const lying = (bottom: number) =>
      followedBy(
        turnedLeft(LABEL.height),
        moved((sheet.width - LABEL.height) / 2, bottom + (half - LABEL.width) / 2),
      );
    this.#places =
      perSheet === 2
        ? [lying(half), lying(0)]
        : [moved((sheet.width - LABEL.width) / 2, sheet.height - LABEL.height - MARGIN)];
  }

  add(piece: Piece) {
    const within = placeInLabel(piece.size);
    const form = within && piece.addAsForm(this.#document);
    const place = this.#places[this.#drawn.length];
    if (!form || !place) {
      this.#addLarge(piece);
      return;
    }
    this.#drawn.push({ id: form.id, matrix: followedBy(followedBy(form.matrix, within), place) });
    if (this.#drawn.length === this.#places.length) this.close();
  }

  #addLarge(piece: Piece) {
    // Keep the order, even if that leaves half of a sheet empty.
    this.close();
    const place = placeOnSheet(piece.size, this.#sheet);
    const form = place && piece.addAsForm(this.#document);
    if (!form) {
      piece.addAsPage(this.#document);
      return;
    }
    this.#drawn.push({ id: form.id, matrix: followedBy(form.matrix, place) });
    this.close();
  }

  close() {
    if (this.#drawn.length === 0) return;
    const lines = this.#drawn.map(({ matrix }, at) => `q ${writtenMatrix(matrix)} cm /L${at} Do Q`);
    const content = this.#document.addStream('', Buffer.from(lines.join('\n')));
    const names = this.#drawn.map(({ id }, at) => `/L${at} ${id} 0 R`).join('');
    const { width, height } = this.#sheet;
    this.#document.addPage(
      `/MediaBox[0 0 ${width} ${height}]/Resources<</XObject<<${names}>>>>/Contents ${content} 0 R`,
    );
    this.#drawn = [];
  }
}
