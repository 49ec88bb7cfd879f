import { countKnownNames } from './match-columns.ts';
import { readRecords } from './read-records.ts';

const DELIMITERS = [',', '\t', ';', '|'] as const;
const SAMPLE_ROWS = 20;
const SAMPLE_CHARACTERS = 200_000;

const SEP_LINE = /^"?sep=([^\r\n"])"?[^\S\r\n]*(?:\r\n|\n|\r|$)/i;

interface Division {
  delimiter: string;
  /** The position and the line where the table starts. */
  start: number;
  line: number;
}

interface Score {
  known: number;
  width: number;
}

function scoreOf(text: string, delimiter: string): Score {
  const rows: string[][] = [];
  readRecords(text.slice(0, SAMPLE_CHARACTERS), { delimiter }, ({ cells }) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push(cells);
    return rows.length < SAMPLE_ROWS ? null : 'enough';
  });
  const [header = [], ...others] = rows;
  const alike = others.filter((cells) => cells.length === header.length).length;
  return { known: countKnownNames(header), width: alike * 2 >= others.length ? header.length || 1 : 1 };
}

/**
 * Picks the delimiter that yields the most known headers; counting characters fails for addresses with commas.
 * If no header is known, picks the one that splits header and rows into the same, largest number of cells.
 */
export function chooseDelimiter(text: string): Division {
  const declared = SEP_LINE.exec(text);
  if (declared?.[1]) return { delimiter: declared[1], start: declared[0].length, line: 2 };
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, ...scoreOf(text, delimiter) }));
  const best = scores.toSorted((a, b) => b.known - a.known || b.width - a.width)[0];
  return { delimiter: best?.delimiter ?? ',', start: 0, line: 1 };
}
