import { type CrossReferences, readCrossReferences } from './cross-reference-table.ts';
import { decodeStream } from './decode-stream.ts';
import {
  isDictionary,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  Reference,
  UnreadablePdf,
  wholeNumber,
} from './pdf-value.ts';
import { type Effort, ValueReader } from './value-reader.ts';

const MEGABYTE = 1_048_576;
/** A label is about 10 KB, or a few hundred KB with images. */
const LARGEST_FILE = 10 * MEGABYTE;
/** Limits how many bytes we scan and how large its unpacked tables may be. */
const EFFORT = { always: 8 * MEGABYTE, perByte: 4 } as const;
const LARGEST_UNPACKED = 16 * MEGABYTE;
const MAX_REFERENCE_DEPTH = 12;

export type PdfObject = PdfValue | PdfStream;

export const isStream = (object: PdfObject | undefined): object is PdfStream =>
  typeof object === 'object' && 'entries' in object && 'bytes' in object;

/** An untrusted PDF; objects are read on demand. */
export class PdfFile {
  readonly trailer: PdfDictionary;
  readonly #bytes: Buffer;
  readonly #effort: Effort;
  /** Empty while the tables themselves are read. */
  #crossReferences: CrossReferences = new Map();
  readonly #known = new Map<number, PdfObject>();
  readonly #containers = new Map<number, Map<number, PdfValue>>();
  readonly #underWay = new Set<number>();
  #unpacked = 0;

  constructor(file: Uint8Array) {
    if (file.length > LARGEST_FILE) throw new UnreadablePdf('it is too large');
    const all = Buffer.from(file.buffer, file.byteOffset, file.length);
    // Some files have leading bytes, which offsets do not count.
    const start = all.subarray(0, 1024).indexOf('%PDF-');
    if (start === -1) throw new UnreadablePdf('it is not a PDF');
    this.#bytes = all.subarray(start);
    this.#effort = { left: EFFORT.always + EFFORT.perByte * file.length };
    const { crossReferences, trailer } = readCrossReferences({
      bytes: this.#bytes,
      readerAt: (offset) => this.#readerAt(offset),
      streamAt: (offset) => this.#streamAt(offset),
      unpack: (stream) => this.#unpack(stream),
    });
    this.#crossReferences = crossReferences;
    this.trailer = trailer;
    if (trailer.has('/Encrypt')) throw new UnreadablePdf('it is encrypted');
  }

  /** `null` when the file refers to a missing object. */
  object(id: number): PdfObject {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const place = this.#crossReferences.get(id);
    if (!place) return 'null';
    if (this.#underWay.has(id)) throw new UnreadablePdf('it refers to itself');
    if (this.#underWay.size > MAX_REFERENCE_DEPTH) throw new UnreadablePdf('it is too complex');
    this.#underWay.add(id);
    const object =
      'offset' in place ? this.#objectAt(place.offset, id) : this.#contained(place.container, id);
    this.#underWay.delete(id);
    this.#known.set(id, object);
    return object;
  }

  /** The value, or what it refers to. */
  resolve(value: PdfValue | undefined): PdfObject | undefined {
    let found: PdfObject | undefined = value;
    for (let steps = 0; found instanceof Reference; steps++) {
      if (steps > MAX_REFERENCE_DEPTH) throw new UnreadablePdf('it is too complex');
      found = this.object(found.id);
    }
    return found;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    const found = this.resolve(value);
    return isDictionary(found) ? found : undefined;
  }

  #readerAt(offset: number): ValueReader {
    if (offset >= this.#bytes.length) throw new UnreadablePdf('it is damaged');
    return new ValueReader(this.#bytes, offset, this.#effort);
  }

  #streamAt(offset: number): PdfStream {
    const object = this.#objectAt(offset);
    if (!isStream(object)) throw new UnreadablePdf('it is damaged');
    return object;
  }

  #objectAt(offset: number, id?: number): PdfObject {
    const reader = this.#readerAt(offset);
    const head = [reader.token(), reader.token(), reader.token()];
    if (head[2] !== 'obj' || (id !== undefined && head[0] !== String(id)))
      throw new UnreadablePdf('it is damaged');
    const value = reader.value();
    const after = reader.at;
    if (!isDictionary(value) || reader.token() !== 'stream') {
      reader.at = after;
      return value;
    }
    return { entries: value, bytes: this.#streamBytes(value, reader.at) };
  }

  #streamBytes(entries: PdfDictionary, afterKeyword: number): Uint8Array {
    let from = afterKeyword;
    if (this.#bytes[from] === 13) from += 1;
    if (this.#bytes[from] === 10) from += 1;
    const length = wholeNumber(this.resolve(entries.get('/Length')));
    if (length === undefined || from + length > this.#bytes.length) throw new UnreadablePdf('it is damaged');
    if (this.#readerAt(from + length).token() !== 'endstream') throw new UnreadablePdf('it is damaged');
    return this.#bytes.subarray(from, from + length);
  }

  #unpack(stream: PdfStream): Buffer {
    const unpacked = decodeStream(stream, LARGEST_UNPACKED - this.#unpacked);
    this.#unpacked += unpacked.length;
    return unpacked;
  }

  /** Reads an object from an object stream. */
  #contained(container: number, id: number): PdfValue {
    let values = this.#containers.get(container);
    if (!values) {
      const stream = this.object(container);
      if (!isStream(stream)) throw new UnreadablePdf('it is damaged');
      values = this.#valuesIn(stream);
      this.#containers.set(container, values);
    }
    return values.get(id) ?? 'null';
  }

  #valuesIn(stream: PdfStream): Map<number, PdfValue> {
    const count = wholeNumber(stream.entries.get('/N'));
    const first = wholeNumber(stream.entries.get('/First'));
    if (count === undefined || first === undefined) throw new UnreadablePdf('it is damaged');
    const bytes = this.#unpack(stream);
    const index = new ValueReader(bytes, 0, this.#effort);
    const values = new Map<number, PdfValue>();
    for (let item = 0; item < count; item++) {
      const [id, offset] = [wholeNumber(index.token()), wholeNumber(index.token())];
      if (id === undefined || offset === undefined || first + offset >= bytes.length)
        throw new UnreadablePdf('it is damaged');
      values.set(id, new ValueReader(bytes, first + offset, this.#effort).value());
    }
    return values;
  }
}
