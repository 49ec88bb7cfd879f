/** As many bytes as are looked at to tell what a file is. */
export const SNIFF_BYTES = 4096;

const SAVE_AS_CSV = 'Open it there, save it as CSV and choose that file.';
const ARCHIVE = 'It is a compressed archive. Unpack it and choose the .csv file inside.';

/** First bytes by which a kind of file is known, and what to say about it. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], words: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], `It is an old Excel workbook. ${SAVE_AS_CSV}`],
  [[0x25, 0x50, 0x44, 0x46], 'It is a PDF document.'],
  [[0x89, 0x50, 0x4e, 0x47], 'It is a picture.'],
  [[0xff, 0xd8, 0xff], 'It is a picture.'],
  [[0x47, 0x49, 0x46, 0x38], 'It is a picture.'],
  [[0x52, 0x49, 0x46, 0x46], 'It is a picture or a sound.'],
  [[0x1f, 0x8b], ARCHIVE],
  [[0x37, 0x7a, 0xbc, 0xaf], ARCHIVE],
  [[0x52, 0x61, 0x72, 0x21], ARCHIVE],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], `It is a text document with layout. ${SAVE_AS_CSV}`],
];
const ZIP = [0x50, 0x4b];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Workbooks and documents are archives, too; the names of their parts stand in the first bytes. */
function zipKind(start: string): string {
  if (/xl\/|\[Content_Types\]/.test(start) && !/word\/|ppt\//.test(start))
    return `It is an Excel workbook. ${SAVE_AS_CSV}`;
  if (start.includes('opendocument.spreadsheet')) return `It is an OpenDocument workbook. ${SAVE_AS_CSV}`;
  return ARCHIVE;
}

function markupKind(start: string): string | null {
  const text = start.replace(/^[\u00ef\u00bb\u00bf\s]+/, '');
  if (/^<(?:!doctype html|html|table|head|meta)\b/i.test(text)) return 'It is a web page.';
  if (/^<(?:\?xml|!--|[a-z][\w:-]*[\s/>])/i.test(text)) return 'It is an XML file.';
  if (/^(?:\{\s*["}]|\[\s*[[{\]])/.test(text)) return 'It is a JSON file.';
  return null;
}

export type Utf16Order = 'utf-16le' | 'utf-16be';

/** The order of a UTF-16 text: by its mark, else by the zero bytes that ordinary letters have on one side. */
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

/** What the file is if it is no table of text, in words; null for what may be one. */
export function sniffContent(bytes: Uint8Array): string | null {
  const known = SIGNATURES.find(([signature]) => startsWith(bytes, signature));
  if (known) return known[1];
  const start = String.fromCharCode(...bytes.subarray(0, SNIFF_BYTES));
  if (startsWith(bytes, ZIP)) return zipKind(start);
  if (utf16Order(bytes)) return null;
  if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return 'It holds no text.';
  return markupKind(start);
}
