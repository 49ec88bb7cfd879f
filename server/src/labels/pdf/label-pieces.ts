import { deflateSync } from 'node:zlib';
import { type DocumentWriter, RESOURCES, type Size } from './document-writer.ts';
import { decodeStream } from './foreign/decode-stream.ts';
import { isStream } from './foreign/pdf-file.ts';
import {
  type PdfStream,
  type PdfValue,
  UnreadablePdf,
  written,
  writtenEntries,
} from './foreign/pdf-value.ts';
import type { ForeignPage, ForeignPdf } from './foreign/read-foreign-pdf.ts';
import { IDENTITY, type Matrix, short } from './matrix.ts';
import type { PageStream } from './stored-page.ts';

export const LABEL: Size = { width: 288, height: 432 };
export const LETTER: Size = { width: 612, height: 792 };

/** A label page, which becomes a page or part of a sheet. */
export interface Piece {
  /** The size after rotation. */
  size: Size;
  addAsPage(document: DocumentWriter): void;
  /** The added form and the matrix that puts it upright at the origin; null when it must be a full page. */
  addAsForm(document: DocumentWriter): { id: number; matrix: Matrix } | null;
}

export function ownPiece(page: PageStream, size = LABEL): Piece {
  return {
    size,
    addAsPage: (document) => {
      const content = document.addStream('/Filter/FlateDecode', page);
      document.addPage(
        `/MediaBox[0 0 ${size.width} ${size.height}]/Resources ${RESOURCES} 0 R/Contents ${content} 0 R`,
      );
    },
    addAsForm: (document) => {
      const box = `/BBox[0 0 ${size.width} ${size.height}]`;
      const entries = `/Type/XObject/Subtype/Form${box}/Resources ${RESOURCES} 0 R/Filter/FlateDecode`;
      return { id: document.addStream(entries, page), matrix: IDENTITY };
    },
  };
}

/** Pages of one file share fonts and images, which are written with the first page. */
export function foreignPieces({ pages, objects }: ForeignPdf): Piece[] {
  const numbers = new Map<number, number>();
  const resources = new Map<PdfValue, number>();
  const numberOf = (id: number) => numbers.get(id) ?? 0;
  const addShared = (document: DocumentWriter) => {
    if (resources.size > 0) return;
    for (const id of objects.keys()) numbers.set(id, document.reserve());
    for (const [id, object] of objects) {
      const number = numberOf(id);
      if (isStream(object))
        document.addStream(writtenEntries(object.entries, numberOf), object.bytes, number);
      else document.addObject(number, written(object, numberOf));
    }
    for (const page of pages) {
      if (resources.has(page.resources)) continue;
      const number = document.reserve();
      document.addObject(number, written(page.resources, numberOf));
      resources.set(page.resources, number);
    }
  };
  const share = (document: DocumentWriter, page: ForeignPage): Shared => {
    addShared(document);
    return { resources: resources.get(page.resources) ?? 0, numberOf };
  };
  return pages.map((page) => foreignPiece(page, (document) => share(document, page)));
}

interface Shared {
  resources: number;
  numberOf: (id: number) => number;
}

function foreignPiece(page: ForeignPage, shared: (document: DocumentWriter) => Shared): Piece {
  const { box, quarterTurns, contents } = page;
  const sideways = quarterTurns % 2 === 1;
  const bounds = [box.x, box.y, box.x + box.width, box.y + box.height].map(short).join(' ');
  return {
    size: sideways ? { width: box.height, height: box.width } : box,
    addAsPage: (document) => {
      const { resources, numberOf } = shared(document);
      const ids = contents.map(({ entries, bytes }) =>
        document.addStream(writtenEntries(entries, numberOf), bytes),
      );
      const list = ids.map((id) => `${id} 0 R`).join(' ');
      const turn = `/Rotate ${90 * quarterTurns}`;
      document.addPage(`/MediaBox[${bounds}]${turn}/Resources ${resources} 0 R/Contents[${list}]`);
    },
    addAsForm: (document) => {
      const content = joined(contents);
      if (!content) return null;
      const { resources, numberOf } = shared(document);
      const form = `/Type/XObject/Subtype/Form/BBox[${bounds}]/Resources ${resources} 0 R`;
      const entries = `${form}${writtenEntries(content.entries, numberOf)}`;
      return { id: document.addStream(entries, content.bytes), matrix: uprightFrom(page) };
    },
  };
}

const LARGEST_CONTENT = 16_777_216;

/** A page may have several content streams, a form only one. */
function joined(contents: PdfStream[]): PdfStream | null {
  const [only] = contents;
  if (only && contents.length === 1) return only;
  try {
    let room = LARGEST_CONTENT;
    const parts = contents.flatMap((part) => {
      const bytes = decodeStream(part, room);
      room -= bytes.length;
      return [bytes, Buffer.from('\n')];
    });
    return { entries: new Map([['/Filter', '/FlateDecode']]), bytes: deflateSync(Buffer.concat(parts)) };
  } catch (error) {
    if (error instanceof UnreadablePdf) return null;
    throw error;
  }
}

function uprightFrom({ box: { x, y, width, height }, quarterTurns }: ForeignPage): Matrix {
  switch (quarterTurns) {
    case 0:
      return [1, 0, 0, 1, -x, -y];
    case 1:
      return [0, -1, 1, 0, -y, width + x];
    case 2:
      return [-1, 0, 0, -1, width + x, height + y];
    case 3:
      return [0, 1, -1, 0, height + y, -x];
  }
}
