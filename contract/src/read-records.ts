/** One record of a delimited text. */
export interface TextRecord {
  /** The line where it starts, counted as in a text editor. */
  line: number;
  cells: string[];
}

export interface RecordOptions {
  delimiter: string;
  /** The position to start at, and its line. */
  start?: number;
  line?: number;
}

/** Why a text cannot be read as records. `line` is where the cell or record starts. */
export interface RecordProblem {
  kind: 'open_quote' | 'endless_cell' | 'too_wide';
  line: number;
}

/** Far longer than any real cell: a longer one is the rest of the file after a missing quote. */
const CELL_STOP = 100_000;
/** The limit of spreadsheets. Trailing empty columns are common; more than this is not a table. */
export const COLUMN_STOP = 16_384;

const QUOTE = '"';
const CR = 13;
const LF = 10;

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

/** The end of the unquoted cell that continues at `at`. */
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

/** Reads a quoted cell. Text between the closing quote and the delimiter belongs to it. */
function quotedCell(text: string, open: number, delimiter: number, line: number): Cell | RecordProblem {
  let value = '';
  let from = open + 1;
  for (;;) {
    const close = text.indexOf(QUOTE, from);
    if (close === -1) return { kind: 'open_quote', line };
    value += text.slice(from, close);
    if (value.length > CELL_STOP) return { kind: 'endless_cell', line };
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
 * Reads records in a single pass. CRLF, LF and CR all end a line, even mixed, and quoted cells may contain them.
 * `take` can return a reason to stop. Returns that reason or a problem of the text, else null.
 */
export function readRecords<Stop>(
  text: string,
  { delimiter, start = 0, line = 1 }: RecordOptions,
  take: (record: TextRecord) => Stop | null,
): Stop | RecordProblem | null {
  const delimiterCode = delimiter.charCodeAt(0);
  let at = start;
  let current = line;
  while (at < text.length) {
    const record: TextRecord = { line: current, cells: [] };
    for (;;) {
      if (text[at] === QUOTE) {
        const cell = quotedCell(text, at, delimiterCode, current);
        if ('kind' in cell) return cell;
        record.cells.push(cell.value);
        current += cell.breaks;
        at = cell.end;
      } else {
        const end = plainEnd(text, at, delimiterCode);
        if (end - at > CELL_STOP) return { kind: 'endless_cell', line: current };
        record.cells.push(text.slice(at, end));
        at = end;
      }
      if (text.charCodeAt(at) !== delimiterCode) break;
      at += 1;
      if (record.cells.length >= COLUMN_STOP) return { kind: 'too_wide', line: record.line };
    }
    at = afterBreak(text, at);
    current += 1;
    const stop = take(record);
    if (stop !== null) return stop;
  }
  return null;
}
