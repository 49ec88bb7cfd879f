import { isDictionary, type PdfDictionary, type PdfStream, UnreadablePdf, wholeNumber } from './pdf-value.ts';
import type { ValueReader } from './value-reader.ts';

/** An object is in the file or in an object stream. */
type Place = { offset: number } | { container: number };

interface TableSource {
  bytes: Buffer;
  readerAt(offset: number): ValueReader;
  streamAt(offset: number): PdfStream;
  unpack(stream: PdfStream): Buffer;
}

const MAX_OBJECTS = 200_000;
/** Each incremental update of a file adds a table. */
const MAX_TABLES = 100;
/** We search the last bytes for the end marker. */
const TAIL = 2048;

/** By object number; null for a deleted object. */
export type CrossReferences = Map<number, Place | null>;

/** Reads all cross-reference tables, newest first. The newest entry and trailer win. */
export function readCrossReferences(source: TableSource): {
  crossReferences: CrossReferences;
  trailer: PdfDictionary;
} {
  const crossReferences: CrossReferences = new Map();
  const newest = lastTable(source.bytes);
  const trailer = readTable(source, newest, crossReferences);
  const seen = new Set([newest]);
  let older = wholeNumber(trailer.get('/Prev'));
  while (older !== undefined && !seen.has(older)) {
    if (seen.size === MAX_TABLES) throw new UnreadablePdf('it is damaged');
    seen.add(older);
    const own: CrossReferences = new Map();
    const entries = readTable(source, older, own);
    for (const [id, place] of own) if (!crossReferences.has(id)) crossReferences.set(id, place);
    older = wholeNumber(entries.get('/Prev'));
  }
  return { crossReferences, trailer };
}

function lastTable(bytes: Buffer): number {
  const tail = bytes.subarray(-TAIL).toString('latin1');
  const found = /startxref\s+(\d{1,10})\s/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref'))));
  if (!found) throw new UnreadablePdf('it is incomplete');
  return Number(found[1]);
}

function readTable(source: TableSource, offset: number, own: CrossReferences): PdfDictionary {
  const reader = source.readerAt(offset);
  if (reader.token() !== 'xref') return readStreamTable(source, offset, own);
  for (;;) {
    const word = reader.token();
    if (word === 'trailer') break;
    const [first, count] = [wholeNumber(word), wholeNumber(reader.token())];
    if (first === undefined || count === undefined || first + count > MAX_OBJECTS)
      throw new UnreadablePdf('it is damaged');
    for (let id = first; id < first + count; id++) {
      const place = wholeNumber(reader.token());
      const generation = reader.token();
      const kind = reader.token();
      if (place === undefined || generation === '' || (kind !== 'n' && kind !== 'f'))
        throw new UnreadablePdf('it is damaged');
      own.set(id, kind === 'n' ? { offset: place } : null);
    }
  }
  const trailer = reader.value();
  if (!isDictionary(trailer)) throw new UnreadablePdf('it is damaged');
  addHidden(source, trailer, own);
  return trailer;
}

/** A hybrid file marks objects as free that only its cross-reference stream lists. */
function addHidden(source: TableSource, trailer: PdfDictionary, own: CrossReferences) {
  const offset = wholeNumber(trailer.get('/XRefStm'));
  if (offset === undefined) return;
  const hidden: CrossReferences = new Map();
  readStreamTable(source, offset, hidden);
  for (const [id, place] of hidden) if (!own.get(id)) own.set(id, place);
}

/** Cross-reference streams have numbers of fixed width. */
function readStreamTable(source: TableSource, offset: number, own: CrossReferences): PdfDictionary {
  const stream = source.streamAt(offset);
  const { entries } = stream;
  const widths = numbers(entries, '/W');
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = kindWidth + secondWidth + thirdWidth;
  if (entries.get('/Type') !== '/XRef' || widths.length < 3 || widths.some((wide) => wide > 6) || width === 0)
    throw new UnreadablePdf('it is damaged');
  const bytes = source.unpack(stream);
  const sections = entries.has('/Index')
    ? numbers(entries, '/Index')
    : [0, wholeNumber(entries.get('/Size')) ?? 0];
  let at = 0;
  const field = (wide: number, otherwise: number) => {
    if (wide === 0) return otherwise;
    at += wide;
    return bytes.readUIntBE(at - wide, wide);
  };
  for (let section = 0; section + 1 < sections.length; section += 2) {
    const [first = 0, count = 0] = sections.slice(section, section + 2);
    if (first + count > MAX_OBJECTS || at + count * width > bytes.length)
      throw new UnreadablePdf('it is damaged');
    for (let id = first; id < first + count; id++) {
      const [kind, second] = [field(kindWidth, 1), field(secondWidth, 0)];
      field(thirdWidth, 0);
      own.set(id, kind === 1 ? { offset: second } : kind === 2 ? { container: second } : null);
    }
  }
  return entries;
}

function numbers(entries: PdfDictionary, name: string): number[] {
  const value = entries.get(name);
  const list = Array.isArray(value) ? value.map(wholeNumber) : [];
  if (list.some((item) => item === undefined)) throw new UnreadablePdf('it is damaged');
  return list as number[];
}
