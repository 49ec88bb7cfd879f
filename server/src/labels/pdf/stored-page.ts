import type { LabelContent } from '../content/label-content.ts';
import type { StoredLabel } from '../port.ts';

/**
 * A stored label: the page ready for a PDF, and the content from which PNG and ZPL are rendered. Format: four
 * letters, the length of the page in four bytes, the page, the content as JSON.
 */
const SIGN = Buffer.from('LPG1', 'latin1');
const HEADER_BYTES = 8;

/** The compressed content of a page. */
export type PageStream = Uint8Array;

interface StoredPage {
  page: PageStream;
  content: LabelContent;
}

export function storePage({ page, content }: StoredPage): StoredLabel {
  const json = JSON.stringify(content);
  const end = HEADER_BYTES + page.length;
  const bytes = Buffer.allocUnsafe(end + Buffer.byteLength(json));
  bytes.set(SIGN);
  bytes.writeUInt32BE(page.length, SIGN.length);
  bytes.set(page, HEADER_BYTES);
  bytes.write(json, end);
  return { format: 'lading-page', bytes };
}

export function readStoredPage(bytes: Uint8Array): StoredPage {
  const { page, rest } = soundParts(bytes);
  return { page, content: JSON.parse(rest.toString('utf8')) };
}

/** Only the page, without parsing the content; a merge needs no more. */
export const pageOf = (bytes: Uint8Array): PageStream => soundParts(bytes).page;

/** The same for bytes that may not be a stored label. */
export const storedPageOf = (bytes: Uint8Array): PageStream | null => split(bytes)?.page ?? null;

function soundParts(bytes: Uint8Array) {
  const parts = split(bytes);
  if (!parts) throw new Error('These bytes are not a stored label');
  return parts;
}

function split(bytes: Uint8Array): { page: PageStream; rest: Buffer } | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_BYTES || !buffer.subarray(0, SIGN.length).equals(SIGN)) return null;
  const end = HEADER_BYTES + buffer.readUInt32BE(SIGN.length);
  if (end > buffer.length) return null;
  return { page: buffer.subarray(HEADER_BYTES, end), rest: buffer.subarray(end) };
}
