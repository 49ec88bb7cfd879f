import { compact } from './pdf417-compaction.ts';
import { PDF417_PATTERNS } from './pdf417-patterns.ts';

export interface Pdf417Symbol {
  /** Data and error correction, starting with the length. */
  codewords: number[];
  rows: number;
  columns: number;
  level: number;
  /** Widths in modules of alternating bars and spaces, row by row, each from its first bar to its last. */
  widths: Uint8Array;
  /** Bars and spaces in a row. */
  elements: number;
  modules: number;
}

const PRIME = 929;
const PADDING = 900;
/** Widths of bars and spaces. */
const START = Uint8Array.of(8, 1, 1, 1, 1, 1, 1, 3);
const STOP = Uint8Array.of(7, 1, 1, 3, 1, 1, 1, 2, 1);
/** Bars and spaces of one codeword. */
const PER_CODEWORD = 8;

/** The layout chooses the columns; the rows follow from the length, at most 90. */
export function encodePdf417(text: string, columns: number, level: number): Pdf417Symbol {
  const data = compact(text);
  const corrections = 2 ** (level + 1);
  const rows = Math.max(3, Math.ceil((data.length + 1 + corrections) / columns));
  const capacity = rows * columns;
  if (rows > 90 || capacity > 928) throw new RangeError('The message is too long for one PDF417 symbol');
  const length = capacity - corrections;
  const message = [length, ...data];
  while (message.length < length) message.push(PADDING);
  const codewords = [...message, ...errorCorrection(message, corrections)];
  return {
    codewords,
    rows,
    columns,
    level,
    widths: place(codewords, rows, columns, level),
    elements: elementsOf(columns),
    modules: 17 * (columns + 3) + 18,
  };
}

const generators = new Map<number, Int32Array>();

/** The polynomial with the roots 3¹ … 3ⁿ, without its leading one, the highest power first. */
function generator(size: number): Int32Array {
  const known = generators.get(size);
  if (known) return known;
  let polynomial = [1];
  let root = 1;
  for (let step = 0; step < size; step++) {
    root = (root * 3) % PRIME;
    const next = [...polynomial, 0];
    polynomial.forEach((value, at) => {
      next[at + 1] = ((next[at + 1] ?? 0) + (PRIME - root) * value) % PRIME;
    });
    polynomial = next;
  }
  const made = Int32Array.from(polynomial.slice(1));
  generators.set(size, made);
  return made;
}

function errorCorrection(message: number[], size: number): number[] {
  const factors = generator(size);
  // One extra position: it stays 0 and shifts in.
  const rest = new Int32Array(size + 1);
  for (const codeword of message) {
    const lead = PRIME - ((codeword + (rest[0] ?? 0)) % PRIME);
    for (let at = 0; at < size; at++) {
      // An integer hint makes the remainder several times faster.
      rest[at] = (((rest[at + 1] ?? 0) + lead * (factors[at] ?? 0)) | 0) % PRIME;
    }
  }
  return Array.from(rest.subarray(0, size), (value) => (PRIME - value) % PRIME);
}

const WIDTHS = new Uint8Array(3 * PRIME * PER_CODEWORD);
for (let index = 0; index < 3 * PRIME; index++) {
  const middle = Number.parseInt(PDF417_PATTERNS.slice(index * 3, index * 3 + 3), 32);
  // The pattern starts dark and ends light.
  const modules = (1 << 16) | (middle << 1);
  let element = index * PER_CODEWORD;
  for (let module = 16; module >= 0; module--) {
    if (module < 16 && ((modules >> module) & 1) !== ((modules >> (module + 1)) & 1)) element++;
    WIDTHS[element] = (WIDTHS[element] ?? 0) + 1;
  }
}

const elementsOf = (columns: number) => START.length + PER_CODEWORD * (columns + 2) + STOP.length;

function place(codewords: number[], rows: number, columns: number, level: number): Uint8Array {
  const widths = new Uint8Array(rows * elementsOf(columns));
  let at = 0;
  const put = (cluster: number, codeword: number) => {
    const from = (cluster * PRIME + codeword) * PER_CODEWORD;
    for (let element = 0; element < PER_CODEWORD; element++) widths[at++] = WIDTHS[from + element] ?? 0;
  };
  for (let row = 0; row < rows; row++) {
    const cluster = row % 3;
    widths.set(START, at);
    at += START.length;
    put(cluster, indicator(row, rows, columns, level, 0));
    for (let column = 0; column < columns; column++) put(cluster, codewords[row * columns + column] ?? 0);
    put(cluster, indicator(row, rows, columns, level, 2));
    widths.set(STOP, at);
    at += STOP.length;
  }
  return widths;
}

/** The row indicators: rows, level and columns in turn, with the right column one step ahead. */
function indicator(row: number, rows: number, columns: number, level: number, side: 0 | 2): number {
  const facts = [Math.floor((rows - 1) / 3), 3 * level + ((rows - 1) % 3), columns - 1];
  return 30 * Math.floor(row / 3) + (facts[((row % 3) + side) % 3] ?? 0);
}
