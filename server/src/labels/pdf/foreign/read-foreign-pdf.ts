import { isStream, PdfFile, type PdfObject } from './pdf-file.ts';
import {
  isDictionary,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  Reference,
  realNumber,
  referencesIn,
  UnreadablePdf,
} from './pdf-value.ts';

export interface ForeignPage {
  /** The visible box, before rotation. */
  box: { x: number; y: number; width: number; height: number };
  /** Clockwise. */
  quarterTurns: 0 | 1 | 2 | 3;
  resources: PdfValue;
  contents: PdfStream[];
}

/** Pages, and all objects they need, ready to copy. */
export interface ForeignPdf {
  pages: ForeignPage[];
  objects: Map<number, PdfObject>;
}

type ForeignReading =
  | ({ outcome: 'read' } & ForeignPdf)
  /** The text continues "because …". */
  | { outcome: 'refused'; text: string };

const MAX_PAGES = 100;
/** Limit of content streams per page. */
const MAX_PARTS = 1000;
const DEEPEST_TREE = 30;
/** In points. */
const SIDES = { shortest: 10, longest: 14_400 } as const;

/** Reads an untrusted PDF. Always returns a result, in bounded time. */
export function readForeignPdf(bytes: Uint8Array): ForeignReading {
  try {
    const file = new PdfFile(bytes);
    const pages = pagesOf(file);
    return { outcome: 'read', pages, objects: objectsFor(file, pages, bytes.length) };
  } catch (error) {
    if (error instanceof UnreadablePdf) return { outcome: 'refused', text: error.message };
    throw error;
  }
}

const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];

function pagesOf(file: PdfFile): ForeignPage[] {
  const pages: ForeignPage[] = [];
  const seen = new Set<number>();
  const walk = (reference: PdfValue | undefined, inherited: PdfDictionary, depth: number) => {
    if (!(reference instanceof Reference) || seen.has(reference.id) || depth > DEEPEST_TREE)
      throw new UnreadablePdf('it has an invalid page tree');
    seen.add(reference.id);
    const node = file.dictionary(reference);
    if (!node) throw new UnreadablePdf('it has an invalid page tree');
    const own: PdfDictionary = new Map(inherited);
    for (const name of INHERITED) {
      const value = node.get(name);
      if (value !== undefined) own.set(name, value);
    }
    const kids = file.resolve(node.get('/Kids'));
    if (Array.isArray(kids)) for (const kid of kids) walk(kid, own, depth + 1);
    else pages.push(pageOf(file, node, own));
    if (pages.length > MAX_PAGES) throw new UnreadablePdf('it has too many pages');
  };
  walk(file.dictionary(file.trailer.get('/Root'))?.get('/Pages'), new Map(), 0);
  if (pages.length === 0) throw new UnreadablePdf('it has no pages');
  return pages;
}

function pageOf(file: PdfFile, page: PdfDictionary, inherited: PdfDictionary): ForeignPage {
  const box = boxOf(file, inherited.get('/CropBox')) ?? boxOf(file, inherited.get('/MediaBox'));
  if (!box) throw new UnreadablePdf('a page has no size');
  const turned = Math.round((realNumber(file.resolve(inherited.get('/Rotate'))) ?? 0) / 90) & 3;
  const resources = inherited.get('/Resources') ?? new Map();
  const contents = file.resolve(page.get('/Contents'));
  if (Array.isArray(contents) && contents.length > MAX_PARTS)
    throw new UnreadablePdf('a page has too many parts');
  const parts = Array.isArray(contents) ? contents.map((part) => file.resolve(part)) : [contents];
  return {
    box,
    quarterTurns: turned as ForeignPage['quarterTurns'],
    resources,
    contents: parts.filter(isStream).map(cleanedStream),
  };
}

function boxOf(file: PdfFile, value: PdfValue | undefined): ForeignPage['box'] | null {
  const sides = file.resolve(value);
  if (!Array.isArray(sides)) return null;
  const [a, b, c, d] = sides.slice(0, 4).map((side) => realNumber(file.resolve(side)));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const [width, height] = [Math.abs(c - a), Math.abs(d - b)];
  const fits = (side: number) => side >= SIDES.shortest && side <= SIDES.longest;
  return fits(width) && fits(height) ? { x: Math.min(a, c), y: Math.min(b, d), width, height } : null;
}

function objectsFor(file: PdfFile, pages: ForeignPage[], fileLength: number): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const roots = pages.flatMap(({ resources, contents }) => [
    resources,
    ...contents.map(({ entries }) => entries),
  ]);
  const waiting = roots.flatMap((root) => referencesIn(root));
  // Streams of a valid file do not overlap, so together they cannot be longer than the file.
  let room = fileLength - pages.reduce((sum, { contents }) => sum + lengthOf(contents), 0);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (objects.has(id)) continue;
    const object = cleaned(file.object(id));
    objects.set(id, object);
    if (isStream(object)) room -= object.bytes.length;
    if (room < 0) throw new UnreadablePdf('it is damaged');
    referencesIn(isStream(object) ? object.entries : object, waiting);
  }
  return objects;
}

const lengthOf = (streams: PdfStream[]) => streams.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Entries that lead to the rest of the file or outside it. */
const LEFT_OUT = [
  '/Parent',
  '/StructParents',
  '/StructParent',
  '/Metadata',
  '/PieceInfo',
  '/Annots',
  '/AA',
  '/A',
];
const TREE = ['/Page', '/Pages', '/Catalog'];

function cleaned(object: PdfObject): PdfObject {
  if (isStream(object)) return cleanedStream(object);
  if (!isDictionary(object)) return object;
  const type = object.get('/Type');
  return typeof type === 'string' && TREE.includes(type) ? 'null' : without(object, LEFT_OUT);
}

/** The writer sets the length; the bytes are inline. */
const cleanedStream = ({ entries, bytes }: PdfStream): PdfStream => ({
  entries: without(entries, [...LEFT_OUT, '/Length', '/F', '/FFilter', '/FDecodeParms']),
  bytes,
});

const without = (entries: PdfDictionary, names: string[]): PdfDictionary =>
  new Map([...entries].filter(([name]) => !names.includes(name)));
