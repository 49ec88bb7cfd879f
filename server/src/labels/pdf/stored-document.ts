import type { StoredLabel } from '../port.ts';
import type { Size } from './document-writer.ts';
import type { PageStream } from './stored-page.ts';

/**
 * A stored customs document. Format: four letters, then for each page its width and height in points (two bytes
 * each), its length (four bytes) and its content.
 */
const SIGN = Buffer.from('LPD1', 'latin1');
const PAGE_HEADER_BYTES = 8;

interface DocumentPage {
  size: Size;
  page: PageStream;
}

export function storeDocument(pages: readonly DocumentPage[]): StoredLabel {
  const parts = pages.flatMap(({ size, page }) => {
    const header = Buffer.alloc(PAGE_HEADER_BYTES);
    header.writeUInt16BE(size.width, 0);
    header.writeUInt16BE(size.height, 2);
    header.writeUInt32BE(page.length, 4);
    return [header, page];
  });
  return { format: 'lading-page', bytes: Buffer.concat([SIGN, ...parts]) };
}

/** Null for bytes that are not a complete stored document. */
export function documentPagesOf(bytes: Uint8Array): DocumentPage[] | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.subarray(0, SIGN.length).equals(SIGN)) return null;
  const pages: DocumentPage[] = [];
  for (let at = SIGN.length; at < buffer.length; ) {
    const from = at + PAGE_HEADER_BYTES;
    if (from > buffer.length) return null;
    const end = from + buffer.readUInt32BE(at + 4);
    if (end > buffer.length) return null;
    const size = { width: buffer.readUInt16BE(at), height: buffer.readUInt16BE(at + 2) };
    pages.push({ size, page: buffer.subarray(from, end) });
    at = end;
  }
  return pages.length > 0 ? pages : null;
}
