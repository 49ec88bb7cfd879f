export interface CsvRecord {
  /** The line where it starts, counted as in a text editor. */
  line: number;
  cells: string[];
}

/** A quotation mark that is never closed. */
export class OpenQuoteError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`the quotation mark on line ${line} is never closed`);
    this.line = line;
  }
}

const DELIMITERS = [',', ';', '\t'] as const;
/** A cell up to its delimiter or line break; quoted cells may contain both. */
const CELLS: Readonly<Record<(typeof DELIMITERS)[number], RegExp>> = {
  ',': /"([^"]*(?:""[^"]*)*)"(?!")([^\r\n,]*)|([^\r\n,]*)/y,
  ';': /"([^"]*(?:""[^"]*)*)"(?!")([^\r\n;]*)|([^\r\n;]*)/y,
  '\t': /"([^"]*(?:""[^"]*)*)"(?!")([^\r\n\t]*)|([^\r\n\t]*)/y,
};

/** Reads a whole file, with the delimiter of its first line. Leaves out empty lines. */
export function readCsv(text: string, delimiter = delimiterOf(text)): CsvRecord[] {
  const cell = CELLS[delimiter];
  const records: CsvRecord[] = [];
  let line = 1;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    const record: CsvRecord = { line, cells: [] };
    for (;;) {
      cell.lastIndex = at;
      const [whole = '', quoted, rest = '', plain = ''] = cell.exec(text) ?? [];
      if (quoted === undefined && plain.startsWith('"')) throw new OpenQuoteError(line);
      record.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
      line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
      at += whole.length;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (record.cells.some((value) => value.trim() !== '')) records.push(record);
  }
  return records;
}

/** The most frequent one of the first line. Spreadsheets in many countries write semicolons. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}
