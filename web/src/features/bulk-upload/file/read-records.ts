/** One record of a delimited text. */
export interface TextRecord {
  /** The line on which it begins, as an editor counts them. */
  line: number;
  cells: string[];
}

export interface RecordOptions {
  delimiter: string;
  /** Where to begin, and which line that is. */
  start?: number;
  line?: number;
}

/** Far above what a cell may hold: whatever gets here is no cell but the rest of a file behind a lost quote. */
const CELL_STOP = 100_000;
/** What a spreadsheet can have; empty columns at the end of every row are common, more than these are no table. */
const COLUMN_STOP = 16_384;

const QUOTE = '"';
const CR = 13;
const LF = 10;

const neverClosed = (line: number) => `the quote that opens in line ${line} is never closed`;
const endless = (line: number) => `a cell in line ${line} has no end, perhaps a quote is missing`;

/** The position after the line break at `at`, or `at` if there is none. */
function afterBreak(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === LF) return at + 1;
  if (code !== CR) return at;
  return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const after = afterBreak(text, at);
    if (after === at) continue;
    count += 1;
    at = after - 1;
  }
  return count;
}

/** Where the cell ends that goes on at `at` without quotes. */
function plainEnd(text: string, at: number, delimiter: number): number {
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === delimiter || code === LF || code === CR) break;
  }
  return end;
}

interface Cell {
  value: string;
  end: number;
  breaks: number;
}

/** A quoted cell from its opening quote on; what stands between its closing quote and the delimiter belongs to it. */
function quotedCell(text: string, open: number, delimiter: number, line: number): Cell | string {
  let value = '';
  let from = open + 1;
  for (;;) {
    const close = text.indexOf(QUOTE, from);
    if (close === -1) return neverClosed(line);
    value += text.slice(from, close);
    if (value.length > CELL_STOP) return endless(line);
    if (text[close + 1] !== QUOTE) {
      const breaks = countBreaks(value);
      const end = plainEnd(text, close + 1, delimiter);
      const rest = text.slice(close + 1, end);
      return { value: rest.trim() === '' ? value : value + rest, end, breaks };
    }
    value += QUOTE;
    from = close + 2;
  }
}

/**
 * Reads records one by one in a single pass: CRLF, LF and CR all end a line, also mixed in one file, and quotes may hold any of
 * them. `take` may return a sentence to stop with. The answer is what is wrong with the text, or null.
 */
export function readRecords(
  text: string,
  { delimiter, start = 0, line = 1 }: RecordOptions,
  take: (record: TextRecord) => string | null,
): string | null {
  const delimiterCode = delimiter.charCodeAt(0);
  let at = start;
  let current = line;
  while (at < text.length) {
    const record: TextRecord = { line: current, cells: [] };
    for (;;) {
      if (text[at] === QUOTE) {
        const cell = quotedCell(text, at, delimiterCode, current);
        if (typeof cell === 'string') return cell;
        record.cells.push(cell.value);
        current += cell.breaks;
        at = cell.end;
      } else {
        const end = plainEnd(text, at, delimiterCode);
        if (end - at > CELL_STOP) return endless(current);
        record.cells.push(text.slice(at, end));
        at = end;
      }
      if (text.charCodeAt(at) !== delimiterCode) break;
      at += 1;
      if (record.cells.length >= COLUMN_STOP)
        return `line ${record.line} has more than ${COLUMN_STOP} columns`;
    }
    at = afterBreak(text, at);
    current += 1;
    const stop = take(record);
    if (stop !== null) return stop;
  }
  return null;
}
