import type { StoredLabel } from '../../../port.ts';
import type { LabelContent } from '../content/label-content.ts';
import type { PageStream } from './merge-pages.ts';

/**
 * A label as it is kept: the page ready for a PDF, and what it says, from which pictures and printer languages are drawn. Four letters, the
 * length of the page in four bytes, the page, the content as JSON.
 */
const SIGN = Buffer.from('LPG1', 'latin1');
const HEADER_BYTES = 8;

export interface StoredPage {
  page: PageStream;
  content: LabelContent;
}

export function storePage({ page, content }: StoredPage): StoredLabel {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(page.length);
  return {
    format: 'lading-page',
    bytes: Buffer.concat([SIGN, length, page, Buffer.from(JSON.stringify(content))]),
  };
}

export function readStoredPage(bytes: Uint8Array): StoredPage {
  const { page, rest } = split(bytes);
  return { page, content: JSON.parse(rest.toString('utf8')) };
}

/** The page alone, without reading what it says: all that a merge needs. */
export const pageOf = (bytes: Uint8Array): PageStream => split(bytes).page;

function split(bytes: Uint8Array): { page: PageStream; rest: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = buffer.length < HEADER_BYTES ? -1 : buffer.readUInt32BE(SIGN.length);
  const end = HEADER_BYTES + length;
  if (length < 0 || end > buffer.length || !buffer.subarray(0, SIGN.length).equals(SIGN)) {
    throw new Error('These bytes are not a stored label');
  }
  return { page: buffer.subarray(HEADER_BYTES, end), rest: buffer.subarray(end) };
}
