import { isDictionary, type PdfDictionary, type PdfStream, UnreadablePdf, wholeNumber } from './pdf-value.ts';
import type { ValueReader } from './value-reader.ts';

/** Where an object is: in the file, or in a stream that holds many. */
export type Place = { offset: number } | { container: number };

/** What reading the tables takes from the file they are in. */
interface TableSource {
  bytes: Buffer;
  readerAt(offset: number): ValueReader;
  streamAt(offset: number): PdfStream;
  unpack(stream: PdfStream): Buffer;
}

const MAX_OBJECTS = 200_000;
/** A file may have been changed many times, each time with a table of its own. */
const MAX_TABLES = 100;
/** The end of a file is looked for in its last bytes. */
const TAIL = 2048;

/** By number; null where the file says that there is no such object any more. */
export type PlaceTable = Map<number, Place | null>;

/** All tables of a file, the newest first: what it says of an object holds, and its trailer is the file's. */
export function readPlaces(source: TableSource): { places: PlaceTable; trailer: PdfDictionary } {
  const places: PlaceTable = new Map();
  const newest = lastTable(source.bytes);
  const trailer = readTable(source, newest, places);
  const seen = new Set([newest]);
  let older = wholeNumber(trailer.get('/Prev'));
  while (older !== undefined && !seen.has(older)) {
    if (seen.size === MAX_TABLES) throw new UnreadablePdf('it is damaged');
    seen.add(older);
    const own: PlaceTable = new Map();
    const entries = readTable(source, older, own);
    for (const [id, place] of own) if (!places.has(id)) places.set(id, place);
    older = wholeNumber(entries.get('/Prev'));
  }
  return { places, trailer };
}

function lastTable(bytes: Buffer): number {
  const tail = bytes.subarray(-TAIL).toString('latin1');
  const found = /startxref\s+(\d{1,10})\s/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref'))));
  if (!found) throw new UnreadablePdf('it is incomplete');
  return Number(found[1]);
}

function readTable(source: TableSource, offset: number, own: PlaceTable): PdfDictionary {
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

/** A file for old and new readers calls free in its table what only new ones can find, in a stream beside it. */
function addHidden(source: TableSource, trailer: PdfDictionary, own: PlaceTable) {
  const offset = wholeNumber(trailer.get('/XRefStm'));
  if (offset === undefined) return;
  const hidden: PlaceTable = new Map();
  readStreamTable(source, offset, hidden);
  for (const [id, place] of hidden) if (!own.get(id)) own.set(id, place);
}

/** Newer files keep the table as numbers of fixed widths in a compressed stream. */
function readStreamTable(source: TableSource, offset: number, own: PlaceTable): PdfDictionary {
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
