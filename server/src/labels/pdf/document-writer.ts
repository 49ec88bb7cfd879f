import { BULLSEYE, FONT_NAMES, HEXAGON, SHAPE_NAMES, type Shape } from './shared-resources.ts';

export interface Size {
  width: number;
  height: number;
}

/** Fixed object numbers; pages refer to the resources by theirs. */
const CATALOG = 1;
const ROOT = 2;
export const RESOURCES = 3;
const REGULAR = 4;
const BOLD = 5;
const HEXAGON_ID = 6;
const BULLSEYE_ID = 7;
const FIRST_FREE = 8;

/** Pages per node of the page tree; a full node is written and dropped from memory. */
const NODE_PAGES = 64;

/** Streams PDF objects and keeps only their offsets. */
export class DocumentWriter {
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
    // The second line marks the file as binary.
    this.#text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
    this.addObject(CATALOG, `<</Type/Catalog/Pages ${ROOT} 0 R>>`);
    const { regular, bold } = FONT_NAMES;
    const { hexagon, bullseye } = SHAPE_NAMES;
    const fonts = `/Font<</${regular} ${REGULAR} 0 R/${bold} ${BOLD} 0 R>>`;
    const shapes = `/XObject<</${hexagon} ${HEXAGON_ID} 0 R/${bullseye} ${BULLSEYE_ID} 0 R>>`;
    this.addObject(RESOURCES, `<<${fonts}${shapes}>>`);
    this.addObject(REGULAR, font('Helvetica'));
    this.addObject(BOLD, font('Helvetica-Bold'));
    this.#addShape(HEXAGON_ID, HEXAGON);
    this.#addShape(BULLSEYE_ID, BULLSEYE);
  }

  /** Reserves a number for an object that is written later. */
  reserve(): number {
    this.#offsets.push(0);
    return this.#offsets.length - 1;
  }

  addObject(id: number, body: string) {
    this.#begin(id);
    this.#text(`${body}\nendobj\n`);
  }

  /** `entries` declare the compression of the bytes. */
  addStream(entries: string, bytes: Uint8Array, id = this.reserve()): number {
    this.#begin(id);
    this.#text(`<<${entries}/Length ${bytes.length}>>stream\n`);
    this.#push(bytes);
    this.#text('\nendstream\nendobj\n');
    return id;
  }

  addPage(entries: string) {
    if (this.#nodePages.length === 0) this.#node = this.reserve();
    const id = this.reserve();
    this.addObject(id, `<</Type/Page/Parent ${this.#node} 0 R${entries}>>`);
    this.#nodePages.push(id);
    this.#pages += 1;
    if (this.#nodePages.length === NODE_PAGES) this.#closeNode();
  }

  /** Writes the page tree, the cross-reference table and its offset. */
  finish() {
    if (this.#nodePages.length > 0) this.#closeNode();
    this.addObject(ROOT, `<</Type/Pages/Kids[${references(this.#nodes)}]/Count ${this.#pages}>>`);
    const start = this.#written;
    const count = this.#offsets.length;
    this.#text(`xref\n0 ${count}\n0000000000 65535 f \n`);
    const entries = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#text(entries.join(''));
    this.#text(`trailer\n<</Size ${count}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    const chunk = Buffer.concat(this.#pending, this.pendingBytes);
    this.#pending = [];
    this.pendingBytes = 0;
    return chunk;
  }

  #addShape(id: number, { bounds, content }: Shape) {
    this.addStream(`/Type/XObject/Subtype/Form/BBox[${bounds}]`, Buffer.from(content), id);
  }

  #closeNode() {
    const kids = this.#nodePages;
    this.addObject(
      this.#node,
      `<</Type/Pages/Parent ${ROOT} 0 R/Kids[${references(kids)}]/Count ${kids.length}>>`,
    );
    this.#nodes.push(this.#node);
    this.#nodePages = [];
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
