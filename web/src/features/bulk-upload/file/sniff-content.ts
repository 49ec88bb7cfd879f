import { COPY } from '../copy.ts';

const { fileKinds } = COPY;

/** The number of bytes needed to recognize a file type. */
export const SNIFF_BYTES = 4096;

/** Leading bytes of other file types, each with its message. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], words: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], fileKinds.oldWorkbook],
  [[0x25, 0x50, 0x44, 0x46], fileKinds.pdf],
  [[0x89, 0x50, 0x4e, 0x47], fileKinds.image],
  [[0xff, 0xd8, 0xff], fileKinds.image],
  [[0x47, 0x49, 0x46, 0x38], fileKinds.image],
  [[0x52, 0x49, 0x46, 0x46], fileKinds.media],
  [[0x1f, 0x8b], fileKinds.archive],
  [[0x37, 0x7a, 0xbc, 0xaf], fileKinds.archive],
  [[0x52, 0x61, 0x72, 0x21], fileKinds.archive],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], fileKinds.rtf],
];
const ZIP = [0x50, 0x4b];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Workbooks and documents are archives too; the names of their parts appear in the first bytes. */
function zipKind(start: string): string {
  if (/xl\/|\[Content_Types\]/.test(start) && !/word\/|ppt\//.test(start)) return fileKinds.workbook;
  if (start.includes('opendocument.spreadsheet')) return fileKinds.openDocument;
  return fileKinds.archive;
}

function markupKind(start: string): string | null {
  const text = start.replace(/^[\u00ef\u00bb\u00bf\s]+/, '');
  if (/^<(?:!doctype html|html|table|head|meta)\b/i.test(text)) return fileKinds.webPage;
  if (/^<(?:\?xml|!--|[a-z][\w:-]*[\s/>])/i.test(text)) return fileKinds.xml;
  if (/^(?:\{\s*["}]|\[\s*[[{\]])/.test(text)) return fileKinds.json;
  return null;
}

type Utf16Order = 'utf-16le' | 'utf-16be';

/** The byte order of UTF-16 text: from its byte order mark, else from where most zero bytes are. */
export function utf16Order(bytes: Uint8Array): Utf16Order | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  const length = Math.min(bytes.length, SNIFF_BYTES) & ~1;
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at & 1 ? 1 : 0] += 1;
  const [first, second] = zeros;
  const many = length * 0.2;
  if (second > many && first < second / 10) return 'utf-16le';
  if (first > many && second < first / 10) return 'utf-16be';
  return null;
}

/** Describes a file that cannot be a text table; null if it may be one. */
export function sniffContent(bytes: Uint8Array): string | null {
  const known = SIGNATURES.find(([signature]) => startsWith(bytes, signature));
  if (known) return known[1];
  const start = String.fromCharCode(...bytes.subarray(0, SNIFF_BYTES));
  if (startsWith(bytes, ZIP)) return zipKind(start);
  if (utf16Order(bytes)) return null;
  if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return fileKinds.noText;
  return markupKind(start);
}
