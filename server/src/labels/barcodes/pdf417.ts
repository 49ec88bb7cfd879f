import { compact } from './pdf417-compaction.ts';
import { PDF417_PATTERNS } from './pdf417-patterns.ts';

export interface Pdf417Symbol {
  /** Data and error correction, starting with the length. */
  codewords: number[];
  rows: number;
  columns: number;
  level: number;
  /** Row by row, `modules` values each: 1 is dark. */
  matrix: Uint8Array;
  modules: number;
}

const PRIME = 929;
const PADDING = 900;
const START = '11111111010101000';
const STOP = '111111101000101001';

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
  const modules = 17 * (columns + 3) + 18;
  return {
    codewords,
    rows,
    columns,
    level,
    modules,
    matrix: place(codewords, rows, columns, level, modules),
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

const bits = (text: string) => Uint8Array.from(text, Number);
const START_MODULES = bits(START);
const STOP_MODULES = bits(STOP);
const PATTERNS = Array.from({ length: 3 * PRIME }, (_, index) => {
  const middle = Number.parseInt(PDF417_PATTERNS.slice(index * 3, index * 3 + 3), 32);
  return bits(`1${middle.toString(2).padStart(15, '0')}0`);
});

function place(
  codewords: number[],
  rows: number,
  columns: number,
  level: number,
  modules: number,
): Uint8Array {
  const matrix = new Uint8Array(rows * modules);
  for (let row = 0; row < rows; row++) {
    const cluster = row % 3;
    let at = row * modules;
    const put = (pattern: Uint8Array | undefined) => {
      if (!pattern) return;
      matrix.set(pattern, at);
      at += pattern.length;
    };
    put(START_MODULES);
    put(PATTERNS[cluster * PRIME + indicator(row, rows, columns, level, 0)]);
    for (let column = 0; column < columns; column++) {
      put(PATTERNS[cluster * PRIME + (codewords[row * columns + column] ?? 0)]);
    }
    put(PATTERNS[cluster * PRIME + indicator(row, rows, columns, level, 2)]);
    put(STOP_MODULES);
  }
  return matrix;
}

/** The row indicators: rows, level and columns in turn, with the right column one step ahead. */
function indicator(row: number, rows: number, columns: number, level: number, side: 0 | 2): number {
  const facts = [Math.floor((rows - 1) / 3), 3 * level + ((rows - 1) % 3), columns - 1];
  return 30 * Math.floor(row / 3) + (facts[((row % 3) + side) % 3] ?? 0);
}
