import { FONT_NAMES } from './page-stream.ts';

/** The compressed content of a 4 × 6 in label. */
export type PageStream = Uint8Array;

export type Paper = 'label' | 'letter' | 'a4';

export interface MergeOptions {
  paper: Paper;
  /** Labels on one sheet of Letter or A4. */
  perSheet: 1 | 2;
}

const LABEL = { width: 288, height: 432 } as const;
const PAPERS: Record<Paper, { width: number; height: number }> = {
  label: LABEL,
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
};

/** Objects that every document begins with. */
const CATALOG = 1;
const ROOT = 2;
const RESOURCES = 3;
const REGULAR = 4;
const BOLD = 5;
const FIRST_FREE = 6;

const CHUNK_BYTES = 65_536;
/** Pages of one node of the page tree: a node is written when it is full, and forgotten. */
const NODE_PAGES = 64;

/** One PDF from stored pages, in their order. What is kept in memory is one chunk and a few bytes per page. */
export async function* mergePages(
  pages: AsyncIterable<PageStream> | Iterable<PageStream>,
  options: MergeOptions = { paper: 'label', perSheet: 1 },
): AsyncGenerator<Uint8Array> {
  const document = new DocumentWriter();
  const place = options.paper === 'label' ? addLabelPage : addSheet;
  const group = options.paper === 'label' ? 1 : options.perSheet;
  let waiting: PageStream[] = [];
  for await (const page of pages) {
    waiting.push(page);
    if (waiting.length < group) continue;
    place(document, waiting, options);
    waiting = [];
    if (document.pendingBytes >= CHUNK_BYTES) yield document.take();
  }
  if (waiting.length > 0) place(document, waiting, options);
  document.finish();
  yield document.take();
}

export async function pdfOf(pages: Iterable<PageStream>, options?: MergeOptions): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of mergePages(pages, options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function addLabelPage(document: DocumentWriter, pages: PageStream[]) {
  for (const page of pages) {
    const content = document.addStream('', page);
    document.addPage(LABEL, `/Resources ${RESOURCES} 0 R/Contents ${content} 0 R`);
  }
}

/** One label stands upright at the top of the sheet; two lie on their sides, one in each half, as on sheets with two stickers. */
function addSheet(document: DocumentWriter, pages: PageStream[], { paper, perSheet }: MergeOptions) {
  const sheet = PAPERS[paper];
  const labels = pages.map((page) =>
    document.addStream(
      `/Type/XObject/Subtype/Form/BBox[0 0 ${LABEL.width} ${LABEL.height}]/Resources ${RESOURCES} 0 R`,
      page,
    ),
  );
  const drawn = labels.map((_, index) => {
    const place = perSheet === 1 ? upright(sheet) : lying(sheet, index);
    return `q ${place} cm /L${index} Do Q`;
  });
  const content = document.addStream('', Buffer.from(drawn.join('\n')), false);
  const names = labels.map((label, index) => `/L${index} ${label} 0 R`).join('');
  document.addPage(sheet, `/Resources<</XObject<<${names}>>>>/Contents ${content} 0 R`);
}

type Size = (typeof PAPERS)[Paper];
const MARGIN = 36;

const upright = (sheet: Size) =>
  `1 0 0 1 ${fixed((sheet.width - LABEL.width) / 2)} ${fixed(sheet.height - LABEL.height - MARGIN)}`;

/** Turned a quarter to the left, in the middle of its half; the first label takes the upper one. */
function lying(sheet: Size, index: number): string {
  const half = sheet.height / 2;
  const x = (sheet.width + LABEL.height) / 2;
  const y = (half - LABEL.width) / 2 + (index === 0 ? half : 0);
  return `0 1 -1 0 ${fixed(x)} ${fixed(y)}`;
}

const fixed = (value: number) => String(Math.round(value * 100) / 100);

/** Writes objects as they come and remembers only where each begins. */
class DocumentWriter {
  pendingBytes = 0;
  #pending: Uint8Array[] = [];
  #written = 0;
  #offsets: number[] = [];
  #nodes: number[] = [];
  #node = 0;
  #nodePages: number[] = [];
  #pages = 0;

  constructor() {
    for (let id = 0; id < FIRST_FREE; id++) this.#offsets.push(0);
    // The second line tells transfer programs that the file is binary.
    this.#push(Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
    this.#object(CATALOG, `<</Type/Catalog/Pages ${ROOT} 0 R>>`);
    const { regular, bold } = FONT_NAMES;
    this.#object(RESOURCES, `<</Font<</${regular} ${REGULAR} 0 R/${bold} ${BOLD} 0 R>>/ProcSet[/PDF/Text]>>`);
    this.#object(REGULAR, font('Helvetica'));
    this.#object(BOLD, font('Helvetica-Bold'));
  }

  addStream(entries: string, bytes: Uint8Array, compressed = true): number {
    const id = this.#reserve();
    this.#begin(id);
    const filter = compressed ? '/Filter/FlateDecode' : '';
    this.#text(`<<${entries}${filter}/Length ${bytes.length}>>stream\n`);
    this.#push(bytes);
    this.#text('\nendstream\nendobj\n');
    return id;
  }

  addPage({ width, height }: Size, entries: string) {
    if (this.#nodePages.length === 0) this.#node = this.#reserve();
    const id = this.#reserve();
    this.#object(id, `<</Type/Page/Parent ${this.#node} 0 R/MediaBox[0 0 ${width} ${height}]${entries}>>`);
    this.#nodePages.push(id);
    this.#pages += 1;
    if (this.#nodePages.length === NODE_PAGES) this.#closeNode();
  }

  /** The page tree, the table of places, and where it is. */
  finish() {
    if (this.#nodePages.length > 0) this.#closeNode();
    this.#object(ROOT, `<</Type/Pages/Kids[${references(this.#nodes)}]/Count ${this.#pages}>>`);
    const start = this.#written;
    const count = this.#offsets.length;
    this.#text(`xref\n0 ${count}\n0000000000 65535 f \n`);
    const entries = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#text(entries.join(''));
    this.#text(`trailer\n<</Size ${count}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  }

  take(): Uint8Array {
    const chunk = Buffer.concat(this.#pending, this.pendingBytes);
    this.#pending = [];
    this.pendingBytes = 0;
    return chunk;
  }

  #closeNode() {
    const kids = this.#nodePages;
    this.#object(
      this.#node,
      `<</Type/Pages/Parent ${ROOT} 0 R/Kids[${references(kids)}]/Count ${kids.length}>>`,
    );
    this.#nodes.push(this.#node);
    this.#nodePages = [];
  }

  #reserve(): number {
    this.#offsets.push(0);
    return this.#offsets.length - 1;
  }

  #object(id: number, body: string) {
    this.#begin(id);
    this.#text(`${body}\nendobj\n`);
  }

  #begin(id: number) {
    this.#offsets[id] = this.#written;
    this.#text(`${id} 0 obj\n`);
  }

  #text(value: string) {
    this.#push(Buffer.from(value, 'latin1'));
  }

  #push(bytes: Uint8Array) {
    this.#pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.#written += bytes.length;
  }
}

const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;

const references = (ids: number[]) => ids.map((id) => `${id} 0 R`).join(' ');
