import { inflateSync } from 'node:zlib';
import { isDictionary, type PdfDictionary, type PdfStream, UnreadablePdf, wholeNumber } from './pdf-value.ts';

const NO_BYTES = Buffer.alloc(0);
/** Reversing a predictor is slow, and only tables of objects use one: this is room for 100,000 objects. */
const MAX_PREDICTED_BYTES = 1_000_000;

/** Decodes a stream that is uncompressed or uses FlateDecode. */
export function decodeStream({ entries, bytes }: PdfStream, longest: number): Buffer {
  const filter = only(entries, '/Filter');
  const settings = only(entries, '/DecodeParms');
  if (filter === undefined) {
    if (bytes.length > longest) throw new UnreadablePdf('it is too large');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  if (filter !== '/FlateDecode') throw new UnreadablePdf('its compression is not supported');
  const predictor = isDictionary(settings) ? (wholeNumber(settings.get('/Predictor')) ?? 1) : 1;
  const isPredicted = predictor !== 1;
  const data = inflated(bytes, isPredicted ? Math.min(longest, MAX_PREDICTED_BYTES) : longest);
  if (!isPredicted || !isDictionary(settings)) return data;
  if (predictor < 10) throw new UnreadablePdf('its compression is not supported');
  return unpredicted(data, rowBytes(settings));
}

function only(entries: PdfDictionary, name: string) {
  const value = entries.get(name);
  if (!Array.isArray(value)) return value === 'null' ? undefined : value;
  if (value.length > 1) throw new UnreadablePdf('its compression is not supported');
  return value[0] === 'null' ? undefined : value[0];
}

function inflated(bytes: Uint8Array, longest: number): Buffer {
  if (bytes.length === 0) return NO_BYTES;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, longest) });
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new UnreadablePdf(tooLarge ? 'it is too large' : 'it is damaged');
  }
}

function rowBytes(settings: PdfDictionary): number {
  const number = (name: string, otherwise: number) => wholeNumber(settings.get(name)) ?? otherwise;
  const bits = number('/Columns', 1) * number('/Colors', 1) * number('/BitsPerComponent', 8);
  if (bits < 8 || bits > 8_000_000 || number('/Colors', 1) !== 1 || number('/BitsPerComponent', 8) !== 8)
    throw new UnreadablePdf('its compression is not supported');
  return bits / 8;
}

/** Reverses PNG predictors, which each row names, for one-byte values. */
function unpredicted(data: Buffer, width: number): Buffer {
  const rows = Math.ceil(data.length / (width + 1));
  const shown = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (width + 1)] ?? 0;
    if (filter > 4) throw new UnreadablePdf('it is damaged');
    const start = row * width;
    for (let column = 0; column < width; column++) {
      const left = column > 0 ? (shown[start + column - 1] ?? 0) : 0;
      const up = row > 0 ? (shown[start + column - width] ?? 0) : 0;
      const upLeft = row > 0 && column > 0 ? (shown[start + column - width - 1] ?? 0) : 0;
      shown[start + column] =
        (data[row * (width + 1) + 1 + column] ?? 0) + predictionOf(filter, left, up, upLeft);
    }
  }
  return shown;
}

function predictionOf(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  return a <= b && a <= c ? left : b <= c ? up : upLeft;
}
