import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { TextRecord } from '@lading/contract/read-records.ts';
import { COPY } from '../copy.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { normalizeHeader } from './column-synonyms.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { countKnownNames, type Match, matchColumns } from './match-columns.ts';
import { pastedMatch } from './pasted-rows.ts';
import { readRecords } from './read-records.ts';

interface Table {
  header: string[];
  rows: TextRecord[];
  match: Match;
  encoding: Encoding;
  delimiter: string;
  /** Shown before the user continues. */
  warnings: string[];
}

export interface ReadOptions {
  /** Pasted rows may lack a header. */
  pasted: boolean;
  onRows?: (count: number) => void;
}

const PROGRESS_ROWS = 500;

/** Spreadsheets write thousands of empty cells at the end of rows. */
function dropEmptyEnd(cells: string[]): string[] {
  let length = cells.length;
  while (length > 0 && cells[length - 1]?.trim() === '') length -= 1;
  return cells.length === length ? cells : cells.slice(0, length);
}

function duplicateWarnings(header: readonly string[]): string[] {
  const names = header.map(normalizeHeader);
  const again = header.filter((_, index) => names[index] !== '' && names.indexOf(names[index] ?? '') < index);
  return [...new Set(again)].map(COPY.file.duplicateColumn);
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

  /** Returns a reason to stop reading, or null. */
  take({ line, cells: written }: TextRecord): string | null {
    const cells = dropEmptyEnd(written);
    if (cells.length === 0) return null;
    if (cells.length > BULK_LIMITS.columns) return COPY.fileProblems.tooManyColumns(line, cells.length);
    if (this.header === null) {
      const headless = this.options.pasted && countKnownNames(cells) === 0;
      if (!headless) this.shorten(line, cells);
      this.start(headless ? null : cells, cells.length);
      if (!headless) return null;
    }
    const stop = this.shorten(line, cells);
    if (stop !== null) return stop;
    if (this.rows.length === BULK_LIMITS.rows) return COPY.fileProblems.tooManyRows;
    const known = this.header?.length ?? 0;
    if (cells.length > known) this.longLines.push(line);
    this.width = Math.max(this.width, cells.length);
    this.rows.push({ line, cells });
    if (this.rows.length % PROGRESS_ROWS === 0) this.options.onRows?.(this.rows.length);
    return null;
  }

  private start(header: string[] | null, width: number): void {
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

  /** A cell we use must fit; a long cell in a column we ignore is shortened instead of rejecting the file. */
  private shorten(line: number, cells: string[]): string | null {
    for (const [index, cell] of cells.entries()) {
      if (cell.length <= BULK_LIMITS.cellLength) continue;
      const name = this.header?.[index]?.slice(0, 60) || `Column ${index + 1}`;
      if (this.wanted.has(index)) return COPY.fileProblems.cellTooLong(line, name);
      cells[index] = cell.slice(0, BULK_LIMITS.cellLength).toWellFormed();
      this.shortened.add(name);
    }
    return null;
  }

  /** The header, padded to the longest row so that no cell is lost. */
  columns(): string[] {
    const header = this.header ?? [];
    return [...header, ...Array<string>(Math.max(0, this.width - header.length)).fill('')];
  }

  warnings(): string[] {
    const warnings = duplicateWarnings(this.header ?? []);
    if (this.longLines.length > 0) warnings.push(COPY.file.longLines(this.longLines));
    if (this.shortened.size > 0) warnings.push(COPY.file.shortened([...this.shortened].join(', ')));
    return warnings;
  }
}

/** Reads the table in a file's bytes, or returns why it cannot be read. */
export function readTable(bytes: Uint8Array, options: ReadOptions): Table | { problem: string } {
  const { text, encoding } = decodeText(bytes);
  if (text.includes('\0')) return { problem: COPY.fileProblems.wrongType(COPY.fileKinds.noText) };
  const { delimiter, start, line } = chooseDelimiter(text);
  const reader = new TableReader(options);
  const reason = readRecords(text, { delimiter, start, line }, (record) => reader.take(record));
  if (reason !== null) return { problem: COPY.fileProblems.malformed(reason) };
  if (reader.header === null) return { problem: COPY.fileProblems.empty };
  if (reader.rows.length === 0) return { problem: COPY.fileProblems.noRows };
  return {
    header: reader.columns(),
    rows: reader.rows,
    match: reader.match,
    encoding,
    delimiter,
    warnings: reader.warnings(),
  };
}
