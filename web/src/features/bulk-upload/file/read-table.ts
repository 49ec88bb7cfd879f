import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { FILE_PROBLEMS } from './file-problem.ts';
import { normaliseHeader } from './header-names.ts';
import { countKnownNames, type Match, matchColumns } from './match-columns.ts';
import { pastedMatch } from './pasted-rows.ts';
import { readRecords, type TextRecord } from './read-records.ts';

export interface Table {
  header: string[];
  rows: TextRecord[];
  match: Match;
  encoding: Encoding;
  delimiter: string;
  /** What a person should know about the file before going on. */
  warnings: string[];
}

export interface ReadOptions {
  /** Rows that were copied from a spreadsheet may come without their header. */
  pasted: boolean;
  onRows?: (count: number) => void;
}

const PROGRESS_ROWS = 500;

/** Cells that are empty at the end say nothing; spreadsheets write thousands of them. */
function dropEmptyEnd(cells: string[]): string[] {
  let length = cells.length;
  while (length > 0 && cells[length - 1]?.trim() === '') length -= 1;
  return cells.length === length ? cells : cells.slice(0, length);
}

/** Warnings about many rows name the first. */
const inLines = (lines: readonly number[]) =>
  lines.length === 1
    ? `Line ${lines[0]} has`
    : `${lines.length} lines, the first of them line ${lines[0]}, have`;

function duplicateWarnings(header: readonly string[]): string[] {
  const names = header.map(normaliseHeader);
  const again = header.filter((_, index) => names[index] !== '' && names.indexOf(names[index] ?? '') < index);
  return [...new Set(again)].map((name) => `“${name}” is there more than once; the first one is read.`);
}

class TableReader {
  header: string[] | null = null;
  match: Match = { kind: 'guess', columns: {}, guessed: [] };
  readonly rows: TextRecord[] = [];
  private wanted: ReadonlySet<number> = new Set();
  private readonly longLines: number[] = [];
  private readonly shortened = new Set<string>();
  private width = 0;
  private readonly options: ReadOptions;

  constructor(options: ReadOptions) {
    this.options = options;
  }

  /** Why reading has to stop, or null. */
  take({ line, cells: written }: TextRecord): string | null {
    const cells = dropEmptyEnd(written);
    if (cells.length === 0) return null;
    if (cells.length > BULK_LIMITS.columns) return FILE_PROBLEMS.tooManyColumns(line, cells.length);
    if (this.header === null) {
      const headless = this.options.pasted && countKnownNames(cells) === 0;
      if (!headless) this.shorten(line, cells);
      this.begin(headless ? null : cells, cells.length);
      if (!headless) return null;
    }
    const stop = this.shorten(line, cells);
    if (stop !== null) return stop;
    if (this.rows.length === BULK_LIMITS.rows) return FILE_PROBLEMS.tooManyRows;
    const known = this.header?.length ?? 0;
    if (cells.length > known) this.longLines.push(line);
    this.width = Math.max(this.width, cells.length);
    this.rows.push({ line, cells });
    if (this.rows.length % PROGRESS_ROWS === 0) this.options.onRows?.(this.rows.length);
    return null;
  }

  private begin(header: string[] | null, width: number): void {
    if (header) {
      this.header = header.map((name) => name.trim());
      this.match = matchColumns(this.header);
    } else {
      const pasted = pastedMatch(width);
      this.header = pasted.header;
      this.match = pasted.match;
    }
    this.width = this.header.length;
    this.wanted = new Set(Object.values(this.match.columns).flat());
  }

  /** A cell that is read must fit; a long note that nobody reads is shortened rather than refused with its file. */
  private shorten(line: number, cells: string[]): string | null {
    for (const [index, cell] of cells.entries()) {
      if (cell.length <= BULK_LIMITS.cellLength) continue;
      const name = this.header?.[index]?.slice(0, 60) || `Column ${index + 1}`;
      if (this.wanted.has(index)) return FILE_PROBLEMS.cellTooLong(line, name);
      cells[index] = cell.slice(0, BULK_LIMITS.cellLength).toWellFormed();
      this.shortened.add(name);
    }
    return null;
  }

  /** The header with a place for every cell of every row, so that nothing of a row is lost. */
  columns(): string[] {
    const header = this.header ?? [];
    return [...header, ...Array<string>(Math.max(0, this.width - header.length)).fill('')];
  }

  warnings(): string[] {
    const warnings = duplicateWarnings(this.header ?? []);
    if (this.longLines.length > 0)
      warnings.push(`${inLines(this.longLines)} more cells than the header. A quote may be missing there.`);
    if (this.shortened.size > 0)
      warnings.push(
        `Cells above ${BULK_LIMITS.cellLength} characters were shortened in: ${[...this.shortened].join(', ')}.`,
      );
    return warnings;
  }
}

/** The table in a file's bytes, or the sentence that says why there is none. */
export function readTable(bytes: Uint8Array, options: ReadOptions): Table | { problem: string } {
  const { text, encoding } = decodeText(bytes);
  if (text.includes('\0')) return { problem: FILE_PROBLEMS.wrongType('It holds no text.') };
  const { delimiter, start, line } = chooseDelimiter(text);
  const reader = new TableReader(options);
  const reason = readRecords(text, { delimiter, start, line }, (record) => reader.take(record));
  if (reason !== null) return { problem: FILE_PROBLEMS.malformed(reason) };
  if (reader.header === null) return { problem: FILE_PROBLEMS.empty };
  if (reader.rows.length === 0) return { problem: FILE_PROBLEMS.noRows };
  return {
    header: reader.columns(),
    rows: reader.rows,
    match: reader.match,
    encoding,
    delimiter,
    warnings: reader.warnings(),
  };
}
